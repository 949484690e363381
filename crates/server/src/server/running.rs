//! A running server, with the functions that tests use besides requests.

use std::fmt;
use std::net::SocketAddr;
use std::sync::Arc;

use bytes::Bytes;
use crdc_dynamic::Validators;
use http::{Request, Response};
use http_body_util::Full;
use serde_json::Value;
use tower_service::Service;

use crate::conversion::converter;
use crate::handlers::state::Api;
use crate::kinds::Kind;
use crate::server::error::StartError;
use crate::server::faults::Fault;
use crate::server::service::ApiService;
use crate::server::traffic::{Received, Traffic};

/// A running server. It stops when it and all its services are dropped.
#[derive(Clone)]
pub struct Server {
    pub(super) api: Arc<Api>,
    traffic: Arc<Traffic>,
}

impl Server {
    pub(super) fn new(api: Api) -> Server {
        Server { api: Arc::new(api), traffic: Arc::default() }
    }

    /// The server as a tower service: `kube::Client::new(server.service(), "default")`.
    #[must_use]
    pub fn service(&self) -> ApiService {
        ApiService::new(self.api.clone(), self.traffic.clone())
    }

    /// Another server with the same state: definitions, objects, changes, plugins, Services of webhooks and
    /// clock. Afterwards each server changes on its own. Faults, the log of requests and clients are not
    /// copied. Definitions are not read again, so a test suite starts one server and gives each test a copy.
    ///
    /// ```
    /// use std::sync::LazyLock;
    ///
    /// use crdc_server::{Server, TestServer};
    ///
    /// static SERVER: LazyLock<Server> = LazyLock::new(|| TestServer::new().start().unwrap());
    ///
    /// let (one, two) = (SERVER.copy(), SERVER.copy());
    /// let map = serde_json::json!({"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "a"}});
    /// one.store(&map)?;
    /// assert_eq!(one.snapshot().len(), two.snapshot().len() + 1);
    /// # Ok::<(), crdc_server::StartError>(())
    /// ```
    ///
    /// All copies share the plugins of the test, and the state of these plugins. Initializers that an object
    /// waits for are not copied. Copy a server between requests: the copy may contain only a part of the
    /// changes of a request that runs meanwhile.
    #[must_use]
    pub fn copy(&self) -> Server {
        Server::new(self.api.copy())
    }

    /// Answers the next requests that a fault applies to with the fault.
    pub fn fail(&self, fault: Fault) {
        self.traffic.faults.add(fault);
    }

    /// Mounts a tower service of this process, such as the router of `crdc_webhook::Webhook`, in place of a
    /// Service, `NAMESPACE/NAME`. Webhooks whose configurations name the Service call the tower service.
    ///
    /// ```
    /// # fn example(server: &crdc_server::Server, router: axum::Router) {
    /// server.webhook_service("operators/database-webhook", router);
    /// # }
    /// ```
    ///
    /// # Panics
    ///
    /// The name has no namespace.
    #[track_caller]
    pub fn webhook_service<S, B>(&self, name: &str, service: S)
    where
        S: Service<Request<Full<Bytes>>, Response = Response<B>> + Clone + Send + Sync + 'static,
        S::Future: Send,
        S::Error: fmt::Display,
        B: http_body::Body + Send + 'static,
        B::Data: Send,
        B::Error: Into<Box<dyn std::error::Error + Send + Sync>>,
    {
        assert_has_namespace(name);
        self.api.registry.webhooks.services.mount(name, service);
    }

    /// Sends webhook calls to a Service, `NAMESPACE/NAME`, to an address instead, over TLS. The certificate
    /// must be for `NAME.NAMESPACE.svc`. This function needs the feature `webhooks`.
    ///
    /// # Panics
    ///
    /// The name has no namespace.
    #[track_caller]
    pub fn webhook_service_at(&self, name: &str, address: SocketAddr) {
        assert_has_namespace(name);
        // No certificates cannot be wrong.
        let _ = self.api.registry.webhooks.services.at(name, address, "");
    }

    /// Sends webhook calls to a Service, `NAMESPACE/NAME`, to an address, as
    /// [`webhook_service_at`](Server::webhook_service_at) does. The certificates, in PEM, are trusted where a
    /// configuration has no `caBundle`, as if cert-manager had written them into it.
    ///
    /// # Errors
    ///
    /// The certificates cannot be read.
    ///
    /// # Panics
    ///
    /// The name has no namespace.
    #[track_caller]
    pub fn webhook_service_trusting(
        &self,
        name: &str,
        address: SocketAddr,
        certificates: &str,
    ) -> Result<(), StartError> {
        assert_has_namespace(name);
        self.api.registry.webhooks.services.at(name, address, certificates).map_err(StartError)
    }

