//! Sorts the items of long lists so that equal items are adjacent.
//!
//! In: bytes for each item, equal for equal items. Out: duplicates, the item with given bytes, and equal
//! items of two lists. Nested lists share the buffers: the caller that begins a region ends it.
//!
//! Easy to break: equal hashes are ordered by their bytes, so many collisions are sorted like anything else.

use alloc::vec::Vec;
use core::cmp::Ordering;
use core::ops::Range;

use crdc_object::hash;

/// The buffers.
#[derive(Debug, Default)]
pub(super) struct Index {
    bytes: Vec<u8>,
    entries: Vec<Entry>,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    hash: u64,
    start: usize,
    end: usize,
    item: u32,
}

/// The part of the buffers that belongs to one list.
#[derive(Clone, Copy, Debug)]
pub(super) struct Region {
    bytes: usize,
    start: usize,
    end: usize,
}

/// Equal items: positions in the sorted regions.
#[derive(Clone, Debug)]
pub(super) struct Run {
    pub(super) new: Range<usize>,
    pub(super) old: Range<usize>,
}

impl Index {
    /// Sorts a list. `write` appends the bytes of an item.
    pub(super) fn region(&mut self, length: usize, write: &mut dyn FnMut(usize, &mut Vec<u8>)) -> Region {
        let region = Region { bytes: self.bytes.len(), start: self.entries.len(), end: 0 };
        for item in 0..length {
            let start = self.bytes.len();
            write(item, &mut self.bytes);
            let end = self.bytes.len();
            let hash = hash::of_bytes(self.bytes.get(start..).unwrap_or(b""));
            self.entries.push(Entry { hash, start, end, item: item as u32 });
        }
        let Index { bytes, entries } = self;
        if let Some(entries) = entries.get_mut(region.start..) {
            entries.sort_unstable_by(|a, b| compare(bytes, a, b).then(a.item.cmp(&b.item)));
        }
        Region { end: self.entries.len(), ..region }
    }

    /// Removes a region and all later ones.
    pub(super) fn end(&mut self, region: Region) {
        self.bytes.truncate(region.bytes);
        self.entries.truncate(region.start);
    }

    /// The item at a sorted position.
    pub(super) fn item(&self, region: Region, at: usize) -> Option<usize> {
        let entry = self.entries.get(region.start..region.end)?.get(at)?;
        Some(entry.item as usize)
    }

    /// The first item of a list with the bytes that `write` appends.
    pub(super) fn find(&mut self, region: Region, write: impl FnOnce(&mut Vec<u8>)) -> Option<usize> {
        let start = self.bytes.len();
        write(&mut self.bytes);
        let hash = hash::of_bytes(self.bytes.get(start..).unwrap_or(b""));
        let wanted = Entry { hash, start, end: self.bytes.len(), item: 0 };
        let entries = self.entries.get(region.start..region.end).unwrap_or(&[]);
        let at = entries.partition_point(|entry| compare(&self.bytes, entry, &wanted) == Ordering::Less);
        let found = entries.get(at).filter(|entry| compare(&self.bytes, entry, &wanted) == Ordering::Equal);
        let item = found.map(|entry| entry.item as usize);
        self.bytes.truncate(start);
        item
    }

    /// The second item of the first run of equal items that begins at or after a sorted position, and the end
    /// of the run.
    pub(super) fn second(&self, region: Region, from: usize) -> Option<(usize, usize)> {
        let mut at = from;
        while at < region.end - region.start {
            let run = self.run(region, at);
            if run.len() > 1 {
                return Some((self.item(region, run.start + 1)?, run.end));
            }
            at = run.end;
        }
        None
    }

    /// The run of equal items that begins at a sorted position.
    fn run(&self, region: Region, from: usize) -> Range<usize> {
        let entries = self.entries.get(region.start..region.end).unwrap_or(&[]);
        let Some(first) = entries.get(from) else { return from..from };
        let equals = entries.iter().skip(from).take_while(|entry| compare(&self.bytes, entry, first).is_eq());
        from..from + equals.count()
    }

    /// The run of equal items of two lists after `last`.
    pub(super) fn runs(&self, new: Region, old: Region, last: &Run) -> Option<Run> {
        let (i, j) = (last.new.end, last.old.end);
        let entry = |region: Region, at: usize| self.entries.get(region.start..region.end)?.get(at);
        let order = match (entry(new, i), entry(old, j)) {
            (None, None) => return None,
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (Some(a), Some(b)) => compare(&self.bytes, a, b),
        };
        Some(Run {
            new: if order.is_le() { self.run(new, i) } else { i..i },
            old: if order.is_ge() { self.run(old, j) } else { j..j },
        })
    }
}

impl Run {
    /// The position before the first run.
    pub(super) const START: Run = Run { new: 0..0, old: 0..0 };
}

fn compare(bytes: &[u8], a: &Entry, b: &Entry) -> Ordering {
    let content = |entry: &Entry| bytes.get(entry.start..entry.end).unwrap_or(b"");
    a.hash.cmp(&b.hash).then_with(|| content(a).cmp(content(b)))
}
