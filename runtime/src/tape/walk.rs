//! Children of a container, dead ones left out or not.

use super::{Kind, Tape};

/// Indices of the direct children of one container.
#[derive(Clone, Debug)]
pub(crate) struct Children<'t> {
    tape: Tape<'t>,
    at: u32,
    end: u32,
    dead: bool,
}

impl Iterator for Children<'_> {
    type Item = u32;

    fn next(&mut self) -> Option<u32> {
        while self.at < self.end {
            let at = self.at;
            self.at = self.tape.after(at);
            if self.dead || !self.tape.entry(at).is_dead() {
                return Some(at);
            }
        }
        None
    }
}

impl<'t> Tape<'t> {
    /// The children that are part of the stored object.
    pub(crate) fn children(&self, at: u32) -> Children<'t> {
        Children { dead: false, ..self.all_children(at) }
    }

    /// All children, dropped and superseded ones too.
    pub(crate) fn all_children(&self, at: u32) -> Children<'t> {
        let entry = self.entry(at);
        let end = if entry.is_container() { entry.next } else { at };
        Children { tape: *self, at: at + 1, end, dead: true }
    }

    /// The live member with this key (as it is written, between its quotes).
    pub(crate) fn member(&self, at: u32, key: &[u8]) -> Option<u32> {
        if self.entry(at).kind != Kind::Object {
            return None;
        }
        self.children(at).find(|&child| self.raw_key(&self.entry(child)) == key)
    }
}
