//! Counters of the webhook, in the text format of Prometheus.
//!
//! Easy to break: labels must have few values. A resource is only used as a label if the webhook handles it,
//! since requests for other resources are answered before they are counted.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use prometheus_client::encoding::text::encode;
use prometheus_client::encoding::{EncodeLabelSet, EncodeLabelValue};
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;

/// Upper bounds of the buckets, in seconds.
const BUCKETS: [f64; 12] =
    [0.000_05, 0.000_1, 0.000_25, 0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.05, 0.25, 1.0, 5.0];

/// The result of a review.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, EncodeLabelValue)]
pub(crate) enum Verdict {
    Allowed,
    Patched,
    Refused,
}

/// The labels of an answered review.
#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
pub(crate) struct Reviewed {
    pub(crate) endpoint: &'static str,
    pub(crate) resource: String,
    pub(crate) operation: &'static str,
    pub(crate) verdict: Verdict,
}

/// The labels of an HTTP response.
#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Answered {
    endpoint: &'static str,
    code: u16,
}

/// The labels of a reload of CRDs or certificates, with or without success.
#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Reloaded {
    what: &'static str,
    result: &'static str,
}

/// The metrics of a webhook. Clones share the counters.
#[derive(Clone)]
pub struct Metrics {
    registry: Arc<Mutex<Registry>>,
    reviews: Family<Reviewed, Histogram, fn() -> Histogram>,
    answers: Family<Answered, Counter>,
    reloads: Family<Reloaded, Counter>,
    ratcheted: Counter,
    panics: Counter,
    in_flight: Gauge,
}

impl Metrics {
    /// Metrics in a registry of their own.
    #[must_use]
    pub fn new() -> Metrics {
        let metrics = Metrics {
            registry: Arc::default(),
            reviews: Family::new_with_constructor(|| Histogram::new(BUCKETS)),
            answers: Family::default(),
            reloads: Family::default(),
            ratcheted: Counter::default(),
            panics: Counter::default(),
            in_flight: Gauge::default(),
        };
        metrics.register(|registry| {
            let registry = registry.sub_registry_with_prefix("crdc_webhook");
            registry.register(
                "review_seconds",
                "Time to answer a review, without reading its body from the network",
                metrics.reviews.clone(),
            );
            registry.register("answers", "HTTP answers", metrics.answers.clone());
            registry.register(
                "reloads",
                "CRDs and certificates that were read again",
                metrics.reloads.clone(),
            );
            registry.register(
                "ratcheted_errors",
                "Errors of unchanged values, which updates may keep",
                metrics.ratcheted.clone(),
            );
            registry.register("panics", "Requests that panicked", metrics.panics.clone());
            registry.register(
                "requests_in_flight",
                "Requests that are not answered yet",
                metrics.in_flight.clone(),
            );
        });
        metrics
    }

    /// Registers metrics of the user beside those of the webhook.
    pub fn register(&self, register: impl FnOnce(&mut Registry)) {
        register(&mut self.registry.lock().unwrap_or_else(PoisonError::into_inner));
    }

    /// All metrics, as Prometheus reads them (OpenMetrics text).
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        // Writing into memory cannot fail.
        let _ = encode(&mut text, &self.registry.lock().unwrap_or_else(PoisonError::into_inner));
        text
    }

    /// The number of requests that panicked.
    #[must_use]
    pub fn panics(&self) -> u64 {
        self.panics.get()
    }

    /// The number of requests that are not answered yet.
    #[must_use]
    pub fn in_flight(&self) -> i64 {
        self.in_flight.get()
    }

    pub(crate) fn reviewed(&self, labels: Reviewed, time: Duration) {
        self.reviews.get_or_create(&labels).observe(time.as_secs_f64());
    }

    pub(crate) fn answered(&self, endpoint: &'static str, code: u16) {
        self.answers.get_or_create(&Answered { endpoint, code }).inc();
    }

    pub(crate) fn ratcheted(&self, errors: usize) {
        if errors > 0 {
            self.ratcheted.inc_by(errors as u64);
        }
    }

    pub(crate) fn panicked(&self) {
        self.panics.inc();
    }

    /// Counts a reload of CRDs (`crds`) or certificates (`certificates`), with or without success.
    pub fn reloaded(&self, what: &'static str, accepted: bool) {
        let result = if accepted { "accepted" } else { "refused" };
        self.reloads.get_or_create(&Reloaded { what, result }).inc();
    }

    /// Counts a request until the guard is dropped.
    pub(crate) fn enter(&self) -> InFlight {
        self.in_flight.inc();
        InFlight(self.in_flight.clone())
    }
}

impl Default for Metrics {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Debug for Metrics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Metrics").finish_non_exhaustive()
    }
}

/// A request that is not answered yet.
pub(crate) struct InFlight(Gauge);

impl Drop for InFlight {
    fn drop(&mut self) {
        self.0.dec();
    }
}
