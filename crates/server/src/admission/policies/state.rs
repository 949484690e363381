//! The registry of a server's policies. In: the objects of the server, and a function that finds the resource
//! of a kind. Out: the policies as an admission plugin of one kind.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crdc_admission::Attributes;
use serde_json::Value;

use crate::admission::expressions::Expressions;
use crate::admission::matching;
use crate::admission::versioned_objects::VersionedObjects;
use crate::storage::history::History;

/// A function that finds the resource of an API version and a kind, and whether its objects are in
/// namespaces.
type Resource = dyn Fn(&str, &str) -> Option<(String, bool)> + Send + Sync;

/// The policies of a server.
pub(crate) struct Policies {
    pub(crate) history: Arc<History>,
    pub(crate) resource: Box<Resource>,
    pub(crate) expressions: Expressions,
    /// Whether the server has started. The objects that it starts with are stored before any policy applies.
    started: AtomicBool,
}

impl Policies {
    pub(crate) fn new(history: Arc<History>, resource: Box<Resource>) -> Policies {
        let (expressions, started) = Default::default();
        Policies { history, resource, expressions, started }
    }

    /// Starts or stops the evaluation of policies for requests.
    pub(crate) fn start(&self, start: bool) {
        self.started.store(start, Ordering::Relaxed);
    }

    pub(crate) fn has_started(&self) -> bool {
        self.started.load(Ordering::Relaxed)
    }

    /// The namespace of a request as a variable of expressions: without type meta, owner references and
    /// managed fields.
    pub(crate) fn namespace(&self, attributes: &Attributes<'_>) -> Value {
        let name = if matching::is_namespace(attributes) { "" } else { attributes.namespace() };
        let text = self.history.get("namespaces", "", name);
        let found = text.and_then(|text| serde_json::from_slice::<Value>(&text).ok());
        let Some(Value::Object(mut found)) = found else { return Value::Null };
        found.retain(|field, _| matches!(&**field, "metadata" | "spec" | "status"));
        if let Some(Value::Object(metadata)) = found.get_mut("metadata") {
            metadata.retain(|field, _| !matches!(&**field, "managedFields" | "ownerReferences"));
        }
        Value::Object(found)
    }
}

/// The policies as an admission plugin of one kind.
#[derive(Clone)]
pub(crate) struct PoliciesOf {
    pub(crate) all: Arc<Policies>,
    pub(crate) objects: VersionedObjects,
}
