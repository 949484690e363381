//! Builder of an API server in the process: `TestServer`. In: folders of CustomResourceDefinitions and
//! objects. Out: a server.

use std::fmt;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::{Arc, PoisonError};

use bytes::Bytes;
use crdc_admission::{Mutator, Validator};
use crdc_source::Node;
use http::{Method, Request, Response};
use http_body_util::Full;
use serde_json::Value;
use tower_service::Service;

use crate::api::ApiService;
use crate::conversion::Converter;
use crate::faults::Fault;
use crate::handle;
use crate::handle::call::Call;
use crate::input::Input;
use crate::kinds::Kind;
use crate::kinds::accepted_names::Conflict;
use crate::state::{Api, Received};
use crate::url::Query;

/// The namespaces that every cluster has.
const NAMESPACES: [&str; 4] = ["default", "kube-node-lease", "kube-public", "kube-system"];

/// The Service of the server itself.
// kubernetes: pkg/controlplane/controller/kubernetesservice
const KUBERNETES: &str = r#"{"apiVersion":"v1","kind":"Service",
    "metadata":{"name":"kubernetes","namespace":"default","labels":{"component":"apiserver","provider":"kubernetes"}},
    "spec":{"ports":[{"name":"https","port":443,"targetPort":6443}]}}"#;

/// The role that every cluster has.
// kubernetes: plugin/pkg/auth/authorizer/rbac/bootstrappolicy/policy.go
const CLUSTER_ADMIN: &str = r#"{"apiVersion":"rbac.authorization.k8s.io/v1","kind":"ClusterRole",
    "metadata":{"name":"cluster-admin","labels":{"kubernetes.io/bootstrapping":"rbac-defaults"}},
    "rules":[{"apiGroups":["*"],"resources":["*"],"verbs":["*"]},{"nonResourceURLs":["*"],"verbs":["*"]}]}"#;

/// Builder of an API server in the process.
#[derive(Default)]
pub struct TestServer {
    crds: Vec<Input>,
    objects: Vec<Input>,
    mutators: Vec<(String, Arc<dyn Mutator>)>,
    validators: Vec<(String, Arc<dyn Validator>)>,
    converters: Vec<(String, Arc<Converter>)>,
    seed: u64,
    time: Option<i64>,
}

impl TestServer {
    /// A server with Kubernetes' own kinds, the namespaces of every cluster, and nothing else.
    #[must_use]
    pub fn new() -> TestServer {
        TestServer::default()
    }

    /// Adds the CustomResourceDefinitions of a file, or of all `.yaml`, `.yml` and `.json` files of a folder.
    #[must_use]
    pub fn crds(mut self, path: impl AsRef<Path>) -> TestServer {
        self.crds.push(Input::Path(path.as_ref().to_owned()));
        self
    }

    /// Adds CustomResourceDefinitions, YAML or JSON: of `kube::CustomResourceExt`, the text of
    /// `serde_json::to_string(&Kind::crd())`.
    #[must_use]
    pub fn crd_text(mut self, text: impl Into<String>) -> TestServer {
        self.crds.push(Input::Text(text.into()));
        self
    }

    /// Adds the objects of a file or folder. Their namespaces are made if they are missing.
    #[must_use]
    pub fn objects(mut self, path: impl AsRef<Path>) -> TestServer {
        self.objects.push(Input::Path(path.as_ref().to_owned()));
        self
    }

    /// Adds objects, YAML or JSON. Their namespaces are made if they are missing.
    #[must_use]
    pub fn object_text(mut self, text: impl Into<String>) -> TestServer {
        self.objects.push(Input::Text(text.into()));
        self
    }

    /// Adds a mutator of a resource, such as `databases.example.com`, or `pods`. It is the same that a chain
    /// or a webhook takes.
    #[must_use]
    pub fn mutator(mut self, resource: &str, mutator: impl Mutator + 'static) -> TestServer {
        self.mutators.push((resource.to_owned(), Arc::new(mutator)));
        self
    }

    /// Adds a validator of a resource, such as `databases.example.com`, or `pods`. It is the same that a
    /// chain or a webhook takes.
    #[must_use]
    pub fn validator(mut self, resource: &str, validator: impl Validator + 'static) -> TestServer {
        self.validators.push((resource.to_owned(), Arc::new(validator)));
        self
    }

    /// Converts objects of a resource, such as `databases.example.com`, between its versions, if its
    /// definition has the conversion strategy `Webhook`. The function gets the JSON of an object and the
    /// version that is wanted, such as `example.com/v1`; what it refuses, it says.
    /// `crdc_webhook::Conversion::convert` is such a function.
    ///
    /// ```
    /// # use crdc_server::TestServer;
    /// let server = TestServer::new().converter("databases.example.com", |object: &[u8], version: &str| {
    ///     let mut object: serde_json::Value = serde_json::from_slice(object).map_err(|error| error.to_string())?;
    ///     object["apiVersion"] = version.into();
    ///     Ok(object.to_string().into_bytes())
    /// });
    /// ```
    #[must_use]
    pub fn converter(
        mut self,
        resource: &str,
        convert: impl Fn(&[u8], &str) -> Result<Vec<u8>, String> + Send + Sync + 'static,
    ) -> TestServer {
        let convert = move |object: &[u8], version: &str| {
            convert(object, version).map_err(|why| format!("failed: {why}"))
        };
        self.converters.push((resource.to_owned(), Arc::new(convert)));
        self
    }

