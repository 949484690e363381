//! Correlates the items of list maps with old items, by their keys.
//!
//! Easy to break: of several old items with the same keys, the first is the counterpart. For immutability and
//! unions, the n-th new item corresponds to the n-th old item with the same keys if the two are equal. Valid
//! lists have no duplicate keys and are not searched for them: if both lists have the same keys in the same
//! order, items are paired by index. After an error, counterparts are computed exactly (`Work::exact`).

use alloc::vec::Vec;

use crate::typed::compare::Mode;
use crate::typed::fingerprints::{self, SHORT};
use crate::typed::form::Form;
use crate::typed::index::{Region, Run};
use crate::typed::items::Items;
use crate::typed::key::Key;
use crate::typed::scalar::Scalar;
use crate::typed::traversal;
use crate::typed::work::Work;

impl Key {
    #[inline]
    pub(super) fn of<'v, T, F: Form<T>>(&self, items: F, item: &'v T) -> Scalar<'v> {
        items.part(item, self).or(self.default)
    }
}

/// Whether two items have the same keys.
#[inline]
pub(super) fn same_keys<T, F: Form<T>>(items: F, keys: &'static [Key], a: &T, b: &T) -> bool {
    keys.iter().all(|key| key.of(items, a).same(key.of(items, b)))
}

/// The fingerprint of an item's keys.
#[inline]
pub(super) fn print<T, F: Form<T>>(items: F, keys: &'static [Key], item: &T) -> Option<u64> {
    keys.iter().try_fold(0, |print, key| fingerprints::and(print, key.of(items, item)))
}

/// Appends bytes that identify an item.
fn key_bytes<T, F: Form<T>>(items: F, keys: &'static [Key], item: &T, out: &mut Vec<u8>) {
    keys.iter().for_each(|key| key.of(items, item).key(out));
}

/// Sorts a list by its keys.
pub(super) fn region<L: Items + ?Sized, F: Form<L::Item>>(
    items: F,
    keys: &'static [Key],
    list: &L,
    work: &mut Work,
) -> Region {
    let mut each = list.items();
    work.index.region(list.count(), &mut |_, out| {
        if let Some(item) = each.next() {
            key_bytes(items, keys, item, out);
        }
    })
}

/// Whether both lists have the same keys in the same order.
#[inline]
pub(super) fn in_turn<L: Items + ?Sized, F: Form<L::Item>>(
    items: F,
    keys: &'static [Key],
    new: &L,
    old: &L,
) -> bool {
    new.count() == old.count()
        && new.items().zip(old.items()).all(|(new, old)| same_keys(items, keys, new, old))
}

/// Calls `visit` for each item of the new list, with its index and the first item of the old list that has
/// its keys.
#[inline]
pub(super) fn each<L, F, C>(
    items: F,
    keys: &'static [Key],
    (new, old): (&L, &L),
    at: &mut C,
    work: impl Fn(&mut C) -> &mut Work,
    mut visit: impl FnMut(&mut C, usize, &L::Item, Option<&L::Item>),
) where
    L: Items + ?Sized,
    F: Form<L::Item>,
{
    // As long as both lists have the same keys in the same order, a duplicate in the old list is also one in
    // the new list, which is reported. After that, the first item must be searched for.
    let mut turns = Some(old.items());
    let mut indexed: Option<Region> = None;
    let mut printed: Option<[Option<u64>; SHORT]> = None;
    for (index, item) in new.items().enumerate() {
        let turn = turns.as_mut().and_then(Iterator::next).filter(|turn| same_keys(items, keys, item, turn));
        if turn.is_none() {
            turns = None;
        }
        let found = match turn {
            Some(turn) => Some(turn),
            None if old.count() <= SHORT => {
                let fingerprints = printed.get_or_insert_with(|| {
                    let mut fingerprints = [None; SHORT];
                    fingerprints
                        .iter_mut()
                        .zip(old.items())
                        .for_each(|(slot, old)| *slot = print(items, keys, old));
                    fingerprints
                });
                let wanted = print(items, keys, item);
                let alike = fingerprints.iter().zip(old.items()).filter(|(print, _)| **print == wanted);
                alike.map(|(_, old)| old).find(|old| same_keys(items, keys, item, old))
            }
            None => {
                let region = *indexed.get_or_insert_with(|| region(items, keys, old, work(at)));
                let found = work(at).index.find(region, |out| key_bytes(items, keys, item, out));
                found.and_then(|index| old.nth(index))
            }
        };
        visit(at, index, item, found);
    }
    if let Some(region) = indexed {
        work(at).index.end(region);
    }
}

/// An item of a list and its old counterparts, by index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Counterparts {
    pub(super) index: usize,
    /// The first old item with its keys.
    pub(super) first: Option<usize>,
    /// For the n-th item with these keys (n > 1), the n-th old item with them if the two are equal.
    pub(super) same_turn: Option<usize>,
}

impl Counterparts {
    /// The counterpart for immutability and unions.
    pub(super) fn one(self) -> Option<usize> {
        self.same_turn.or(self.first)
    }
}

/// The counterparts of each item of the new list, in order, and whether both lists have no duplicate keys.
#[cold]
pub(super) fn exactly<L: Items + ?Sized, F: Form<L::Item>>(
    items: F,
    keys: &'static [Key],
    (new, old): (&L, &L),
    work: &mut Work,
) -> (Vec<Counterparts>, bool) {
    let of_new = region(items, keys, new, work);
    let of_old = region(items, keys, old, work);
    let mut pairs = Vec::new();
    let mut distinct = true;
    let mut run = Run::START;
    while let Some(next) = work.index.runs(of_new, of_old, &run) {
        distinct &= next.new.len() <= 1 && next.old.len() <= 1;
        let first = if next.old.is_empty() { None } else { work.index.item(of_old, next.old.start) };
        for (turn, at) in next.new.clone().enumerate() {
            let Some(index) = work.index.item(of_new, at) else { continue };
            let same_turn = (turn > 0 && turn < next.old.len())
                .then(|| work.index.item(of_old, next.old.start + turn))
                .flatten()
                .filter(|&old_index| match (new.nth(index), old.nth(old_index)) {
                    (Some(new), Some(old)) => traversal::same(work, items, new, old, Mode::Stored),
                    _ => false,
                });
            pairs.push(Counterparts { index, first, same_turn });
        }
        run = next;
    }
    work.index.end(of_new);
    pairs.sort_unstable();
    (pairs, distinct)
}

/// The first item of a list that has the keys of `item`.
pub(super) fn find<T, F: Form<T>>(
    items: F,
    keys: &'static [Key],
    region: Region,
    item: &T,
    work: &mut Work,
) -> Option<usize> {
    work.index.find(region, |out| key_bytes(items, keys, item, out))
}
