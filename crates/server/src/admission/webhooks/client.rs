//! Sends reviews to webhooks. In: the client configuration of a webhook, and a body. Out: the body of the
//! response, or an error in the words of Go's client.
//!
//! There is no cluster whose Services could be called. A test mounts a tower service of this process in place
//! of a Service, or names an address. URLs are called over the network.

use std::collections::BTreeMap;
use std::fmt;
use std::future::Future;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::{PoisonError, RwLock};
use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use crdc_vocabulary::go::quote;
use http::header::{ACCEPT, CONTENT_TYPE};
use http::{Method, Request, Response};
use http_body_util::Full;
use tower_service::Service;

use super::answer::{Answered, whole};
use super::configuration::ClientConfig;
use super::network;

pub(crate) type Answering = Pin<Box<dyn Future<Output = Answered> + Send>>;

/// The replacement of a Service: a tower service of this process, or an address.
#[derive(Clone)]
enum Backend {
    InProcess(std::sync::Arc<dyn Fn(Request<Full<Bytes>>) -> Answering + Send + Sync>),
    /// With the `caBundle` of configurations that have none.
    At(SocketAddr, String),
}

/// The replacements of the Services of webhooks, by `NAMESPACE/NAME`.
#[derive(Default)]
pub(crate) struct Services(RwLock<BTreeMap<String, Backend>>);

impl Services {
    /// A copy for another server. Later changes of the original do not affect the copy.
    pub(crate) fn copy(&self) -> Services {
        Services(RwLock::new(self.0.read().unwrap_or_else(PoisonError::into_inner).clone()))
    }

    /// Mounts a tower service of this process, which answers the requests to a Service.
    pub(crate) fn mount<S, B>(&self, name: &str, service: S)
    where
        S: Service<Request<Full<Bytes>>, Response = Response<B>> + Clone + Send + Sync + 'static,
        S::Future: Send,
        S::Error: fmt::Display,
        B: http_body::Body + Send + 'static,
        B::Data: Send,
        B::Error: Into<Box<dyn std::error::Error + Send + Sync>>,
    {
        let answer = move |request| -> Answering {
            let mut service = service.clone();
            Box::pin(async move {
                std::future::poll_fn(|context| service.poll_ready(context))
                    .await
                    .map_err(|e| e.to_string())?;
                whole(service.call(request).await.map_err(|error| error.to_string())?).await
            })
        };
        self.put(name, Backend::InProcess(std::sync::Arc::new(answer)));
    }

    /// Sends the requests to a Service to an address instead. The certificates, in PEM, are those of
    /// configurations without a `caBundle`.
    ///
    /// # Errors
    ///
    /// The certificates cannot be read.
    pub(crate) fn at(&self, name: &str, address: SocketAddr, certificates: &str) -> Result<(), String> {
        let ca_bundle = STANDARD.encode(certificates);
        network::config(&ca_bundle)?;
        self.put(name, Backend::At(address, ca_bundle));
        Ok(())
    }

    fn put(&self, name: &str, backend: Backend) {
        self.0.write().unwrap_or_else(PoisonError::into_inner).insert(name.to_owned(), backend);
    }

    fn get(&self, name: &str) -> Option<Backend> {
        self.0.read().unwrap_or_else(PoisonError::into_inner).get(name).cloned()
    }