    /// Makes generated names and uids from this number. The default is 0: two servers give the same names.
    #[must_use]
    pub fn seed(self, seed: u64) -> TestServer {
        TestServer { seed, ..self }
    }

    /// Stops the server's clock at a time, in seconds since 1970. [`Server::set_time`] moves it.
    #[must_use]
    pub fn time(self, seconds: i64) -> TestServer {
        TestServer { time: Some(seconds), ..self }
    }

    /// Starts the server.
    ///
    /// # Errors
    ///
    /// If a file cannot be read, a document is no YAML or JSON, or a definition or an object is refused; with
    /// the server's words.
    pub fn start(self) -> Result<Server, StartError> {
        let api = Api::new(self.seed);
        if let Some(time) = self.time {
            api.clock.set(time);
        }
        self.mutators.into_iter().for_each(|(resource, mutator)| api.registry.mutator(&resource, mutator));
        self.validators
            .into_iter()
            .for_each(|(resource, validator)| api.registry.validator(&resource, validator));
        self.converters
            .into_iter()
            .for_each(|(resource, converter)| api.registry.converter(&resource, converter));
        let server = Server { api: Arc::new(api) };
        for namespace in NAMESPACES {
            server.namespace(namespace)?;
        }
        server.post("/api/v1/namespaces/default/services", KUBERNETES, "kubernetes")?;
        server.post("/apis/rbac.authorization.k8s.io/v1/clusterroles", CLUSTER_ADMIN, "cluster-admin")?;
        for (is_crd, input) in
            self.crds.iter().map(|input| (true, input)).chain(self.objects.iter().map(|input| (false, input)))
        {
            let found = input.objects().map_err(StartError)?;
            if is_crd && found.is_empty() {
                return Err(StartError(format!("{input}: no CustomResourceDefinition")));
            }
            for (file, node) in &found {
                server.add(file, node, is_crd)?;
            }
        }
        server.api.registry.webhooks.start();
        server.api.registry.policies.start(true);
        Ok(server)
    }
}

impl fmt::Debug for TestServer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TestServer").field("seed", &self.seed).finish_non_exhaustive()
    }
}

/// A server that runs. It ends when it and all its services are dropped.
#[derive(Clone)]
pub struct Server {
    pub(crate) api: Arc<Api>,
}

impl Server {
    /// The server as a tower service: `kube::Client::new(server.service(), "default")`.
    #[must_use]
    pub fn service(&self) -> ApiService {
        ApiService(self.api.clone())
    }

    /// Another server that begins as this one is now: its definitions, objects, changes, plugins, Services of
    /// webhooks and clock. From then on each goes its own way. Faults, the log of requests and clients are
    /// not copied. Definitions are not read again, so a test suite starts one server and gives each test a
    /// copy.
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
    /// Plugins of the test are the same in all copies, and what they remember is shared. Initializers that an
    /// object waits for are forgotten. Copy a server between requests: of a request that runs meanwhile, the
    /// copy may have a part.
    #[must_use]
    pub fn copy(&self) -> Server {
        Server { api: Arc::new(self.api.copy()) }
    }

    /// Answers the next requests that a fault is for with it.
    pub fn fail(&self, fault: Fault) {
        self.api.faults.add(fault);
    }

    /// Puts a tower service of this process, such as the router of `crdc_webhook::Webhook`, in the place of a
    /// Service, `NAMESPACE/NAME`: webhooks whose configurations name the Service are called there.
    ///
    /// ```
    /// # fn example(server: &crdc_server::Server, router: axum::Router) {
    /// server.webhook_service("operators/database-webhook", router);
    /// # }
    /// ```
    ///
    /// # Panics
    ///
    /// If the name has no namespace.
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

    /// Sends the calls of webhooks to a Service, `NAMESPACE/NAME`, to an address instead, with TLS: its
    /// certificate is for `NAME.NAMESPACE.svc`. Needs the feature `webhooks`.
    ///
    /// # Panics
    ///
    /// If the name has no namespace.
    #[track_caller]
    pub fn webhook_service_at(&self, name: &str, address: SocketAddr) {
        assert_has_namespace(name);
        self.api.registry.webhooks.services.at(name, address);
    }

    /// The last 10,000 requests, in the order of their answers.
    #[must_use]
    pub fn received(&self) -> Vec<Received> {
        self.api.received.lock().unwrap_or_else(PoisonError::into_inner).iter().cloned().collect()
    }