    /// Converts objects of a resource between its versions, as
    /// [`TestServer::converter`](crate::TestServer::converter) does, for definitions that are created later.
    pub fn converter(
        &self,
        resource: &str,
        convert: impl Fn(&[u8], &str) -> Result<Vec<u8>, String> + Send + Sync + 'static,
    ) {
        self.api.registry.converter(resource, converter(convert));
    }

    /// The last 10,000 requests, in the order of their responses.
    #[must_use]
    pub fn received(&self) -> Vec<Received> {
        self.traffic.received()
    }

    /// Stops the server's clock at a time, in seconds since 1970.
    pub fn set_time(&self, seconds: i64) {
        self.api.clock.set(seconds);
    }

    /// Removes all changes so far from the history: lists and watches from versions before now get the error
    /// that these versions are too old (410).
    pub fn compact(&self) {
        self.api.history.compact();
    }

    /// Limits the number of changes that are stored for watches. Without a limit, all changes are stored.
    pub fn keep_changes(&self, most: usize) {
        self.api.history.keep(most);
    }

    /// The newest resource version.
    #[must_use]
    pub fn version(&self) -> u64 {
        self.api.history.version()
    }

    /// Stores an object as it is, whatever its kind's schema requires, like an object of an older definition
    /// or server. Only with such objects can tests check that existing faults are ratcheted. The object
    /// replaces the stored object of its name, and watches get the change.
    ///
    /// # Errors
    ///
    /// No such kind is served. Its version need not be.
    pub fn store(&self, object: &Value) -> Result<(), StartError> {
        let (kind, namespace, name) = self.place(object)?;
        if let Some(coercer) = &kind.coercer {
            coercer.mix();
        }
        kind.storage.put(&namespace, &name, object.to_string().as_bytes());
        Ok(())
    }

    /// Removes an object at once, whatever finalizers it has, and without side effects. Removing an object
    /// that does not exist is no error.
    ///
    /// # Errors
    ///
    /// No such kind is served.
    pub fn remove(&self, object: &Value) -> Result<(), StartError> {
        let (kind, namespace, name) = self.place(object)?;
        drop(kind.storage.take(&namespace, &name));
        Ok(())
    }

    /// The kind of an object, its namespace and its name.
    fn place(&self, object: &Value) -> Result<(Arc<Kind>, String, String), StartError> {
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let (api_version, kind) = (text(&object["apiVersion"]), text(&object["kind"]));
        let metadata = &object["metadata"];
        let found = self.api.registry.of_stored(&api_version, &kind);
        let found = found.ok_or_else(|| StartError(format!("no kind {kind} in {api_version}")))?;
        let namespace = match metadata["namespace"].as_str().filter(|namespace| !namespace.is_empty()) {
            _ if !found.namespaced => "",
            namespace => namespace.unwrap_or("default"),
        };
        Ok((found, namespace.to_owned(), text(&metadata["name"])))
    }

    /// All objects, by resource (`databases.example.com`), namespace and name, for comparisons in tests.
    #[must_use]
    pub fn snapshot(&self) -> Vec<(String, Value)> {
        let all = self.api.history.all().into_iter();
        all.map(|(resource, text)| (resource.to_string(), serde_json::from_slice(&text).unwrap_or_default()))
            .collect()
    }

    /// The custom resources that are served now, such as `databases.example.com`, each once.
    #[must_use]
    pub fn custom_resources(&self) -> Vec<String> {
        self.api.registry.custom_resources()
    }

    /// The validators of a custom resource that is served, by the name of its definition
    /// (`databases.example.com`): of all its versions. Copies of the server share them.
    #[must_use]
    pub fn validators(&self, resource: &str) -> Option<Arc<Validators>> {
        self.api.registry.validators(resource)
    }
}

/// Panics if the name of a Service has no namespace: configurations name a Service by both.
#[track_caller]
fn assert_has_namespace(service: &str) {
    assert!(service.contains('/'), "the Service {service:?} has no namespace: write \"NAMESPACE/{service}\"");
}

impl fmt::Debug for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Server").field("objects", &self.api.history.len()).finish_non_exhaustive()
    }
}
