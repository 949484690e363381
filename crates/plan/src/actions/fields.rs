//! The fields of a node by number: first the fields of every resource, then the fields of the schema, then
//! required names that are not fields. **Computed once per node**, since the numbers are needed often.

use std::collections::{HashMap, HashSet};

use crate::{Node, NodeId, Plan};
use crdc_check::rule_compiler::NAMES;
use crdc_schema::metadata_fields;

/// The number of a metadata field that a schema may constrain.
pub(super) fn meta_field(name: &str) -> Option<u16> {
    NAMES.iter().zip(0..).find(|(known, _)| **known == name).map(|(_, number)| number)
}

/// The number of fields from which on a table is faster than a linear search.
const TABLE_FROM: usize = 16;

/// The nodes of the metadata of resources, except nodes that other values share.
fn metadata(plan: &Plan) -> HashSet<NodeId> {
    let (mut metadata, mut others) = (HashSet::new(), HashSet::new());
    for (id, node) in plan.nodes.iter().enumerate() {
        let own = node.object.field("metadata").filter(|_| plan.is_resource(id)).map(|field| field.node);
        metadata.extend(own);
        others.extend(
            plan.own_fields(id).map(|field| field.node).chain(node.object.each()).chain(node.array.items),
        );
        others.extend(node.array.positions.iter().copied().chain(node.branches()));
    }
    metadata.retain(|id| !others.contains(id));
    metadata
}

/// A field of generated code, which is identified by its number.
pub(super) struct Known<'p> {
    pub(super) name: &'p str,
    pub node: Option<NodeId>,
}

/// The fields of one node, in the order of their numbers.
#[derive(Default)]
pub(super) struct Fields<'p> {
    /// Whether the fields are those of the metadata of resources, which have the runtime's numbers.
    pub(super) are_metadata: bool,
    list: Vec<Known<'p>>,
    numbers: HashMap<&'p str, usize>,
}

impl<'p> Fields<'p> {
    /// The fields of every node of a plan.
    pub(super) fn of_all(plan: &'p Plan) -> Vec<Fields<'p>> {
        let metadata = metadata(plan);
        let fields = |(id, node)| match metadata.contains(&id) {
            true => Fields::of_metadata(node),
            false => Fields::of(node, id == plan.root),
        };
        plan.nodes.iter().enumerate().map(fields).collect()
    }

    /// The fields of metadata, which do not depend on the schema.
    fn of_metadata(node: &'p Node) -> Fields<'p> {
        let mut fields = Fields { are_metadata: true, ..Fields::default() };
        for name in metadata_fields() {
            let declared = node.object.field(name);
            fields.push(name, declared.map(|field| field.node));
        }
        fields
    }

    fn of(node: &'p Node, root: bool) -> Fields<'p> {
        let mut fields = Fields::default();
        let own: &[&str] = match (root, node.embedded) {
            (true, _) => &["apiVersion", "kind", "metadata", "status"],
            (false, true) => &["apiVersion", "kind", "metadata"],
            (false, false) => &[],
        };
        for name in own {
            fields.push(name, None);
        }
        for field in &node.object.fields {
            match fields.number(&field.name).and_then(|number| fields.list.get_mut(number)) {
                Some(known) => known.node = Some(field.node),
                None => fields.push(&field.name, Some(field.node)),
            }
        }
        for name in &node.object.required {
            if fields.number(name).is_none() {
                fields.push(name, None);
            }
        }
        fields
    }

    fn push(&mut self, name: &'p str, node: Option<NodeId>) {
        self.list.push(Known { name, node });
        if self.list.len() == TABLE_FROM {
            self.numbers = self.list.iter().zip(0..).map(|(known, number)| (known.name, number)).collect();
        } else if self.list.len() > TABLE_FROM {
            self.numbers.insert(name, self.list.len() - 1);
        }
    }

    /// The number of a field.
    pub(super) fn number(&self, name: &str) -> Option<usize> {
        if self.list.len() < TABLE_FROM {
            return self.list.iter().position(|known| known.name == name);
        }
        self.numbers.get(name).copied()
    }

    /// All fields, in the order of their numbers.
    pub(super) fn list(&self) -> &[Known<'p>] {
        &self.list
    }
}