    /// Stops the server's clock at a time, in seconds since 1970.
    pub fn set_time(&self, seconds: i64) {
        self.api.clock.set(seconds);
    }

    /// Forgets all changes so far: lists and watches from versions before now are told that these are too old
    /// (410).
    pub fn compact(&self) {
        self.api.history.compact();
    }

    /// Keeps at most so many changes for watches. Without a limit, all are kept.
    pub fn keep_changes(&self, most: usize) {
        self.api.history.keep(most);
    }

    /// The newest resource version.
    #[must_use]
    pub fn version(&self) -> u64 {
        self.api.history.version()
    }

    /// Stores an object as it is, whatever its kind's schema says: what an older definition or server has
    /// left. Only then can tests see how old faults are ratcheted. It takes the place of the object of its
    /// name; watches see it.
    ///
    /// # Errors
    ///
    /// If no such kind is served.
    pub fn store(&self, object: &Value) -> Result<(), StartError> {
        let (kind, namespace, name) = self.place(object)?;
        if let Some(forms) = &kind.forms {
            forms.mix();
        }
        kind.storage.put(&namespace, &name, object.to_string().as_bytes());
        Ok(())
    }

    /// Removes an object at once, whatever its finalizers; nothing follows from it. An object that is not
    /// there is no error.
    ///
    /// # Errors
    ///
    /// If no such kind is served.
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
        let found = self.api.registry.of_object(&api_version, &kind);
        let found = found.ok_or_else(|| StartError(format!("no kind {kind} in {api_version}")))?;
        let namespace = match metadata["namespace"].as_str().filter(|namespace| !namespace.is_empty()) {
            _ if !found.namespaced => "",
            namespace => namespace.unwrap_or("default"),
        };
        Ok((found, namespace.to_owned(), text(&metadata["name"])))
    }

    /// All objects, by resource (`databases.example.com`), namespace and name: what tests compare.
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

    /// Makes a namespace, unless there is one.
    fn namespace(&self, name: &str) -> Result<(), StartError> {
        if self.api.history.get("namespaces", "", name).is_some() {
            return Ok(());
        }
        let text = format!(r#"{{"apiVersion":"v1","kind":"Namespace","metadata":{{"name":"{name}"}}}}"#);
        self.post("/api/v1/namespaces", &text, name)
    }

    fn add(&self, file: &str, node: &Node, is_crd: bool) -> Result<(), StartError> {
        let text = |keys: &[&str]| {
            let found = keys.iter().try_fold(node, |node, key| node.get(key));
            found.and_then(Node::as_str).unwrap_or_default().to_owned()
        };
        let (api_version, kind, name) = (text(&["apiVersion"]), text(&["kind"]), text(&["metadata", "name"]));
        let what = format!("{file}: {kind} {name}");
        if is_crd && kind != "CustomResourceDefinition" {
            return Err(StartError(format!("{what}: not a CustomResourceDefinition; add it with `objects`")));
        }
        let Some(found) = self.api.registry.of_object(&api_version, &kind) else {
            return Err(StartError(format!(
                "{what}: no kind {kind} in {api_version}; add its CustomResourceDefinition with `crds`"
            )));
        };
        let base = if found.group.is_empty() {
            format!("/api/{}", found.version)
        } else {
            format!("/apis/{api_version}")
        };
        let mut path = format!("{base}/{}", found.names.plural);
        if found.namespaced {
            let namespace = Some(text(&["metadata", "namespace"])).filter(|text| !text.is_empty());
            let namespace = namespace.unwrap_or_else(|| "default".to_owned());
            self.namespace(&namespace)?;
            path = format!("{base}/namespaces/{namespace}/{}", found.names.plural);
        }
        self.post(&path, &node.to_json(), &what)?;
        match self.api.registry.conflict(&name) {
            Some(Conflict { message, .. }) => Err(StartError(format!(
                "{what}: a server does not serve it: {message} by another definition of its group; write another name"
            ))),
            None => Ok(()),
        }
    }

    fn post(&self, path: &str, body: &str, what: &str) -> Result<(), StartError> {
        let query = Query::of("fieldValidation=Strict");
        let call = Call {
            method: &Method::POST,
            query: &query,
            accept: "",
            user_agent: "crdc-server",
            content_type: "",
            body: body.as_bytes(),
        };
        let reply = handle::answer(&self.api, path, &call);
        if reply.code() < 300 {
            return Ok(());
        }
        let status: Value = serde_json::from_slice(reply.whole()).unwrap_or_default();
        Err(StartError(format!("{what}: {}", status["message"].as_str().unwrap_or("refused"))))
    }
}

/// Configurations name a Service and its namespace.
#[track_caller]
fn assert_has_namespace(service: &str) {
    assert!(service.contains('/'), "the Service {service:?} has no namespace: write \"NAMESPACE/{service}\"");
}

impl fmt::Debug for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Server").field("objects", &self.api.history.len()).finish_non_exhaustive()
    }
}

/// The error of starting a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StartError(String);

impl fmt::Display for StartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for StartError {}
