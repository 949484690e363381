//! The one middle: what to do with objects of a resource, with no trace of where the rules
//! came from. It is a function of the schema's meaning only, and prints itself.
//!
//! **Equal nodes are one node**, so a pod template used forty times is compiled once.
//! Nodes are numbered children first; the root is the last. A definition that leads back to itself
//! (`Node::definition`) is a node whatever its text, and has a lower number than its children.

mod build;
pub(crate) mod default;
mod extensions;
mod format;
mod json;
mod node;
mod print;

pub use build::{build, build_with};
pub use extensions::{FieldExtensions, Member, Union, UnionRules};
pub use json::{Json, escaped};
pub use node::{Array, Field, Junctor, Node, NodeId, Number, Object, Others, Rule, Text, Type};

/// The plan of one version of one resource.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// The CRD's own name, `plural.group`.
    pub crd: String,
    /// API group.
    pub group: String,
    /// Version.
    pub version: String,
    /// Kind.
    pub kind: String,
    /// Plural name.
    pub plural: String,
    /// Whether objects live in namespaces.
    pub namespaced: bool,
    /// Whether the status subresource is on.
    pub status_subresource: bool,
    /// The scale subresource, where it is on.
    pub scale: Option<Scale>,
    /// The whole object.
    pub root: NodeId,
    /// The object's `status`, where the schema knows it.
    pub status: Option<NodeId>,
    /// All nodes, children before parents.
    pub nodes: Vec<Node>,
    /// By node: the path of the first place it stands at.
    pub places: Vec<String>,
}

/// Paths of the scale subresource, each as it is written.
#[derive(Clone, Debug, PartialEq)]
pub struct Scale {
    /// `specReplicasPath`
    pub spec_replicas: String,
    /// `statusReplicasPath`
    pub status_replicas: String,
    /// `labelSelectorPath`
    pub label_selector: Option<String>,
}

impl Plan {
    /// The plan as text, stable from run to run.
    pub fn text(&self) -> String {
        print::plan(self)
    }

    /// Whether anything is marked, a union, or normalised.
    pub fn has_extensions(&self) -> bool {
        self.nodes.iter().any(|node| {
            let fields = node.object.fields.iter().map(|field| field.guard);
            let mut guards = fields.chain([node.object.others_guard, node.array.items_guard]);
            !node.unions.is_empty() || guards.any(|guard| guard != FieldExtensions::default())
        })
    }

    /// Whether any node has CEL rules.
    pub fn has_rules(&self) -> bool {
        self.nodes.iter().any(|node| !node.rules.is_empty())
    }
}
