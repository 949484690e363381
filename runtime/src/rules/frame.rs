//! A frame of the walk: a value with rules at or below it, and its next child.

use super::counterparts::Lookup;
use super::tree::RuleTree;
use crdc_object::tape::{Kind, MAP_KEY, NO_KEY, Tape};

/// A value with rules at or below it.
#[derive(Debug)]
pub(crate) struct Frame<N> {
    pub(super) at: u32,
    pub(super) node: N,
    /// The next child, and where the children end.
    next: u32,
    pub(super) end: u32,
    /// The old value, if it has been looked up.
    pub(super) old: Option<Option<u32>>,
    /// The state of finding the old values of the children.
    pub(super) lookup: Lookup,
}

impl<'p, N: RuleTree<'p>> Frame<N> {
    pub(super) fn new(tape: &Tape<'_>, at: u32, node: N) -> Frame<N> {
        let entry = tape.entry(at);
        let end = if node.leads_below(entry.kind) { entry.next } else { 0 };
        Frame { at, node, next: at + 1, end, old: None, lookup: Lookup::default() }
    }

    /// The next child that has rules at or below it and is not null.
    #[inline]
    pub(super) fn next(&mut self, tape: &Tape<'_>) -> Option<(u32, N)> {
        while self.next < self.end {
            let at = self.next;
            let entry = tape.entries.get(at as usize)?;
            self.next = if entry.is_container() { entry.next.max(at + 1) } else { at + 1 };
            let node = if entry.key == NO_KEY {
                self.node.items()
            } else if entry.field & MAP_KEY != 0 {
                self.node.each()
            } else {
                self.node.field(entry.field)
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
