//! A part of a default: its schema, its number, and what it is an update of.

use crdc_cel::compile::types::DeclaredId;
use crdc_schema::Schema;
use crdc_source::{Node, Value};

/// A part of a default with its number: that of the values before it.
pub(super) type Part<'s> = (u32, &'s Node);

/// A part of a default, and its schema.
#[derive(Clone, Copy)]
pub(super) struct Site<'s> {
    pub(super) schema: &'s Schema,
    /// The type of the value for rules.
    pub of: Option<DeclaredId>,
    pub node: &'s Node,
    /// The number of values before it.
    pub(super) at: u32,
    /// The old value.
    pub(super) old: Option<Part<'s>>,
}

/// The number of values in each part of a value, the part included.
pub(super) struct Sizes(Vec<u32>);

impl Sizes {
    pub(crate) fn of(node: &Node) -> Sizes {
        let mut sizes = Sizes(Vec::new());
        sizes.add(node);
        sizes
    }

    fn add(&mut self, node: &Node) {
        let at = self.0.len();
        self.0.push(1);
        match &node.value {
            Value::Array(items) => items.iter().for_each(|item| self.add(item)),
            Value::Object(members) => members.iter().for_each(|member| self.add(&member.value)),
            _ => return,
        }
        self.0[at] = u32::try_from(self.0.len() - at).unwrap_or(u32::MAX);
    }

    /// The numbers of parts that follow each other, the first of which has this number.
    pub(super) fn numbers<'s, T>(&self, first: u32, parts: &'s [T]) -> impl Iterator<Item = (u32, &'s T)> {
        parts.iter().scan(first, move |next, part| {
            let at = *next;
            *next += self.0.get(at as usize).copied().unwrap_or(1);
            Some((at, part))
        })
    }
}
