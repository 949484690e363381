//! The tower service of a server: reads HTTP requests and writes responses.

use std::convert::Infallible;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use bytes::Bytes;
use crdc::Status;
use http::header::{ACCEPT, ACCEPT_ENCODING, CONTENT_TYPE, USER_AGENT};
use http::{HeaderMap, Request, Response};
use http_body_util::{BodyExt, Limited};
use tower_service::Service;

use crate::handlers;
use crate::handlers::request::call::Call;
use crate::handlers::request::url::{Query, Target};
use crate::handlers::request::user::requester;
use crate::handlers::state::Api;
use crate::response::reply::{Body, Reply};
use crate::server::traffic::{Received, Traffic};

/// The largest body of a request.
// apiserver: pkg/server/config.go MaxRequestBodyBytes
const LARGEST: usize = 3 * 1024 * 1024;

/// A server as a tower service, for `kube::Client::new`. Clones belong to the same server.
#[derive(Clone)]
pub struct ApiService {
    api: Arc<Api>,
    traffic: Arc<Traffic>,
}

impl ApiService {
    pub(super) fn new(api: Arc<Api>, traffic: Arc<Traffic>) -> ApiService {
        ApiService { api, traffic }
    }

    async fn answer(self, head: http::request::Parts, body: Result<Bytes, Reply>) -> Reply {
        let (path, query) = (head.uri.path(), head.uri.query().unwrap_or_default());
        let reply = match (self.traffic.faults.take(&head.method, path), body) {
            (Some(fault), _) => fault.reply(path).await,
            (None, Err(reply)) => reply,
            (None, Ok(body)) if self.api.registry.webhooks.may_wait(&head.method) => {
                self.handle_waiting(&head, body).await
            }
            (None, Ok(body)) => self.handle(&head, &body),
        };
        let text = |name| header(&head.headers, name);
        let reply = reply.written(text(ACCEPT)).compressed(text(ACCEPT_ENCODING));
        let (method, path, query) = (head.method.to_string(), path.to_owned(), query.to_owned());
        self.traffic.add(Received { method, path, query, code: reply.code() });
        reply
    }

    /// Handles a request that may wait for a webhook, on a thread of its own. Requests about webhook
    /// configurations need no permit: one of them ends the wait of the others.
    async fn handle_waiting(&self, head: &http::request::Parts, body: Bytes) -> Reply {
        let ends_waits = matches!(Target::of(head.uri.path()), Target::Objects(of) if of.group == "admissionregistration.k8s.io");
        let permit = self.traffic.waiting.clone().try_acquire_owned();
        if permit.is_err() && !ends_waits {
            return Reply::too_many();
        }
        let (service, head) = (self.clone(), head.clone());
        let answered = tokio::task::spawn_blocking(move || {
            let reply = service.handle(&head, &body);
            drop(permit);
            reply
        });
        let failed = |error: tokio::task::JoinError| {
            Reply::status(&Status::new(500, "InternalError", error.to_string()))
        };
        answered.await.unwrap_or_else(failed)
    }

    fn handle(&self, head: &http::request::Parts, body: &[u8]) -> Reply {
        let text = |name| header(&head.headers, name);
        let user = match requester(&head.headers) {
            Ok(user) => user,
            Err(refusal) => return refusal.into(),
        };
        let call = Call {
            method: &head.method,
            query: &Query::of(head.uri.query().unwrap_or_default()),
            accept: text(ACCEPT),
            user_agent: text(USER_AGENT),
            content_type: text(CONTENT_TYPE),
            body,
            user,
        };
        handlers::answer(&self.api, head.uri.path(), &call)
    }
}

fn header(headers: &HeaderMap, name: http::HeaderName) -> &str {
    headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
}

impl std::fmt::Debug for ApiService {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ApiService").field("objects", &self.api.history.len()).finish_non_exhaustive()
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
        let service = self.clone();
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
            Ok(service.answer(head, body).await.into_http())
        })
    }
}
