//! Finds fields of a value that pruning would remove; defaults must not have any.
//
// apiextensions-apiserver: pkg/apiserver/schema/pruning/algorithm.go

use crdc_schema::{Schema, SchemaOrBool};
use crdc_source::{Member, Node, Value};

/// Whether the server itself defines this field for every resource.
pub(super) fn is_meta(name: &str) -> bool {
    ["metadata", "apiVersion", "kind"].contains(&name)
}

/// A search for the first member that pruning would remove.
pub(super) struct Pruning<'n> {
    /// The first member that pruning would remove.
    pub(super) found: Option<&'n Member>,
    /// The number of steps that the search may still take.
    pub(super) steps: usize,
}

impl<'n> Pruning<'n> {
    /// Prunes a value by its schema; without a schema, all members are unknown.
    pub(super) fn prune(&mut self, node: &'n Node, schema: Option<&Schema>, resource: bool) {
        match schema {
            Some(schema) if schema.preserves_unknown_fields() => self.keep(node, schema, resource),
            _ => self.remove(node, schema, resource),
        }
    }

    /// Unknown fields are removed.
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

    /// Unknown fields are preserved; known fields are pruned recursively. Items also preserve unknown fields,
    /// whatever their schema says, because the server does not return to pruning for them.
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

    /// Returns whether the schema has the member; if so, prunes its value.
    fn known(&mut self, member: &'n Member, schema: Option<&Schema>, resource: bool) -> bool {
        self.steps = self.steps.saturating_sub(1);
        let Some(schema) = schema.filter(|_| self.steps > 0 && self.found.is_none()) else {
            // Without a schema, no member is known. Once the search has ended, all count as known.
            return self.steps == 0 || self.found.is_some();
        };
        if resource && is_meta(&member.key) {
            return true;
        }
        let inner = match (schema.property(&member.key), &schema.additional_properties) {
            (Some(property), _) => Some(&property.schema),
            // A map of any values keeps its keys and removes everything below them.
            (None, Some(additional)) => SchemaOrBool::schema(&additional.value),
            (None, None) => return false,
        };
        self.prune(&member.value, inner, inner.is_some_and(Schema::is_embedded_resource));
        true
    }
}
