//! Items of long lists in an order in which equals stand side by side.
//!
//! In: bytes for each item, equal for equal items. Out: the second of equals, the item with given bytes, equals of two
//! lists. Lists in lists share the buffers: who begins a region ends it.
//!
//! Easy to break: equal hashes are put in order by their bytes, so that a flood of collisions is sorted like anything else.

use alloc::vec::Vec;
use core::cmp::Ordering;
use core::ops::Range;

use crate::lists::hash;

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

/// What one list put into the buffers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Region {
    bytes: usize,
    start: usize,
    end: usize,
}

/// Equal items: places in the order of their regions.
#[derive(Clone, Debug)]
pub(super) struct Run {
    pub(super) new: Range<usize>,
    pub(super) old: Range<usize>,
}

impl Index {
    /// Puts a list in order. `write` appends the bytes of each of its items; what it does beyond that is its own affair.
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

    /// Forgets a region and all that came behind it.
    pub(super) fn end(&mut self, region: Region) {
        self.bytes.truncate(region.bytes);
        self.entries.truncate(region.start);
    }

    /// The item at a place of the order.
    pub(super) fn item(&self, region: Region, at: usize) -> Option<usize> {
        let entry = self.entries.get(region.start..region.end)?.get(at)?;
        Some(entry.item as usize)
    }

    /// The first item of a list that has the bytes that `write` appends.
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

    /// The second item of each set of equals that begins at or behind a place, and the place behind the set.
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

    /// The equals that begin at a place.
    fn run(&self, region: Region, from: usize) -> Range<usize> {
        let entries = self.entries.get(region.start..region.end).unwrap_or(&[]);
        let Some(first) = entries.get(from) else { return from..from };
        let equals = entries.iter().skip(from).take_while(|entry| compare(&self.bytes, entry, first).is_eq());
        from..from + equals.count()
    }

    /// The equals of two lists that come behind those of `last`.
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
    /// What comes before the first.
    pub(super) const START: Run = Run { new: 0..0, old: 0..0 };
}

fn compare(bytes: &[u8], a: &Entry, b: &Entry) -> Ordering {
    let content = |entry: &Entry| bytes.get(entry.start..entry.end).unwrap_or(b"");
    a.hash.cmp(&b.hash).then_with(|| content(a).cmp(content(b)))
}
