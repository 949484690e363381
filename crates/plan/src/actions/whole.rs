//! The checks of the whole object in its stored form. They run after decoding, because the status may be
//! dropped then, or taken from the old object.
// apiextensions-apiserver: registry/customresource/strategy.go: Validate comes after Prepare

use super::builder::Builder;
use crate::{Node, Object};

impl Builder<'_> {
    /// The root with the constraints that can be validated during decoding.
    pub(super) fn early_root(&self) -> Node {
        let root = &self.plan.nodes[self.plan.root];
        let required = root.object.required.iter().filter(|name| !self.is_late(name)).cloned().collect();
        let object = Object { required, min: None, max: None, ..root.object.clone() };
        Node { object, values: Vec::new(), junctors: Vec::new(), ..root.clone() }
    }

    /// The root with the remaining constraints, except those on its members. `None` if no constraints remain.
    pub(super) fn late_root(&self) -> Option<Node> {
        let root = &self.plan.nodes[self.plan.root];
        let required = root.object.required.iter().filter(|name| self.is_late(name)).cloned().collect();
        let object = Object { required, min: root.object.min, max: root.object.max, ..Object::default() };
        let late =
            Node { object, values: root.values.clone(), junctors: root.junctors.clone(), ..Node::default() };
        Some(late).filter(|late| *late != Node::default())
    }

    fn is_late(&self, name: &str) -> bool {
        self.plan.status_subresource && name == "status"
    }
}
