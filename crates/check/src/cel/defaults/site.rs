//! A value in a default on which rules run, with its schema and its old value.
//!
//! Each value in a default has a number: the count of values before it, in the order of the document.

use crdc_cel::compile::types::DeclaredId;
use crdc_schema::Schema;
use crdc_source::{Node, Value};

/// The number of a value in a default, and the value.
pub(super) type Part<'s> = (u32, &'s Node);

/// A value in a default: the default itself, or a value inside of it.
#[derive(Clone, Copy)]
pub(super) struct Site<'s> {
    pub(super) schema: &'s Schema,
    /// The CEL type of the value; none if rules cannot see values of the schema.
    pub of: Option<DeclaredId>,
    pub node: &'s Node,
    /// The number of the value.
    pub(super) at: u32,
    /// The value that this one updates, which is a part of the same default; none for a new value.
    pub(super) old: Option<Part<'s>>,
}

/// For each value in a default, by its number: how many values it consists of, itself included.
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

    /// Pairs consecutive values, the items of a list or the members of an object, with their numbers. `first`
    /// is the number of the first one.
    pub(super) fn numbers<'s, T>(&self, first: u32, parts: &'s [T]) -> impl Iterator<Item = (u32, &'s T)> {
        parts.iter().scan(first, move |next, part| {
            let at = *next;
            *next += self.0.get(at as usize).copied().unwrap_or(1);
            Some((at, part))
        })
    }
}
