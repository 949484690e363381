//! The plan of one version of one resource.

use super::extensions::FieldExtensions;
use super::node::{Field, Node, NodeId};

/// The plan of one version of one resource. Plans that mean the same have equal texts.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The CRD's name, `plural.group`.
    pub crd: String,
    /// API group.
    pub group: String,
    /// Version.
    pub version: String,
    /// Kind.
    pub kind: String,
    /// Plural name.
    pub plural: String,
    /// Whether objects are namespaced.
    pub namespaced: bool,
    /// Whether the status subresource is enabled.
    pub status_subresource: bool,
    /// The scale subresource, if enabled.
    pub scale: Option<Scale>,
    /// The whole object.
    pub root: NodeId,
    /// The object's `status`, if the schema has it.
    pub status: Option<NodeId>,
    /// All nodes, children before parents.
    pub nodes: Vec<Node>,
    /// The path of the first occurrence of each node.
    pub places: Vec<String>,
}

/// Paths of the scale subresource, as written.
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
    /// `apiVersion` of its objects.
    #[must_use]
    pub fn api_version(&self) -> String {
        let Plan { group, version, .. } = self;
        if group.is_empty() { version.clone() } else { format!("{group}/{version}") }
    }

    /// Whether there are any immutability rules, unions or normalized values.
    pub fn has_extensions(&self) -> bool {
        self.nodes.iter().any(|node| {
            let fields = node.object.fields.iter().map(|field| field.guard);
            let mut guards = fields.chain([node.object.others_guard, node.array.items_guard]);
            !node.unions.is_empty() || guards.any(|guard| guard != FieldExtensions::default())
        })
    }

    /// Whether values of a node are resources, whose metadata the runtime decodes.
    pub fn is_resource(&self, id: NodeId) -> bool {
        id == self.root || self.nodes[id].embedded
    }

    /// The fields of a node, without the metadata of resources.
    pub fn own_fields(&self, id: NodeId) -> impl Iterator<Item = &Field> {
        let is_resource = self.is_resource(id);
        self.nodes[id].object.fields.iter().filter(move |field| !(is_resource && field.name == "metadata"))
    }

    /// Whether any node has CEL rules.
    pub fn has_rules(&self) -> bool {
        self.nodes.iter().any(|node| !node.rules.is_empty())
    }
}
