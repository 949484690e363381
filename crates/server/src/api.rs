//! The tower service of a server: reads HTTP requests and writes responses.

use std::convert::Infallible;
use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, PoisonError};
use std::task::{Context, Poll};

use bytes::Bytes;
use crdc::Status;
use http::header::{ACCEPT, CONTENT_TYPE, USER_AGENT};
use http::{HeaderMap, Request, Response};
use http_body_util::{BodyExt, Limited};
use tower_service::Service;

use crate::handle;
use crate::handle::call::Call;
use crate::reply::{Body, Reply};
use crate::state::{Api, Received};
use crate::url::Query;

/// The largest body.
// apiserver: pkg/server/config.go MaxRequestBodyBytes
const LARGEST: usize = 3 * 1024 * 1024;

impl Api {
    async fn answer(self: Arc<Self>, head: http::request::Parts, body: Result<Bytes, Reply>) -> Reply {
        let (path, query) = (head.uri.path(), head.uri.query().unwrap_or_default());
        let reply = match (self.faults.take(&head.method, path), body) {
            (Some(fault), _) => fault.reply(path).await,
            (None, Err(reply)) => reply,
            (None, Ok(body)) if self.registry.webhooks.may_wait(&head.method) => {
                let (api, head) = (self.clone(), head.clone());
                let answered = tokio::task::spawn_blocking(move || api.handle(&head, &body)).await;
                answered.unwrap_or_else(|error| {
                    Reply::status(&Status::new(500, "InternalError", error.to_string()))
                })
            }
            (None, Ok(body)) => self.handle(&head, &body),
        };
        let (method, path, query) = (head.method.to_string(), path.to_owned(), query.to_owned());
        let received = Received { method, path, query, code: reply.code() };
        let mut all = self.received.lock().unwrap_or_else(PoisonError::into_inner);
        if all.len() == MOST_RECEIVED {
            all.pop_front();
        }
        all.push_back(received);
        reply
    }

    fn handle(&self, head: &http::request::Parts, body: &[u8]) -> Reply {
        let text = |name| header(&head.headers, name);
        let call = Call {
            method: &head.method,
            query: &Query::of(head.uri.query().unwrap_or_default()),
            accept: text(ACCEPT),
            user_agent: text(USER_AGENT),
            content_type: text(CONTENT_TYPE),
            body,
        };
        handle::answer(self, head.uri.path(), &call)
    }
}

fn header(headers: &HeaderMap, name: http::HeaderName) -> &str {
    headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
}

/// The number of requests that are remembered.
const MOST_RECEIVED: usize = 10_000;

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
