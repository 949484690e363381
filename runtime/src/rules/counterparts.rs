//! Finds the old values of the children of one value: in order while both objects have the same order, by an
//! index after that.
//!
//! In: a child and the old value of its parent. Out: the old child: the member with the same key, or the
//! first item of a list map with the same keys. Easy to break: an index lives in buffers that nested values
//! share, so the innermost value with an index releases its own first.
//
// apiserver: pkg/cel/common/maplist.go

use alloc::format;
use alloc::vec::Vec;
use core::cmp::Ordering;

use super::tree::RuleTree;
use crdc_object::tape::{Kind, MAP_KEY, NO_KEY, Tape};

/// The indexes of all values that have one, the innermost last.
#[derive(Debug, Default)]
pub(super) struct Index {
    /// The entries of the children, and for items also the entries of their keys.
    rows: Vec<u32>,
    /// Rows, sorted by their keys.
    order: Vec<u32>,
}

impl Index {
    pub(super) fn clear(&mut self) {
        self.rows.clear();
        self.order.clear();
    }
}

/// The state of looking up the old children of one value.
#[derive(Debug, Default)]
pub(super) struct Lookup {
    /// The entry at which the search in order continues; 0 at its start.
    next: u32,
    /// The part of the index that belongs to the value.
    index: Option<IndexPart>,
}

/// The part of one value.
#[derive(Clone, Copy, Debug)]
struct IndexPart {
    rows: usize,
    order: usize,
}

/// The two objects, and the values whose children are looked up.
#[derive(Clone, Copy)]
pub(super) struct Search<'s, 't, N> {
    pub(super) new: &'s Tape<'t>,
    pub(super) old: &'s Tape<'t>,
    /// The old value.
    pub(super) at: u32,
    pub(super) node: N,
    /// Whether no list of the new object has two items with the same keys.
    pub(super) distinct: bool,
}

impl Lookup {
    /// Releases the memory of the index.
    pub(super) fn release(&mut self, index: &mut Index) {
        if let Some(IndexPart { rows, order }) = self.index.take() {
            index.rows.truncate(rows);
            index.order.truncate(order);
        }
    }

    /// The old value of a child. Children must be looked up in order.
    pub(super) fn find<'p, N: RuleTree<'p>>(
        &mut self,
        search: Search<'_, '_, N>,
        child: u32,
        index: &mut Index,
    ) -> Option<u32> {
        let Search { new, old, at, node, .. } = search;
        let (entry, kind) = (new.entry(child), old.entry(at).kind);
        if entry.key == NO_KEY {
            if node.keys().len() == 0 || kind != Kind::Array || new.entry(child).kind != Kind::Object {
                return None;
            }
        } else if kind != Kind::Object {
            return None;
        } else if entry.field & MAP_KEY == 0 {
            return old.field(at, entry.field);
        }
        if self.index.is_none() {
            let found = if entry.key == NO_KEY {
                self.item_in_order(search, child)
            } else {
                self.member_in_order(search, child)
            };
            if found.is_some() {
                return found;
            }
        }
        let part = match self.index {
            Some(part) => part,
            None => {
                let part = index.build(search);
                self.index = Some(part);
                part
            }
        };
        index.find(part, search, child)
    }

    /// The next old member with the key of a child.
    fn member_in_order<N>(&mut self, search: Search<'_, '_, N>, child: u32) -> Option<u32> {
        let Search { new, old, at, .. } = search;
        let (key, end) = (new.raw_key(&new.entry(child)), old.after(at));
        let mut next = self.next.max(at + 1);
        while next < end {
            let entry = old.entry(next);
            let found = !entry.is_dead() && old.raw_key(&entry) == key;
            let after = old.after(next);
            if found {
                self.next = after;
                return Some(next);
            }
            next = after;
        }
        None
    }

    /// The next old item, if it has the keys of a child. It is the first item with these keys: earlier items
    /// were found for items with other keys.
    fn item_in_order<'p, N: RuleTree<'p>>(&mut self, search: Search<'_, '_, N>, child: u32) -> Option<u32> {
        let Search { new, old, at, node, distinct } = search;
        let (mut next, end) = (self.next.max(at + 1), old.after(at));
        while next < end && old.entry(next).is_dead() {
            next = old.after(next);
        }
        if !distinct || next >= end {
            return None;
        }
        let several = node.keys().len() > 1;
        for key in node.keys() {
            let pair = (new.member(child, key.as_bytes())?, old.member(next, key.as_bytes())?);
            let kind = new.entry(pair.0).kind;
            // Rounded floats may be equal in distinct items.
            let exact = is_scalar(kind) && !(several && kind == Kind::Float);
            if !exact || compare((new, pair.0), (old, pair.1), several) != Ordering::Equal {
                return None;
            }
        }
        self.next = old.after(next);
        Some(next)
    }
}

