//! The checks before every endpoint: limits, deadlines, panics, metrics.
//!
//! Easy to break: the time of a request is one sum: reading the body, waiting for a place and the work share
//! it. A request without any time left gets its response; the work that was started for it keeps its place
//! until it ends.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::response::Response;
use axum::routing::{MethodRouter, post};
use bytes::Bytes;
use futures_util::FutureExt;
use http::header::{CONNECTION, CONTENT_TYPE};
use http::{HeaderValue, Request, StatusCode, Uri};
use tokio::sync::Semaphore;
use tokio::time::timeout;
use tracing::Instrument;

use super::body;
use super::held::held;
use super::memory::Memory;
use super::slow::Slow;
use crate::metrics::Metrics;
use crate::{Endpoint, HttpError, Limits};

/// The limits and metrics that the endpoints of one webhook share.
#[derive(Debug)]
pub(crate) struct Gate {
    limits: Limits,
    memory: Memory,
    places: Arc<Semaphore>,
    metrics: Metrics,
}

impl Gate {
    pub(crate) fn new(limits: Limits, slow: Arc<Slow>, metrics: Metrics) -> Gate {
        let places = Arc::new(Semaphore::new(limits.concurrency.clamp(1, Semaphore::MAX_PERMITS)));
        Gate { memory: Memory::new(&limits, slow), limits, places, metrics }
    }

    async fn answer<E: Endpoint>(&self, endpoint: &E, request: Request<Body>) -> Response {
        let traceparent = request.headers().get("traceparent").and_then(|value| value.to_str().ok());
        // For exporters of a program's own. API servers send the header if they trace.
        let span = tracing::debug_span!("review", endpoint = endpoint.name(), traceparent);
        let whole = AssertUnwindSafe(self.run(endpoint, request).instrument(span)).catch_unwind();
        let answer = match whole.await {
            Ok(answer) => answer,
            Err(_) => {
                self.metrics.panicked();
                tracing::error!(endpoint = endpoint.name(), "a request panicked");
                // The text of a panic may quote the object.
                Err(HttpError::new(500, "internal error"))
            }
        };
        let code = answer.as_ref().map_or_else(|failure| failure.code, |_| 200);
        self.metrics.answered(endpoint.name(), code);
        match answer {
            Ok(body) => json(body),
            Err(failure) => {
                let HttpError { code, message } = &failure;
                // A field of the name `message` would be printed as it is.
                tracing::warn!(endpoint = endpoint.name(), code, error = message, "not answered");
                error(&failure)
            }
        }
    }

    async fn run<E: Endpoint>(&self, endpoint: &E, request: Request<Body>) -> Result<Vec<u8>, HttpError> {
        let in_flight = self.metrics.enter();
        let (head, body) = request.into_parts();
        body::check_content_type(&head.headers)?;
        let limit = asked(&head.uri).map_or(self.limits.timeout, |asked| asked.min(self.limits.timeout));
        let answered = timeout(limit, async {
            let (body, memory): (Bytes, _) =
                body::read(&head.headers, body, &self.limits, &self.memory).await?;
            let work = self.memory.work(body.len()).await;
            // The semaphore is never closed.
            let Ok(place) = Arc::clone(&self.places).acquire_owned().await else {
                return Err(HttpError::new(503, "the webhook is shutting down"));
            };
            endpoint.answer(held(body, (memory, work, place, in_flight))).await
        });
        answered.await.unwrap_or_else(|_| Err(HttpError::new(504, "the answer took too long")))
    }
}

/// The route of an endpoint.
pub(crate) fn route<E: Endpoint>(gate: Arc<Gate>, endpoint: E) -> MethodRouter {
    let shared = Arc::new((gate, endpoint));
    post(move |request: Request<Body>| {
        let shared = Arc::clone(&shared);
        async move {
            let (gate, endpoint) = &*shared;
            gate.answer(endpoint, request).await
        }
    })
}

/// The time that the server gives: `?timeout=10s`, as Go writes durations of whole seconds or milliseconds.
// apiserver: pkg/admission/plugin/webhook/validating/dispatcher.go
fn asked(uri: &Uri) -> Option<Duration> {
    let value = uri.query()?.split('&').find_map(|pair| pair.strip_prefix("timeout="))?;
    if let Some(milliseconds) = value.strip_suffix("ms") {
        return milliseconds.parse().ok().map(Duration::from_millis);
    }
    value.strip_suffix('s')?.parse().ok().map(Duration::from_secs)
}

fn json(body: Vec<u8>) -> Response {
    let mut response = Response::new(Body::from(body));
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    response
}

/// The response for an HTTP error. The rest of the request is not read, so the connection ends.
fn error(failure: &HttpError) -> Response {
    let mut response = Response::new(Body::from(format!("{}\n", failure.message)));
    *response.status_mut() = StatusCode::from_u16(failure.code).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("text/plain; charset=utf-8"));
    if matches!(failure.code, 408 | 413 | 415) {
        headers.insert(CONNECTION, HeaderValue::from_static("close"));
    }
    response
}
