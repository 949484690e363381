//! The identity of an object: its type, namespace and name, as written in its text.
//!
//! Easy to break: a server distinguishes objects in another way, since it knows whether a kind is namespaced
//! (`validate::storage`).

use crdc_kubernetes::group_of;

/// The identity of an object.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Identity {
    pub(crate) api_version: String,
    pub(crate) kind: String,
    pub(crate) namespace: String,
    /// The name of the object, or the prefix of a name that the server generates.
    pub(crate) name: String,
    /// Whether the server generates the name.
    pub(crate) is_generated: bool,
}

impl Identity {
    /// The identity with this name, or with the prefix of a generated name if the name is empty.
    pub(crate) fn named(self, name: String, generate_name: impl FnOnce() -> String) -> Identity {
        if !name.is_empty() {
            return Identity { name, ..self };
        }
        let name = generate_name();
        Identity { is_generated: !name.is_empty(), name, ..self }
    }

    /// The group of the API version; empty for the core group.
    pub(crate) fn group(&self) -> &str {
        group_of(&self.api_version)
    }

    /// Whether the object is a CustomResourceDefinition.
    pub(crate) fn is_crd(&self) -> bool {
        self.kind == "CustomResourceDefinition" && self.group() == "apiextensions.k8s.io"
    }

    /// The kind, namespace and name for people: `Database default/orders`.
    pub(crate) fn words(&self) -> String {
        let kind = if self.kind.is_empty() { "object" } else { &self.kind };
        match (self.namespace.as_str(), self.name.as_str()) {
            (_, "") => format!("{kind} without a name"),
            ("", name) => format!("{kind} {name}"),
            (namespace, name) => format!("{kind} {namespace}/{name}"),
        }
    }
}