    /// The endpoint of a webhook with this client configuration.
    ///
    /// # Errors
    ///
    /// The configuration has neither a Service nor a URL, or the Service is not mounted.
    pub(crate) fn endpoint(&self, config: &ClientConfig, timeout: Duration) -> Result<Endpoint, String> {
        let seconds = timeout.as_secs();
        let (url, backend) = match (&config.service, &config.url) {
            (Some(service), _) => {
                let (namespace, name) = (&service.namespace, &service.name);
                let port = service.port.unwrap_or(443);
                let path = joined(&service.path);
                let url = format!("https://{name}.{namespace}.svc:{port}{path}?timeout={seconds}s");
                let Some(backend) = self.get(&format!("{namespace}/{name}")) else {
                    return Err(format!("Post {}: service {} not found", quote(&url), quote(name)));
                };
                (url, Some(backend))
            }
            (None, Some(url)) => {
                let authority = url.find("://").map_or(0, |at| at + 3);
                let start = url[authority..].find('/').map_or(url.len(), |at| authority + at);
                let (host, path) = url.split_at(start);
                (format!("{host}{}?timeout={seconds}s", joined(path)), None)
            }
            (None, None) => return Err("webhook configuration must have either service or URL".to_owned()),
        };
        let ca_bundle = match &backend {
            Some(Backend::At(_, certificates)) if config.ca_bundle.is_empty() => certificates.clone(),
            _ => config.ca_bundle.clone(),
        };
        Ok(Endpoint { url, backend, ca_bundle })
    }
}

/// The reason why a webhook was not called: what failed, and why.
// apiserver: pkg/admission/plugin/webhook/mutating/dispatcher.go callAttrMutatingHook
pub(crate) struct Uncalled {
    pub(crate) what: &'static str,
    pub(crate) why: String,
}

impl Uncalled {
    /// The failure of a call.
    pub(crate) fn of(why: String) -> Uncalled {
        Uncalled { what: "failed to call webhook", why }
    }
}

/// An endpoint: the URL of a webhook, and the replacement of its Service.
pub(crate) struct Endpoint {
    pub(crate) url: String,
    /// The replacement of the Service; `None` for a URL.
    backend: Option<Backend>,
    ca_bundle: String,
}

impl Endpoint {
    /// Posts JSON to the webhook.
    ///
    /// # Errors
    ///
    /// The bundle has no certificate, or the URL is invalid.
    pub(crate) fn post(&self, body: Vec<u8>) -> Result<Answering, Uncalled> {
        let request = || request(&self.url, body).map_err(|why| self.uncalled(&why));
        let address = match &self.backend {
            Some(Backend::InProcess(answer)) => return Ok(answer(request()?)),
            Some(Backend::At(address, _)) => Some(*address),
            None => None,
        };
        let config = network::config(&self.ca_bundle);
        let config = config.map_err(|why| Uncalled { what: "could not get REST client", why })?;
        Ok(Box::pin(network::post(self.url.clone(), address, config, request()?)))
    }

    /// The failure of a call for this reason.
    pub(crate) fn uncalled(&self, why: &str) -> Uncalled {
        Uncalled::of(format!("Post {}: {why}", quote(&self.url)))
    }
}

/// The path of a request, from the root: without empty parts, `.` and `..`, as Go's `path.Join` makes it.
/// envtest writes URLs with two slashes, and a webhook would answer such a path with a redirect.
// client-go: rest/url_utils.go DefaultVersionedAPIPath
fn joined(path: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    format!("/{}", parts.join("/"))
}

fn request(url: &str, body: Vec<u8>) -> Result<Request<Full<Bytes>>, String> {
    let uri: http::Uri = url.parse().map_err(|error: http::uri::InvalidUri| error.to_string())?;
    let host = uri.authority().map(ToString::to_string).unwrap_or_default();
    let path = uri.path_and_query().map_or("/", http::uri::PathAndQuery::as_str);
    Request::builder()
        .method(Method::POST)
        .uri(path)
        .header(http::header::HOST, host)
        .header(ACCEPT, "application/json, */*")
        .header(CONTENT_TYPE, "application/json")
        .body(Full::new(Bytes::from(body)))
        .map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::joined;

    #[test]
    fn paths_are_joined_as_by_go() {
        for (path, expected) in [
            ("", "/"),
            ("/", "/"),
            ("/validate", "/validate"),
            ("validate", "/validate"),
            ("//mutate-v1", "/mutate-v1"),
            ("/a/b/", "/a/b"),
            ("/a/./b/../c", "/a/c"),
            ("/../a", "/a"),
        ] {
            assert_eq!(joined(path), expected, "{path}");
        }
    }
}
