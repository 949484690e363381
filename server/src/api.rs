//! What all requests share, and the tower service.

use std::convert::Infallible;
use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};

use bytes::Bytes;
use crdc::Status;
use crdc_admission::Clock;
use http::header::{ACCEPT, CONTENT_TYPE, USER_AGENT};
use http::{HeaderMap, Request, Response};
use http_body_util::{BodyExt, Limited};
use tower_service::Service;

use crate::clock::ServerClock;
use crate::faults::Faults;
use crate::handle::{self, Call};
use crate::history::History;
use crate::kinds::registry::Registry;
use crate::reply::{Body, Reply};
use crate::url::Query;

/// The largest body.
// apiserver: pkg/server/config.go MaxRequestBodyBytes
const LARGEST: usize = 3 * 1024 * 1024;

/// A request that came, and the code of its answer.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Received {
    /// `GET`
    pub method: String,
    /// `/api/v1/namespaces`
    pub path: String,
    /// The part of the URL behind `?`.
    pub query: String,
    /// 200
    pub code: u16,
}

/// The state of a server.
pub(crate) struct Api {
    pub(crate) history: Arc<History>,
    pub(crate) clock: Arc<ServerClock>,
    pub(crate) registry: Registry,
    pub(crate) faults: Faults,
    pub(crate) received: Mutex<Vec<Received>>,
}

impl Api {
    pub(crate) fn new(seed: u64) -> Api {
        // As a cluster's: nothing has the version 1 any more.
        let (history, clock) = (Arc::new(History::new(1)), Arc::new(ServerClock::new()));
        let registry = Registry::new(history.clone(), clock.clone(), seed);
        Api { history, clock, registry, faults: Faults::default(), received: Mutex::default() }
    }

    /// Seconds since 1970.
    pub(crate) fn now(&self) -> i64 {
        self.clock.now()
    }

    async fn answer(&self, head: http::request::Parts, body: Result<Bytes, Reply>) -> Reply {
        let (path, query) = (head.uri.path(), head.uri.query().unwrap_or_default());
        let text = |name| header(&head.headers, name);
        let reply = match (self.faults.take(&head.method, path), body) {
            (Some(fault), _) => fault.reply().await,
            (None, Err(reply)) => reply,
            (None, Ok(body)) => {
                let call = Call {
                    method: &head.method,
                    query: &Query::of(query),
                    accept: text(ACCEPT),
                    user_agent: text(USER_AGENT),
                    content_type: text(CONTENT_TYPE),
                    body: &body,
                };
                handle::answer(self, path, &call)
            }
        };
        let (method, path, query) = (head.method.to_string(), path.to_owned(), query.to_owned());
        let received = Received { method, path, query, code: reply.code() };
        self.received.lock().unwrap_or_else(PoisonError::into_inner).push(received);
        reply
    }
}

fn header(headers: &HeaderMap, name: http::HeaderName) -> &str {
    headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
}

/// A server as a tower service: what `kube::Client::new` takes. Clones are the same server.
#[derive(Clone)]
pub struct ApiService(pub(crate) Arc<Api>);

impl std::fmt::Debug for ApiService {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ApiService").field("objects", &self.0.history.len()).finish_non_exhaustive()
    }
}

impl<B> Service<Request<B>> for ApiService
where
    B: http_body::Body + Send + 'static,
    B::Data: Send,
    B::Error: Into<Box<dyn std::error::Error + Send + Sync>>,
{
    type Response = Response<Body>;
    type Error = Infallible;
    type Future = Pin<Box<dyn Future<Output = Result<Response<Body>, Infallible>> + Send>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request<B>) -> Self::Future {
        let api = self.0.clone();
        Box::pin(async move {
            let (head, body) = request.into_parts();
            let body = match Limited::new(body, LARGEST).collect().await {
                Ok(body) => Ok(body.to_bytes()),
                Err(error) if error.is::<http_body_util::LengthLimitError>() => {
                    let message = format!("Request entity too large: limit is {LARGEST}");
                    Err(Reply::status(&Status::new(413, "RequestEntityTooLarge", message)))
                }
                Err(error) => Err(Reply::status(&Status::new(400, "BadRequest", error.to_string()))),
            };
            Ok(api.answer(head, body).await.into_http())
        })
    }
}
