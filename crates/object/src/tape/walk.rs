//! Iterates over the children of a container: over live children, or over all children with their entries.

use super::{Entry, Kind, Tape};

/// The direct children of one container, dead or not: their indices and entries. Entries are not copied,
/// since every request makes these walks.
#[derive(Clone, Debug)]
pub struct ChildEntries<'t> {
    /// The entries up to the end of the container.
    entries: &'t [Entry],
    at: usize,
}

impl<'t> ChildEntries<'t> {
    /// The children of the container at an index; empty for other values.
    #[inline(always)]
    pub fn of(entries: &'t [Entry], at: u32) -> Self {
        let end = entries.get(at as usize).filter(|entry| entry.is_container()).map_or(0, |entry| entry.next);
        ChildEntries { entries: entries.get(..end as usize).unwrap_or_default(), at: at as usize + 1 }
    }

    /// The members of the object at an index; `None` for another value.
    #[inline(always)]
    pub fn of_object(entries: &'t [Entry], at: u32) -> Option<Self> {
        let end = entries.get(at as usize).filter(|entry| entry.kind == Kind::Object)?.next;
        Some(ChildEntries { entries: entries.get(..end as usize)?, at: at as usize + 1 })
    }
}

impl<'t> Iterator for ChildEntries<'t> {
    type Item = (u32, &'t Entry);

    #[inline(always)]
    fn next(&mut self) -> Option<(u32, &'t Entry)> {
        let (at, entry) = (self.at, self.entries.get(self.at)?);
        self.at = if entry.is_container() { (entry.next as usize).max(at + 1) } else { at + 1 };
        Some((at as u32, entry))
    }
}

/// The direct children of one container that are part of the stored object: their indices and entries.
#[derive(Clone, Debug)]
pub struct LiveEntries<'t>(ChildEntries<'t>);

impl<'t> LiveEntries<'t> {
    /// The children of the container at an index; empty for other values.
    #[inline(always)]
    pub fn of(entries: &'t [Entry], at: u32) -> Self {
        LiveEntries(ChildEntries::of(entries, at))
    }
}

impl<'t> Iterator for LiveEntries<'t> {
    type Item = (u32, &'t Entry);

    #[inline(always)]
    fn next(&mut self) -> Option<(u32, &'t Entry)> {
        self.0.find(|(_, entry)| !entry.is_dead())
    }
}

/// Indices of the direct children of one container that are part of the stored object.
#[derive(Clone, Debug)]
pub struct Children<'t>(LiveEntries<'t>);

impl Iterator for Children<'_> {
    type Item = u32;

    #[inline]
    fn next(&mut self) -> Option<u32> {
        self.0.next().map(|(at, _)| at)
    }
}

impl<'t> Tape<'t> {
    /// The children that are part of the stored object.
    #[inline]
    pub fn children(&self, at: u32) -> Children<'t> {
        Children(LiveEntries::of(self.entries, at))
    }

    /// The live member with this key (as written between its quotes).
    #[inline]
    pub fn member(&self, at: u32, key: &[u8]) -> Option<u32> {
        find(self.entries, at, |entry| !entry.is_dead() && self.has_key(entry, key))
    }

    /// The live member with this field number.
    #[inline]
    pub fn field(&self, at: u32, field: u16) -> Option<u32> {
        live_field(self.entries, at, field)
    }

    /// The last member with this field number, dead or not.
    #[inline]
    pub fn last_field(&self, at: u32, field: u16) -> Option<u32> {
        let with_field = |(_, entry): &(u32, &Entry)| entry.field == field;
        ChildEntries::of(self.entries, at).filter(with_field).last().map(|(at, _)| at)
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
#[inline]
pub fn live_field(entries: &[Entry], at: u32, field: u16) -> Option<u32> {
    find(entries, at, |entry| entry.field == field && !entry.is_dead())
}

/// The first member with this field number, dead or not.
#[inline]
pub fn any_field(entries: &[Entry], at: u32, field: u16) -> Option<u32> {
    find(entries, at, |entry| entry.field == field)
}

/// The first member of an object that matches `wanted`.
#[inline(always)]
fn find(entries: &[Entry], at: u32, wanted: impl Fn(&Entry) -> bool) -> Option<u32> {
    ChildEntries::of_object(entries, at)?.find(|(_, entry)| wanted(entry)).map(|(at, _)| at)
}
