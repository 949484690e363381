//! A value with rules at or below it, and its next child.

use super::counterparts::Lookup;
use super::rule::RuleNode;
use crdc_object::tape::{Kind, MAP_KEY, NO_KEY, Tape};

/// A value with rules at or below it.
#[derive(Debug)]
pub(super) struct Frame<'p> {
    pub(super) at: u32,
    pub(super) node: &'p RuleNode<'p>,
    /// The next child, and where the children end.
    next: u32,
    pub(super) end: u32,
    /// The old value, if it has been looked up.
    pub(super) old: Option<Option<u32>>,
    /// For finding the old values of the children.
    pub(super) lookup: Lookup,
}

impl<'p> Frame<'p> {
    pub(super) fn new(tape: &Tape<'_>, at: u32, node: &'p RuleNode<'p>) -> Frame<'p> {
        let entry = tape.entry(at);
        let below = match entry.kind {
            Kind::Array => node.items.is_some(),
            Kind::Object => node.each.is_some() || !node.fields.is_empty(),
            _ => false,
        };
        let end = if below { entry.next } else { 0 };
        Frame { at, node, next: at + 1, end, old: None, lookup: Lookup::default() }
    }

    /// The next child that has rules at or below it and is not null.
    #[inline]
    pub(super) fn next(&mut self, tape: &Tape<'_>) -> Option<(u32, &'p RuleNode<'p>)> {
        while self.next < self.end {
            let at = self.next;
            let entry = tape.entries.get(at as usize)?;
            self.next = if entry.is_container() { entry.next.max(at + 1) } else { at + 1 };
            let node = if entry.key == NO_KEY {
                self.node.items
            } else if entry.field & MAP_KEY != 0 {
                self.node.each
            } else {
                field(self.node.fields, entry.field)
            };
            if let Some(node) = node
                && !entry.is_dead()
                && entry.kind != Kind::Null
            {
                return Some((at, node));
            }
        }
        None
    }
}

/// The rules at and below a field. Most objects have few such fields.
#[inline]
fn field<'p>(fields: &[(u16, &'p RuleNode<'p>)], number: u16) -> Option<&'p RuleNode<'p>> {
    const FEW: usize = 8;
    let found = if fields.len() <= FEW {
        fields.iter().find(|(known, _)| *known == number)
    } else {
        let index = fields.binary_search_by_key(&number, |(known, _)| *known).ok()?;
        fields.get(index)
    };
    found.map(|(_, node)| *node)
}
