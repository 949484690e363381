//! The fields of a node by number: those of every resource, those of the schema, and required names that are
//! not fields. **Computed once per node**, since it is needed often.

use std::collections::HashMap;

use crate::plan::{Node, NodeId, Plan};

/// Below this number of fields, a linear search is faster than a table.
const TABLE_FROM: usize = 16;

/// A field as generated code sees it: by number.
pub(super) struct Known<'p> {
    pub(super) name: &'p str,
    pub(super) node: Option<NodeId>,
}

/// The fields of one node, in the order of their numbers.
#[derive(Default)]
pub(super) struct Fields<'p> {
    list: Vec<Known<'p>>,
    numbers: HashMap<&'p str, usize>,
}

impl<'p> Fields<'p> {
    /// The fields of every node of a plan.
    pub(super) fn of_all(plan: &'p Plan) -> Vec<Fields<'p>> {
        let nodes = plan.nodes.iter().enumerate();
        nodes.map(|(id, node)| Fields::of(node, id == plan.root)).collect()
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

    /// All of them.
    pub(super) fn list(&self) -> &[Known<'p>] {
        &self.list
    }
}
