//! Writes members of sets that contain sets themselves as canonical bytes, in which nested sets have no
//! order.
//!
//! In: a member and its node, which leads to the sets in it. Out: bytes as in `canonical.rs`, but for a set
//! within, the sorted numbers of its items. Only for comparisons of stored objects: for the server, lists of
//! one object are equal only in order.
//!
//! Easy to break: the members of both objects need the same [`Numbers`]. Each item is numbered once, so the
//! time stays at n log n for sets nested to any depth.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use super::canonical::Canonical;
use crate::places::{ExtensionNode, ItemKind};
use crdc_object::tape::{Kind, Tape};

/// Numbers of items, by their canonical bytes.
#[derive(Debug, Default)]
pub(crate) struct Numbers(BTreeMap<Vec<u8>, u32>);

impl Numbers {
    /// Removes all items.
    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }

    fn of(&mut self, item: &[u8]) -> u32 {
        let next = self.0.len() as u32;
        match self.0.get(item) {
            Some(number) => *number,
            None => *self.0.entry(item.to_vec()).or_insert(next),
        }
    }
}

/// A container that is being written.
struct Open<'p> {
    node: &'p ExtensionNode<'p>,
    object: bool,
    /// The start of the container's children in the list of children, and the next child to write.
    start: usize,
    next: usize,
    /// The start of the bytes of its items, if it is a set.
    set: Option<usize>,
}

impl Canonical {
    /// Writes a list or object that is a member of a set; `node` is its node.
    pub(super) fn member(
        &mut self,
        tape: Tape<'_>,
        at: u32,
        node: &ExtensionNode<'_>,
        numbers: &mut Numbers,
    ) {
        let mut open = alloc::vec![self.opened(tape, at, node)];
        while let Some(top) = open.last_mut() {
            if top.next > top.start
                && let Some(start) = top.set
            {
                self.number(start, top.next - 1, numbers);
            }
            let Some(child) = self.children.get(top.next).copied() else {
                if top.set.is_some() {
                    self.numbers(top.start);
                }
                self.close(top.start);
                open.pop();
                continue;
            };
            top.next += 1;
            let entry = tape.entry(child);
            let edge = match (top.object, entry.is_map_value()) {
                (false, _) => top.node.items,
                (true, true) => top.node.each,
                (true, false) => top.node.field(entry.field),
            };
            if top.object {
                self.key(tape, &entry);
            }
            match edge {
                Some(edge) if entry.is_container() => open.push(self.opened(tape, child, edge.place())),
                _ => self.value(tape, child),
            }
        }
    }

    fn opened<'p>(&mut self, tape: Tape<'_>, at: u32, node: &'p ExtensionNode<'p>) -> Open<'p> {
        let object = tape.entry(at).kind == Kind::Object;
        let start = self.enter(tape, at, object);
        let set = (!object && matches!(node.list, ItemKind::Value)).then_some(self.bytes.len());
        Open { node, object, start, next: start, set }
    }

    /// Replaces the bytes of an item, which are the last ones, and its index by its number.
    fn number(&mut self, start: usize, child: usize, numbers: &mut Numbers) {
        let number = numbers.of(self.bytes.get(start..).unwrap_or_default());
        self.bytes.truncate(start);
        if let Some(child) = self.children.get_mut(child) {
            *child = number;
        }
    }

    /// Writes the numbers of a set's items.
    fn numbers(&mut self, start: usize) {
        let items = self.children.get_mut(start..).unwrap_or_default();
        items.sort_unstable();
        self.bytes.extend_from_slice(&(items.len() as u32).to_le_bytes());
        self.bytes.extend(items.iter().flat_map(|number| number.to_le_bytes()));
    }
}
