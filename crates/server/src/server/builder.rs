//! Builder of an API server in the process: `TestServer`. In: folders of CustomResourceDefinitions and
//! objects. Out: a server.

use std::fmt;
use std::path::Path;
use std::sync::Arc;

use crdc::Outcome;
use crdc_admission::{Mutator, Validator};
use crdc_source::Node;
use crdc_vocabulary::Minor;

use crate::conversion::{Converter, converter};
use crate::handlers::state::Api;
use crate::kinds::chain::AnswerObserver;
use crate::server::error::StartError;
use crate::server::input::Input;
use crate::server::running::Server;

/// Builder of an API server in the process.
#[derive(Default)]
pub struct TestServer {
    crds: Vec<Input>,
    objects: Vec<Input>,
    mutators: Vec<(String, Arc<dyn Mutator>)>,
    validators: Vec<(String, Arc<dyn Validator>)>,
    converters: Vec<(String, Arc<Converter>)>,
    answer_observer: Option<Arc<AnswerObserver>>,
    minor: Option<Minor>,
    seed: u64,
    time: Option<i64>,
}

impl TestServer {
    /// A builder of a server with Kubernetes' own kinds, the namespaces that every cluster has, and nothing
    /// else.
    #[must_use]
    pub fn new() -> TestServer {
        TestServer::default()
    }

    /// Adds the CustomResourceDefinitions of a file, or of all `.yaml`, `.yml` and `.json` files of a folder,
    /// in which other objects are left out.
    #[must_use]
    pub fn crds(mut self, path: impl AsRef<Path>) -> TestServer {
        self.crds.push(Input::Path(path.as_ref().to_owned()));
        self
    }

    /// Adds CustomResourceDefinitions as YAML or JSON. For a kind with `kube::CustomResourceExt`, this is the
    /// text of `serde_json::to_string(&Kind::crd())`.
    #[must_use]
    pub fn crd_text(mut self, text: impl Into<String>) -> TestServer {
        self.crds.push(Input::Text(text.into()));
        self
    }

    /// Adds the objects of a file or folder. Missing namespaces of these objects are created.
    #[must_use]
    pub fn objects(mut self, path: impl AsRef<Path>) -> TestServer {
        self.objects.push(Input::Path(path.as_ref().to_owned()));
        self
    }

    /// Adds objects as YAML or JSON. Missing namespaces of these objects are created.
    #[must_use]
    pub fn object_text(mut self, text: impl Into<String>) -> TestServer {
        self.objects.push(Input::Text(text.into()));
        self
    }

    /// Adds a mutator for a resource, such as `databases.example.com`, or `pods`. A mutator of a chain or a
    /// webhook can be used.
    #[must_use]
    pub fn mutator(mut self, resource: &str, mutator: impl Mutator + 'static) -> TestServer {
        self.mutators.push((resource.to_owned(), Arc::new(mutator)));
        self
    }

    /// Adds a validator for a resource, such as `databases.example.com`, or `pods`. A validator of a chain or
    /// a webhook can be used.
    #[must_use]
    pub fn validator(mut self, resource: &str, validator: impl Validator + 'static) -> TestServer {
        self.validators.push((resource.to_owned(), Arc::new(validator)));
        self
    }

    /// Converts objects of a resource, such as `databases.example.com`, between its versions, if its
    /// definition has the conversion strategy `Webhook`. The function gets the JSON of an object and the
    /// wanted version, such as `example.com/v1`; its error is the reason why it does not convert the object.
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
        self.converters.push((resource.to_owned(), converter(convert)));
        self
    }

    /// Calls `observer` with each answer of crdc about an object, also those of decoding. Copies of the
    /// server call it, too. The errors of an answer are data, which responses contain only as text.
    #[must_use]
    pub fn answer_observer(self, observer: impl Fn(&Outcome<'_>) + Send + Sync + 'static) -> TestServer {
        TestServer { answer_observer: Some(Arc::new(observer)), ..self }
    }

    /// Accepts definitions and custom resources as a server of this version. The default is the newest.
    /// Messages stay those of the newest version: `crdc_dynamic::servers` has the words of others.
    #[must_use]
    pub fn kubernetes(self, version: Minor) -> TestServer {
        TestServer { minor: Some(version), ..self }
    }

    /// Sets the seed of generated names and uids. The default is 0: two servers generate the same names.
    #[must_use]
    pub fn seed(self, seed: u64) -> TestServer {
        TestServer { seed, ..self }
    }

    /// Stops the server's clock at a time, in seconds since 1970. [`Server::set_time`] sets it later.
    #[must_use]
    pub fn time(self, seconds: i64) -> TestServer {
        TestServer { time: Some(seconds), ..self }
    }

    /// Starts the server.
    ///
    /// # Errors
    ///
    /// A file cannot be read, a document is no YAML or JSON, or a definition or an object is refused. The
    /// error contains the message of the server.
    pub fn start(self) -> Result<Server, StartError> {
        let api = Api::new(self.seed, self.minor);
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
        self.answer_observer.into_iter().for_each(|observer| api.registry.answer_observer(observer));
        let server = Server::new(api);
        server.bootstrap()?;
        for (is_crd, input) in
            self.crds.iter().map(|input| (true, input)).chain(self.objects.iter().map(|input| (false, input)))
        {
            let mut found = input.objects().map_err(StartError)?;
            if is_crd && input.is_folder() {
                found.retain(|(_, node)| is_definition(node));
            }
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

fn is_definition(node: &Node) -> bool {
    node.get("kind").and_then(Node::as_str) == Some("CustomResourceDefinition")
}

impl fmt::Debug for TestServer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TestServer").field("seed", &self.seed).finish_non_exhaustive()
    }
}