impl Index {
    /// Appends the children of the old value, sorted by their keys and then by their places.
    fn build<'p, N: RuleTree<'p>>(&mut self, search: Search<'_, '_, N>) -> IndexPart {
        let Search { old, at, node, .. } = search;
        let part = IndexPart { rows: self.rows.len(), order: self.order.len() };
        let stride = node.keys().len() + 1;
        for child in old.children(at) {
            let row = self.rows.len();
            if self.row(old, child, node.keys()).is_some() {
                self.order.push(((row - part.rows) / stride) as u32);
            } else {
                self.rows.truncate(row);
            }
        }
        let Index { rows, order } = self;
        let rows = rows.get(part.rows..).unwrap_or_default();
        let order = order.get_mut(part.order..).unwrap_or_default();
        order.sort_unstable_by(|a, b| {
            compare_rows((old, row(rows, *a, stride)), (old, row(rows, *b, stride))).then(a.cmp(b))
        });
        part
    }

    /// Appends the row of a child; part of it if it has none.
    fn row<'k>(&mut self, tape: &Tape<'_>, child: u32, keys: impl Iterator<Item = &'k str>) -> Option<()> {
        self.rows.push(child);
        for key in keys {
            let at = tape.member(child, key.as_bytes())?;
            if !is_scalar(tape.entry(at).kind) {
                return None;
            }
            self.rows.push(at);
        }
        Some(())
    }

    /// The first old child with the key or keys of a new one.
    fn find<'p, N: RuleTree<'p>>(
        &mut self,
        part: IndexPart,
        search: Search<'_, '_, N>,
        child: u32,
    ) -> Option<u32> {
        let Search { new, old, node, .. } = search;
        let (own, stride) = (self.rows.len(), node.keys().len() + 1);
        let has_keys = self.row(new, child, node.keys()).is_some();
        let found = has_keys.then(|| {
            let (rows, wanted) = self.rows.split_at_checked(own)?;
            let rows = rows.get(part.rows..)?;
            let order = self.order.get(part.order..)?;
            // Rows of other values may follow in `order` only while this one is not searched.
            let first = order.partition_point(|number| {
                compare_rows((old, row(rows, *number, stride)), (new, wanted)) == Ordering::Less
            });
            let found = row(rows, *order.get(first)?, stride);
            let same = compare_rows((old, found), (new, wanted)) == Ordering::Equal;
            found.first().filter(|_| same).copied()
        });
        self.rows.truncate(own);
        found.flatten()
    }
}

fn row(rows: &[u32], number: u32, stride: usize) -> &[u32] {
    let start = number as usize * stride;
    rows.get(start..start + stride).unwrap_or_default()
}

/// Compares two children by their keys.
fn compare_rows(a: (&Tape<'_>, &[u32]), b: (&Tape<'_>, &[u32])) -> Ordering {
    let ([one, keys @ ..], [two, others @ ..]) = (a.1, b.1) else { return a.1.len().cmp(&b.1.len()) };
    if keys.is_empty() {
        return a.0.raw_key(&a.0.entry(*one)).cmp(b.0.raw_key(&b.0.entry(*two)));
    }
    let several = keys.len() > 1;
    let pairs = keys.iter().zip(others);
    pairs.fold(Ordering::Equal, |order, (one, two)| {
        order.then_with(|| compare((a.0, *one), (b.0, *two), several))
    })
}

/// Compares two keys of items. Several keys are joined as text, which writes a float with six digits.
fn compare((a, one): (&Tape<'_>, u32), (b, two): (&Tape<'_>, u32), several: bool) -> Ordering {
    let (one, two) = (a.entry(one), b.entry(two));
    match (one.kind, two.kind) {
        (Kind::Int, Kind::Int) => a.int(&one).cmp(&b.int(&two)),
        (Kind::Float, Kind::Float) if several => {
            format!("{:.6}", a.float(&one)).cmp(&format!("{:.6}", b.float(&two)))
        }
        // The two zeros are equal.
        (Kind::Float, Kind::Float) => (a.float(&one) + 0.0).total_cmp(&(b.float(&two) + 0.0)),
        (Kind::String, Kind::String) => a.string(&one).cmp(b.string(&two)),
        (one, two) => (one as u8).cmp(&(two as u8)),
    }
}

fn is_scalar(kind: Kind) -> bool {
    !matches!(kind, Kind::Null | Kind::Array | Kind::Object)
}
