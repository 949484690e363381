//! What pruning would remove of a value: for defaults, which must not hold any of it.
//
// apiextensions-apiserver: pkg/apiserver/schema/pruning/algorithm.go

use crate::schema::{Schema, SchemaOrBool};
use crate::source::{Member, Node, Value};

/// Whether the server itself defines this field of every resource.
pub(super) fn is_meta(name: &str) -> bool {
    ["metadata", "apiVersion", "kind"].contains(&name)
}

/// A search for the first member that would be removed.
pub(super) struct Pruning<'n> {
    /// That member.
    pub(super) found: Option<&'n Member>,
    /// How many comparisons may still be made.
    pub(super) steps: usize,
}

impl<'n> Pruning<'n> {
    /// Looks through a value that the schema is for; none knows nothing.
    pub(super) fn prune(&mut self, node: &'n Node, schema: Option<&Schema>, resource: bool) {
        match schema {
            Some(schema) if schema.preserves_unknown_fields() => self.keep(node, schema, resource),
            _ => self.remove(node, schema, resource),
        }
    }

    /// Unknown fields go.
    fn remove(&mut self, node: &'n Node, schema: Option<&Schema>, resource: bool) {
        match &node.value {
            Value::Object(members) => {
                for member in members {
                    if !self.known(member, schema, resource) {
                        self.found.get_or_insert(member);
                    }
                }
            }
            Value::Array(items) => {
                let schema = schema.and_then(Schema::one_item).map(|(items, _)| items);
                for item in items {
                    self.prune(item, schema, schema.is_some_and(Schema::is_embedded_resource));
                }
            }
            _ => {}
        }
    }

    /// Unknown fields stay, and known ones are looked into. So are items, with what holds
    /// for the list: the server does not come back to pruning for them.
    fn keep(&mut self, node: &'n Node, schema: &Schema, resource: bool) {
        match &node.value {
            Value::Object(members) => {
                for member in members {
                    self.known(member, Some(schema), resource);
                }
            }
            Value::Array(items) => {
                if let Some((schema, _)) = schema.one_item() {
                    for item in items {
                        self.keep(item, schema, schema.is_embedded_resource());
                    }
                }
            }
            _ => {}
        }
    }

    /// Whether the schema knows the member; if so, its value is looked into.
    fn known(&mut self, member: &'n Member, schema: Option<&Schema>, resource: bool) -> bool {
        self.steps = self.steps.saturating_sub(1);
        let Some(schema) = schema.filter(|_| self.steps > 0 && self.found.is_none()) else {
            // Nothing is known without a schema; nothing is looked for when it is over.
            return self.steps == 0 || self.found.is_some();
        };
        if resource && is_meta(&member.key) {
            return true;
        }
        let inner = match (schema.property(&member.key), &schema.additional_properties) {
            (Some(property), _) => Some(&property.schema),
            // A map of anything keeps its keys and nothing below them.
            (None, Some(additional)) => SchemaOrBool::schema(&additional.value),
            (None, None) => return false,
        };
        self.prune(&member.value, inner, inner.is_some_and(Schema::is_embedded_resource));
        true
    }
}
