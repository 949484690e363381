//! List maps: lists of objects that are identified by their keys.

use alloc::string::String;
use alloc::vec::Vec;

use crdc_vocabulary::Immutability;

use super::{keyed, list, told_apart};
use crate::error::{ErrorSource, Rule};
use crate::typed::compare::{Compare, Edge, Mode};
use crate::typed::form::Form;
use crate::typed::items::Items;
use crate::typed::key::Key;
use crate::typed::normalization::{Normalization, Pass};
use crate::typed::path::Step;
use crate::typed::scalar::Scalar;
use crate::typed::validator::Validator;
use crate::typed::work::{Found, Work};
use crate::typed::{fingerprints, unordered, words};

/// A list under `x-kubernetes-list-type: map`.
#[derive(Clone, Copy, Debug)]
pub struct ListMap<F> {
    /// The items.
    pub items: F,
    /// The edge to the items.
    pub edge: &'static Edge,
    /// The keys that identify them, sorted by name.
    pub keys: &'static [Key],
}

impl<L: Items + ?Sized, F: Form<L::Item>> Form<L> for ListMap<F> {
    list::written_as_list!(L);

    #[inline(always)]
    fn leads(self) -> bool {
        self.edge.mark.is_some() || self.items.leads()
    }

    #[inline(always)]
    fn validates(self) -> bool {
        true
    }

    #[inline]
    fn compare(self, new: &L, old: &L, at: &mut Compare<'_>) {
        match at.mode {
            Mode::Marks if at.work.exact => self.marks_exactly(new, old, at),
            Mode::Marks => keyed::each(
                self.items,
                self.keys,
                (new, old),
                at,
                |at| at.work,
                |at, index, new, old| {
                    if let Some(old) = old {
                        at.pair(Step::Item(index as u32), self.edge.mark, self.items, new, old);
                    }
                },
            ),
            Mode::Deep => {
                let same_keys = keyed::in_turn(self.items, self.keys, new, old);
                let same = if at.work.exact && !self.is_distinct(new, old, at.work) {
                    // With duplicate keys, items cannot be correlated.
                    unordered::same(at.work, self, new, old)
                } else {
                    same_keys && list::by_index(self.items, self.edge, (new, old), at)
                };
                if !same {
                    at.differ(&|out| list::json(self.items, new, out));
                }
            }
            Mode::Stored | Mode::Bytes => {
                if !list::by_index(self.items, self.edge, (new, old), at) {
                    at.work.differs = true;
                }
            }
            Mode::Decoded => self.decoded(new, old, at),
        }
    }

    fn keys(self, new: Option<&L>, old: Option<&L>, marked: Immutability, at: &mut Compare<'_>) {
        if let (Some(new), Some(old)) = (new, old)
            && told_apart::is_decided(marked, new.count(), old.count())
            && new
                .items()
                .zip(old.items())
                .all(|(new, old)| keyed::same_keys(self.items, self.keys, new, old))
        {
            return;
        }
        let mut region = |list: Option<&L>| match list {
            Some(list) => keyed::region(self.items, self.keys, list, at.work),
            None => at.work.index.region(0, &mut |_, _| ()),
        };
        let regions = [region(new), region(old)];
        at.changed(
            marked,
            regions,
            &|index, out| {
                if let Some(item) = new.and_then(|new| new.nth(index)) {
                    self.items.json(item, out);
                }
            },
            &|index, out| {
                if let Some(item) = old.and_then(|old| old.nth(index)) {
                    out.push_str(&words::keys(self.keys.iter().map(|key| (key, key.of(self.items, item)))));
                }
            },
        );
    }

    #[inline]
    fn validate(self, new: &L, old: Option<&L>, at: &mut Validator<'_>) {
        let start = at.work.found.len();
        if self.items.validates() {
            match old {
                None => {
                    for (index, item) in (0..).zip(new.items()) {
                        at.enter(Step::Item(index), self.items, item, None);
                    }
                }
                Some(old) if at.work.exact => self.validate_exactly(new, old, at),
                Some(old) => keyed::each(
                    self.items,
                    self.keys,
                    (new, old),
                    at,
                    |at| at.work,
                    |at, index, new, old| {
                        let old = old.filter(|_| self.has_keys(new));
                        at.enter(Step::Item(index as u32), self.items, new, old);
                    },
                ),
            }
        }
        if !self.looks_distinct(new, at.work) {
            self.seconds(new, at, start);
        }
    }

    fn normalize_value(self, new: &mut L, old: Option<&L>, step: Normalization) {
        if !self.items.validates() {
            return;
        }
        let Some(old) = old.filter(|_| step.pass == Pass::Unions) else {
            new.each(|_, item| self.items.normalize_value(item, None, step));
            return;
        };
        let mut counterparts = Vec::new();
        let mut work = Work::default();
        // With duplicate keys in the old list, the index is not sufficient.
        if !keyed::in_turn(self.items, self.keys, new, old) || !self.looks_distinct(old, &mut work) {
            counterparts = keyed::exactly(self.items, self.keys, (new, old), &mut work).0;
        }
        let mut turns = old.items();
        new.each(|index, item| {
            let turn = turns.next();
            let found = match counterparts.get(index) {
                Some(found) => found.one().and_then(|found| old.nth(found)),
                None => turn,
            };
            let found = found.filter(|_| self.has_keys(item));
            self.items.normalize_value(item, found, step);
        });
    }
}

