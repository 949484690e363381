//! Finds the descriptions for the nodes of a plan. In: a schema and the plan that was built from it. Out:
//! descriptions by node and field.
//!
//! Easy to break: descriptions are not part of a node, and equal nodes are shared, so a field has one only if
//! all places that share the node agree.

use std::collections::{HashMap, HashSet};

use super::{NodeId, Others, Plan};
use crdc_check::CheckedVersion;
use crdc_schema::references::{Definitions, Parts};
use crdc_schema::{Items, Schema, SchemaOrBool};

/// The descriptions of a plan.
#[derive(Clone, Debug, Default)]
pub struct Descriptions {
    of: HashMap<NodeId, NodeDescriptions>,
}

/// The descriptions of a node and its fields; `None` if several places disagree.
#[derive(Clone, Debug, Default)]
struct NodeDescriptions {
    /// The description of the node itself, set once a place was visited.
    own: Option<Option<String>>,
    fields: HashMap<String, Option<String>>,
}

impl Descriptions {
    /// The descriptions of the schema that a plan was built of.
    #[must_use]
    pub fn of(checked: CheckedVersion<'_>, plan: &Plan) -> Descriptions {
        let mut walk =
            Walk { plan, definitions: checked.definitions(), seen: HashSet::new(), found: HashMap::new() };
        if let Some(schema) = checked.schema() {
            walk.value(&schema.value, plan.root);
        }
        Descriptions { of: walk.found }
    }

    /// The description of a field of a node.
    #[must_use]
    pub fn field(&self, node: NodeId, name: &str) -> Option<&str> {
        self.of.get(&node)?.fields.get(name)?.as_deref()
    }

    /// The description of a node itself.
    #[must_use]
    pub fn node(&self, node: NodeId) -> Option<&str> {
        self.of.get(&node)?.own.as_ref()?.as_deref()
    }
}

struct Walk<'p> {
    plan: &'p Plan,
    definitions: &'p Definitions,
    /// The nodes of definitions that were walked.
    seen: HashSet<NodeId>,
    found: HashMap<NodeId, NodeDescriptions>,
}

impl Walk<'_> {
    /// Records the description at a place.
    fn note(&mut self, node: NodeId, field: Option<&str>, said: Option<&str>) {
        let said = said.map(str::trim).filter(|said| !said.is_empty());
        let of = self.found.entry(node).or_default();
        let place = match field {
            None => of.own.get_or_insert_with(|| said.map(str::to_owned)),
            Some(field) if !of.fields.contains_key(field) => {
                of.fields.entry(field.to_owned()).or_insert_with(|| said.map(str::to_owned))
            }
            Some(field) => match of.fields.get_mut(field) {
                Some(place) => place,
                None => return,
            },
        };
        if place.as_deref() != said {
            *place = None;
        }
    }

    fn value(&mut self, schema: &Schema, node: NodeId) {
        if self.definitions.referred(schema).is_some() {
            let parts = Parts::of(schema, self.definitions);
            // Keywords beside a reference describe the field, not the values of the definition.
            let own = parts.definition(self.definitions).and_then(|found| found.schema.description.as_ref());
            self.note(node, None, own.map(|at| &*at.value));
            if self.seen.insert(node) {
                let laid = Box::new(parts.laid());
                self.parts(&laid, node);
            }
        } else {
            self.note(node, None, schema.description.as_ref().map(|at| &*at.value));
            self.parts(schema, node);
        }
    }

    fn parts(&mut self, schema: &Schema, node: NodeId) {
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
