//! The decoders and checks of `apiVersion`, `kind` and `metadata`, of the object itself and of embedded
//! resources.

use super::builder::Builder;
use super::fields::meta_field;
use crate::NodeId;

impl Builder<'_> {
    /// The decoder of `metadata.name` of the whole object, if the schema constrains it.
    pub(super) fn generated_name(&self) -> Option<NodeId> {
        let field = |id: NodeId, name: &str| Some(self.plan.nodes[id].object.field(name)?.node);
        field(field(self.plan.root, "metadata")?, "name")
    }

    /// Whether the decoder drops a null in a field with this node.
    pub(super) fn drops_null(&self, id: NodeId) -> bool {
        let node = &self.plan.nodes[id];
        !node.nullable && !node.keeps_null && node.default.is_none()
    }

    /// The strings of the metadata that have constraints. They are checked after the metadata is in its
    /// stored form.
    pub(super) fn constrained_metadata(&self, id: NodeId) -> Vec<(u16, NodeId)> {
        if !self.plan.is_resource(id) {
            return Vec::new();
        }
        let known = self.fields(id).list();
        let Some(metadata) = known.iter().find(|known| known.name == "metadata").and_then(|known| known.node)
        else {
            return Vec::new();
        };
        let fields = &self.plan.nodes[metadata].object.fields;
        fields.iter().filter_map(|field| Some((meta_field(&field.name)?, field.node))).collect()
    }
}
