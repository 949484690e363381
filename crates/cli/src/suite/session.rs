//! The server of one test. In: requests for objects of the suite's CRDs. Out: answers, and stored objects.
//!
//! A session is a copy of the server of its CRDs, so that tests do not see objects of each other.

use super::answer::{Answer, Seen, object};
use super::compare::Failure;
use super::conversion::Conversions;
use super::crds::Loaded;
use crate::edit::{default_metadata, edit_metadata, member, metadata, take};
use crdc::__private::plan::Compiled;
use crdc::Scope;
use crdc_dynamic::Validator;
use crdc_server::Server;
use crdc_source::Node;
use http::Method;
use serde_json::json;

/// The name of objects that have none, as if the server had made it.
const NAME: &str = "test-00000";

/// The namespace of objects that name none, which every server has.
const DEFAULT_NAMESPACE: &str = "default";

pub(super) const MERGE_PATCH: &str = "application/merge-patch+json";
pub(super) const APPLY_PATCH: &str = "application/apply-patch+yaml";

/// A server with the objects of one test.
pub(super) struct Session<'l> {
    loaded: &'l Loaded,
    server: Server,
}

/// The address of an object.
#[derive(Clone)]
pub(super) struct Target<'l> {
    pub(super) validator: Validator<'l>,
    namespace: Option<String>,
    name: String,
}

impl<'l> Session<'l> {
    /// A server without objects.
    pub(super) fn new(loaded: &'l Loaded, conversions: Conversions) -> Session<'l> {
        loaded.convert_by(conversions);
        Session { loaded, server: loaded.server() }
    }

    /// The address of an object, which gets a name and a namespace if it has none.
    ///
    /// # Errors
    ///
    /// The CRDs do not have the kind.
    pub(super) fn target(&self, object: &mut Node) -> Result<Target<'l>, Failure> {
        let validator = self.validator(object)?;
        default_metadata(object, "name", NAME);
        match validator.compiled().scope {
            Scope::Namespaced => default_metadata(object, "namespace", DEFAULT_NAMESPACE),
            // Servers clear the namespace.
            Scope::Cluster => edit_metadata(object, |metadata| drop(take(metadata, "namespace"))),
        }
        let of = |key| metadata(object, key).unwrap_or_default().to_owned();
        let namespaced = validator.compiled().scope == Scope::Namespaced;
        Ok(Target { validator, namespace: namespaced.then(|| of("namespace")), name: of("name") })
    }

    /// The validator of an object.
    fn validator(&self, object: &Node) -> Result<Validator<'l>, Failure> {
        let (api_version, kind) = (member(object, "apiVersion"), member(object, "kind"));
        if api_version.is_empty() || kind.is_empty() {
            return Err(Failure::new("an object without apiVersion or kind"));
        }
        let loaded = self.loaded;
        loaded.find(api_version, kind).ok_or_else(|| {
            let known: Vec<String> =
                loaded.all().map(|one| format!("{} {}", one.api_version(), one.kind())).collect();
            Failure::new(format!("the CRDs have no {api_version} {kind}; they have: {}", known.join(", ")))
        })
    }

    /// Stores an object as it is.
    ///
    /// # Errors
    ///
    /// No version of its kind is served.
    pub(super) fn store(&self, object: &Node, target: &Target<'_>) -> Result<(), Failure> {
        self.make_namespace(target);
        let value =
            serde_json::from_str(&object.to_json()).map_err(|error| Failure::new(error.to_string()))?;
        self.server.store(&value).map_err(|error| Failure::new(error.to_string()))
    }

    /// Sends a request, and returns the answer and what crdc said of the objects in it.
    pub(super) fn send(&self, target: &Target<'_>, request: Sent<'_>) -> (Answer, Vec<Seen>) {
        if !target.validator.is_served() {
            let refusal = format!(
                "{} is not served: the server could not find the requested resource",
                target.validator.api_version()
            );
            return (Answer::refused(refusal), Vec::new());
        }
        self.make_namespace(target);
        let Sent { method, subresource, query, content_type, body } = request;
        let path = target.path(method != Method::POST, subresource, query);
        self.loaded.take_seen();
        let answered = self.server.send(&method, &path, content_type, body.as_bytes());
        let seen = self.loaded.take_seen();
        (Answer::of(&answered, &seen), seen)
    }

    /// The object that is stored, as a version of its kind shows it. `None` if there is none.
    ///
    /// # Errors
    ///
    /// The object cannot be converted.
    pub(super) fn stored(&self, target: &Target<'_>) -> Result<Option<Node>, Failure> {
        let answered = self.server.send(&Method::GET, &target.path(true, "", ""), "", b"");
        match answered.code {
            404 => Ok(None),
            code if code < 300 => Ok(object(&answered.body)),
            _ => Err(Failure::new(Answer::of(&answered, &[]).message)),
        }
    }

    /// Creates the namespace of an object, unless it exists.
    fn make_namespace(&self, target: &Target<'_>) {
        let Some(name) = target.namespace.as_deref().filter(|name| *name != DEFAULT_NAMESPACE) else {
            return;
        };
        let namespace = json!({"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": name}});
        // A name that no namespace can have is what the request is refused for.
        drop(self.server.send(&Method::POST, "/api/v1/namespaces", "", namespace.to_string().as_bytes()));
    }
}

/// A request for an object.
pub(super) struct Sent<'s> {
    pub(super) method: Method,
    pub(super) subresource: &'s str,
    pub(super) query: &'s str,
    pub(super) content_type: &'s str,
    pub(super) body: String,
}

impl Sent<'_> {
    pub(super) fn new(method: Method, body: &Node) -> Sent<'static> {
        Sent { method, subresource: "", query: "", content_type: "", body: body.to_json() }
    }
}

impl Target<'_> {
    pub(super) fn compiled(&self) -> &Compiled<'_> {
        self.validator.compiled()
    }

    fn path(&self, is_of_object: bool, subresource: &str, query: &str) -> String {
        let compiled = self.compiled();
        let mut path = format!("/apis/{}", compiled.api_version);
        if let Some(namespace) = &self.namespace {
            path.extend(["/namespaces/", namespace]);
        }
        path.extend(["/", compiled.plural]);
        if is_of_object {
            path.extend(["/", &self.name]);
        }
        for (before, part) in [("/", subresource), ("?", query)] {
            if !part.is_empty() {
                path.extend([before, part]);
            }
        }
        path
    }
}
