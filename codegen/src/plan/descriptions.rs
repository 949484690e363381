//! What a schema says of its fields in words, for the nodes of its plan. In: a schema and the plan made of it. Out: descriptions by
//! node and field.
//!
//! Easy to break: descriptions are not part of a node, and equal nodes are shared, so a field has one only if all places that
//! share the node agree.

use std::collections::{HashMap, HashSet};

use super::{NodeId, Others, Plan};
use crate::check::CheckedVersion;
use crate::references::{Definitions, Parts};
use crate::schema::{Items, Schema, SchemaOrBool};

/// The descriptions of a plan.
#[derive(Clone, Debug, Default)]
pub(crate) struct Descriptions {
    /// Of a field of a node, or of the node itself; `None` if several places disagree.
    of: HashMap<(NodeId, Option<String>), Option<String>>,
}

impl Descriptions {
    /// Those of the schema that a plan was built of.
    #[must_use]
    pub(crate) fn of(checked: CheckedVersion<'_>, plan: &Plan) -> Descriptions {
        let mut walk =
            Walk { plan, definitions: checked.definitions(), seen: HashSet::new(), found: HashMap::new() };
        if let Some(schema) = checked.schema() {
            walk.value(&schema.value, plan.root);
        }
        Descriptions { of: walk.found }
    }

    /// That of a field of a node.
    #[must_use]
    pub(crate) fn field(&self, node: NodeId, name: &str) -> Option<&str> {
        self.of.get(&(node, Some(name.to_owned())))?.as_deref()
    }

    /// That of a node itself.
    #[must_use]
    pub(crate) fn node(&self, node: NodeId) -> Option<&str> {
        self.of.get(&(node, None))?.as_deref()
    }
}

struct Walk<'p> {
    plan: &'p Plan,
    definitions: &'p Definitions,
    /// The nodes of definitions that were walked.
    seen: HashSet<NodeId>,
    found: HashMap<(NodeId, Option<String>), Option<String>>,
}

impl Walk<'_> {
    /// Notes what a place says.
    fn note(&mut self, node: NodeId, field: Option<&str>, said: Option<&str>) {
        let said = said.map(str::trim).filter(|said| !said.is_empty());
        let place =
            self.found.entry((node, field.map(str::to_owned))).or_insert_with(|| said.map(str::to_owned));
        if place.as_deref() != said {
            *place = None;
        }
    }

    fn value(&mut self, schema: &Schema, node: NodeId) {
        if self.definitions.referred(schema).is_some() {
            if self.seen.insert(node) {
                let laid = Box::new(Parts::of(schema, self.definitions).laid());
                self.parts(&laid, node);
            }
        } else {
            self.parts(schema, node);
        }
    }

    fn parts(&mut self, schema: &Schema, node: NodeId) {
        self.note(node, None, schema.description.as_ref().map(|at| &*at.value));
        let Some(planned) = self.plan.nodes.get(node) else { return };
        let fields: HashMap<&str, NodeId> =
            planned.object.fields.iter().map(|field| (field.name.as_str(), field.node)).collect();
        for property in schema.properties.iter().flat_map(|at| &at.value) {
            let Some(&below) = fields.get(property.name.as_str()) else { continue };
            let parts = Parts::of(&property.schema, self.definitions);
            let said = parts.find(|part| part.description.as_ref().map(|at| &*at.value));
            self.note(node, Some(&property.name), said);
            self.value(&property.schema, below);
        }
        if let (Others::Each(below), Some(SchemaOrBool::Schema(each))) =
            (planned.object.others, schema.additional_properties.as_ref().map(|at| &*at.value))
        {
            self.value(each, below);
        }
        if let (Some(below), Some(Items::One(each))) =
            (planned.array.items, schema.items.as_ref().map(|at| &at.value))
        {
            self.value(each, below);
        }
    }
}
