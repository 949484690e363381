//! Children of a container, with or without dead ones.

use super::{Entry, Kind, Tape};

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

    /// All children, including dropped and replaced ones.
    pub(crate) fn all_children(&self, at: u32) -> Children<'t> {
        let entry = self.entry(at);
        let end = if entry.is_container() { entry.next } else { at };
        Children { tape: *self, at: at + 1, end, dead: true }
    }

    /// The live member with this key (as written between its quotes).
    pub(crate) fn member(&self, at: u32, key: &[u8]) -> Option<u32> {
        find(self.entries, at, |entry| !entry.is_dead() && self.has_key(entry, key))
    }

    /// The live member with this field number.
    pub(crate) fn field(&self, at: u32, field: u16) -> Option<u32> {
        live_field(self.entries, at, field)
    }

    /// The last member with this field number, dead or not.
    pub(crate) fn last_field(&self, at: u32, field: u16) -> Option<u32> {
        let mut last = None;
        let mut from = at;
        let end = self.entries.get(at as usize).filter(|entry| entry.is_container())?.next;
        while from + 1 < end {
            from += 1;
            let entry = self.entries.get(from as usize)?;
            if entry.field == field {
                last = Some(from);
            }
            if entry.is_container() {
                from = entry.next.max(from + 1) - 1;
            }
        }
        last
    }

    /// Whether an entry has this key. The bytes are compared only if the key has the right length.
    #[inline(always)]
    fn has_key(&self, entry: &Entry, key: &[u8]) -> bool {
        let start = (entry.key as usize).saturating_add(1);
        let (source, end) = (self.source(entry), start.saturating_add(key.len()));
        source.get(end) == Some(&b'"') && source.get(start..end) == Some(key) && self.raw_key(entry) == key
    }
}

/// The live member with this field number. Entries are enough to find it, and a tape is large to pass.
pub(crate) fn live_field(entries: &[Entry], at: u32, field: u16) -> Option<u32> {
    find(entries, at, |entry| entry.field == field && !entry.is_dead())
}

/// The first member with this field number, dead or not.
pub(crate) fn any_field(entries: &[Entry], at: u32, field: u16) -> Option<u32> {
    find(entries, at, |entry| entry.field == field)
}

/// The first member of an object that matches `wanted`. Entries are not copied, since every request does
/// these few lookups.
#[inline(always)]
fn find(entries: &[Entry], at: u32, wanted: impl Fn(&Entry) -> bool) -> Option<u32> {
    let object = entries.get(at as usize).filter(|entry| entry.kind == Kind::Object)?;
    let (mut at, end) = (at + 1, object.next);
    while at < end {
        let entry = entries.get(at as usize)?;
        if wanted(entry) {
            return Some(at);
        }
        at = if entry.is_container() { entry.next.max(at + 1) } else { at + 1 };
    }
    None
}