impl<F> ListMap<F> {
    /// Whether an item has all its keys. Otherwise it has no counterpart.
    #[inline]
    fn has_keys<T>(self, item: &T) -> bool
    where
        F: Form<T>,
    {
        let is_key = |scalar| !matches!(scalar, Scalar::Absent | Scalar::Null | Scalar::Other);
        self.keys.iter().all(|key| is_key(key.of(self.items, item)))
    }

    /// A quick check that there are no duplicate keys.
    #[inline]
    fn looks_distinct<L: Items + ?Sized>(self, list: &L, work: &mut Work) -> bool
    where
        F: Form<L::Item>,
    {
        fingerprints::are_distinct(
            &mut work.fingerprints,
            list.count(),
            list.items().map(|item| keyed::print(self.items, self.keys, item)),
        )
    }

    fn marks_exactly<L: Items + ?Sized>(self, new: &L, old: &L, at: &mut Compare<'_>)
    where
        F: Form<L::Item>,
    {
        let (pairs, _) = keyed::exactly(self.items, self.keys, (new, old), at.work);
        for found in pairs {
            if let (Some(new), Some(old)) =
                (new.nth(found.index), found.one().and_then(|found| old.nth(found)))
            {
                at.pair(Step::Item(found.index as u32), self.edge.mark, self.items, new, old);
            }
        }
    }

    #[cold]
    fn validate_exactly<L: Items + ?Sized>(self, new: &L, old: &L, at: &mut Validator<'_>)
    where
        F: Form<L::Item>,
    {
        let (pairs, _) = keyed::exactly(self.items, self.keys, (new, old), at.work);
        for (found, item) in pairs.into_iter().zip(new.items()) {
            let counterpart =
                |found: Option<usize>| found.and_then(|found| old.nth(found)).filter(|_| self.has_keys(item));
            let (step, start) = (Step::Item(found.index as u32), at.work.found.len());
            at.enter(step, self.items, item, counterpart(found.first));
            // Unions use the counterpart `same_turn`; ratcheting of their errors uses `first`.
            if let Some(turn) = counterpart(found.same_turn) {
                let of_union = |found: &Found| found.is_of(ErrorSource::Union);
                let of_first = at.work.take(start, of_union);
                let start = at.work.found.len();
                at.enter(step, self.items, item, Some(turn));
                let of_turn = at.work.take(start, of_union);
                at.work.found.truncate(start);
                // An unchanged object has the same errors in both, in the same order.
                let mut kept = of_first.into_iter().filter(|found| found.aside).peekable();
                at.work.found.extend(of_turn.into_iter().map(|found| {
                    let aside = kept.next_if(|kept| kept.error == found.error).is_some();
                    Found { aside, ..found }
                }));
            }
        }
    }

    fn is_distinct<L: Items + ?Sized>(self, new: &L, old: &L, work: &mut Work) -> bool
    where
        F: Form<L::Item>,
    {
        keyed::exactly(self.items, self.keys, (new, old), work).1
    }

    /// Whether each item equals the first old item with its keys.
    fn decoded<L: Items + ?Sized>(self, new: &L, old: &L, at: &mut Compare<'_>)
    where
        F: Form<L::Item>,
    {
        if new.count() != old.count() {
            at.work.differs = true;
            return;
        }
        let of_old = keyed::region(self.items, self.keys, old, at.work);
        for item in new.items() {
            let found = if self.has_keys(item) {
                keyed::find(self.items, self.keys, of_old, item, at.work)
            } else {
                None
            };
            match found.and_then(|found| old.nth(found)) {
                Some(old) => at.pair(Step::Item(0), None, self.items, item, old),
                None => at.work.differs = true,
            }
        }
        at.work.index.end(of_old);
    }

    /// Reports the second of several items with the same keys.
    #[cold]
    fn seconds<L: Items + ?Sized>(self, list: &L, at: &mut Validator<'_>, start: usize)
    where
        F: Form<L::Item>,
    {
        let stray = |item: &L::Item| !matches!(self.items.scalar(item), Scalar::Other | Scalar::Null);
        if let Some((index, item)) = list.items().enumerate().find(|(_, item)| stray(item)) {
            let mut inner = Validator { work: &mut *at.work, path: at.path.to(Step::Item(index as u32)) };
            inner.raise(&Rule::ListMapItem, ErrorSource::ListType, &|out| self.items.json(item, out));
            at.ordered(start);
            return;
        }
        let region = keyed::region(self.items, self.keys, list, at.work);
        at.seconds(region, start, &mut |at, index| {
            if let Some(item) = list.nth(index) {
                let keys = self.keys.iter().map(|key| (key, key.of(self.items, item)));
                let error = words::of_keys(&at.path, keys);
                at.work.found.push(error);
            }
        });
    }
}
