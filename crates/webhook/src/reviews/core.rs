//! The state that both endpoints share: resources, plugins, buffers, metrics.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use bytes::Bytes;
use crdc::Status;

use crate::admit::Scratches;
use crate::blocking::{SHORT, Stop, blocking};
use crate::call::Notes;
use crate::log;
use crate::metrics::{Metrics, Reviewed, Verdict};
use crate::plugin::Registered;
use crate::resources::Resources;
use crate::review::shortened;
use crate::{Answer, Call, HttpError, Only, Request, Review};

/// The shared state of the endpoints.
#[derive(Debug, Default)]
pub(crate) struct Core {
    pub(crate) only: Only,
    pub(crate) resources: Resources,
    pub(crate) validators: Vec<Registered<()>>,
    pub(crate) mutators: Vec<Registered<Option<Bytes>>>,
    pub(crate) scratches: Scratches,
    pub(crate) metrics: Metrics,
}

/// A review whose response is not written yet.
pub(crate) struct Open {
    pub(crate) request: Arc<Request>,
    pub(crate) version: crate::ReviewVersion,
    pub(crate) notes: Arc<Mutex<Notes>>,
    began: Instant,
    endpoint: &'static str,
}

impl Open {
    /// Parses a body.
    pub(crate) fn read(endpoint: &'static str, body: Bytes) -> Result<Open, HttpError> {
        let began = Instant::now();
        let review = Review::read(body).map_err(|error| HttpError::bad_request(error.to_string()))?;
        let (version, request) = review.into_parts();
        Ok(Open { request: Arc::new(request), version, notes: Arc::default(), began, endpoint })
    }

    /// The call of a plugin.
    pub(crate) fn call<T>(&self, plugin: &Registered<T>, object: Option<Bytes>) -> Call {
        let (request, notes) = (Arc::clone(&self.request), Arc::clone(&self.notes));
        Call { request, object, notes, plugin: Arc::clone(&plugin.name) }
    }

    /// Writes the response, with the warnings and annotations of plugins, and counts it.
    pub(crate) fn close(self, core: &Core, mut answer: Answer) -> Vec<u8> {
        {
            let mut notes = self.notes.lock().unwrap_or_else(PoisonError::into_inner);
            answer.warnings.append(&mut notes.warnings);
            answer.audit_annotations.append(&mut notes.annotations);
        }
        let verdict = match (&answer.status, &answer.patch) {
            (Some(_), _) => Verdict::Refused,
            (None, Some(_)) => Verdict::Patched,
            (None, None) => Verdict::Allowed,
        };
        if let Some(status) = &answer.status {
            log::refused(self.endpoint, &self.request, status);
        }
        let resource = &self.request.resource();
        core.metrics.reviewed(
            Reviewed {
                endpoint: self.endpoint,
                resource: format!("{}.{}", resource.resource, resource.group),
                operation: self.request.operation().as_str(),
                verdict,
            },
            self.began.elapsed(),
        );
        answer.to_json(self.version, self.request.uid())
    }
}

impl Core {
    /// Runs `work` here if it is short, or else on a thread where it delays no connection.
    pub(crate) async fn run<T: Send + 'static>(
        self: Arc<Self>,
        size: usize,
        work: impl FnOnce(&Core, &Stop) -> T + Send + 'static,
    ) -> Result<T, HttpError> {
        if size <= SHORT {
            return Ok(work(&self, &Stop::default()));
        }
        blocking(move |stop| work(&self, stop)).await
    }
}

/// The plugins that are called for a request, whether the webhook handles its resource or not.
pub(crate) fn called<'p, T>(
    plugins: &'p [Registered<T>],
    request: &Request,
    knows_resource: bool,
) -> Vec<&'p Registered<T>> {
    let is_known = knows_resource || plugins.iter().any(|plugin| plugin.names(request.resource()));
    plugins.iter().filter(|plugin| plugin.handles(request, is_known)).collect()
}

/// The error for a resource or a subresource that the webhook does not handle.
pub(crate) fn unknown(request: &Request) -> HttpError {
    let resource = shortened(&request.resource().to_string());
    let subresource = request.subresource().map(|name| format!(", subresource {}", shortened(name)));
    let subresource = subresource.unwrap_or_default();
    HttpError::new(404, format!("the webhook has no rules for {resource}{subresource}"))
}

/// Combines all refusals into one status: a single refusal stays as it is; otherwise the status has all
/// messages, and the code of the first.
pub(crate) fn combined(mut refusals: Vec<Status>) -> Option<Status> {
    if refusals.len() < 2 {
        return refusals.pop();
    }
    let messages: Vec<String> = refusals.iter().map(|status| status.message.clone()).collect();
    let mut first = refusals.into_iter().next()?;
    first.message = messages.join("; ");
    Some(first)
}
