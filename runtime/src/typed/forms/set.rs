//! Sets: lists whose items are identified by their value.

use alloc::string::String;
use alloc::vec::Vec;

use crdc_vocabulary::Immutability;

use super::{list, told_apart};
use crate::error::{ErrorSource, Rule};
use crate::typed::compare::{Compare, Edge, Mode};
use crate::typed::form::Form;
use crate::typed::index::{Region, Run};
use crate::typed::items::Items;
use crate::typed::normalization::Normalization;
use crate::typed::path::Step;
use crate::typed::scalar::Scalar;
use crate::typed::validator::Validator;
use crate::typed::work::Work;
use crate::typed::{fingerprints, json, traversal, unordered};

/// A list under `x-kubernetes-list-type: set`.
#[derive(Clone, Copy, Debug)]
pub struct Set<F> {
    /// The items.
    pub items: F,
    /// The edge to the items. An immutability marker on it has no effect, since a changed item is a different
    /// item.
    pub edge: &'static Edge,
}

/// Appends bytes that identify an item among those of its list.
fn key<T, F: Form<T>>(items: F, item: &T, out: &mut Vec<u8>) {
    match items.scalar(item) {
        Scalar::Other => {
            let mut text = String::new();
            items.json(item, &mut text);
            json::canonical(&text, out);
        }
        scalar => scalar.key(out),
    }
}

/// A list whose items have equal bytes if they are equal but for the order of sets in them.
fn members<L: Items + ?Sized, F: Form<L::Item>>(items: F, list: &L, work: &mut Work) -> Region {
    let mut each = list.items();
    work.inner(|own, work| {
        work.index.region(list.count(), &mut |_, out| {
            if let Some(item) = each.next() {
                unordered::append(own, items, item, out);
            }
        })
    })
}

fn region<L: Items + ?Sized, F: Form<L::Item>>(items: F, list: &L, work: &mut Work) -> Region {
    let mut each = list.items();
    work.index.region(list.count(), &mut |_, out| {
        if let Some(item) = each.next() {
            key(items, item, out);
        }
    })
}

impl<F> Set<F> {
    fn same<T>(self, a: &T, b: &T, work: &mut Work) -> bool
    where
        F: Form<T>,
    {
        match (self.items.scalar(a), self.items.scalar(b)) {
            (Scalar::Other, Scalar::Other) => traversal::same(work, self.items, a, b, Mode::Stored),
            (a, b) => a.same(b),
        }
    }

    /// Whether both have the same items in the same order.
    fn in_turn<L: Items + ?Sized>(self, new: &L, old: &L, work: &mut Work) -> bool
    where
        F: Form<L::Item>,
    {
        new.count() == old.count() && new.items().zip(old.items()).all(|(new, old)| self.same(new, old, work))
    }

    /// Whether there are no duplicate items.
    fn is_distinct<L: Items + ?Sized>(self, list: &L, work: &mut Work) -> bool
    where
        F: Form<L::Item>,
    {
        if fingerprints::are_distinct(
            &mut work.fingerprints,
            list.count(),
            list.items().map(|item| self.items.scalar(item).print()),
        ) {
            return true;
        }
        let mut rest = list.items();
        list.count() <= fingerprints::SHORT
            && core::iter::from_fn(|| rest.next().map(|item| (item, rest.clone())))
                .all(|(item, mut rest)| !rest.any(|other| self.same(item, other, work)))
    }
}

impl<L: Items + ?Sized, F: Form<L::Item>> Form<L> for Set<F> {
    list::written_as_list!(L);

    #[inline(always)]
    fn leads(self) -> bool {
        false
    }

    #[inline(always)]
    fn validates(self) -> bool {
        true
    }

    #[inline]
    fn compare(self, new: &L, old: &L, at: &mut Compare<'_>) {
        let same = match at.mode {
            Mode::Marks => return,
            Mode::Deep => self.in_turn(new, old, at.work) || self.same_members(new, old, at.work),
            Mode::Stored | Mode::Decoded => list::by_index(self.items, self.edge, (new, old), at),
            Mode::Bytes => {
                list::by_index(self.items, self.edge, (new, old), at);
                return at.work.bytes.keep_order(false);
            }
        };
        if !same {
            at.differ(&|out| list::json(self.items, new, out));
        }
    }

    fn keys(self, new: Option<&L>, old: Option<&L>, marked: Immutability, at: &mut Compare<'_>) {
        if let (Some(new), Some(old)) = (new, old)
            && told_apart::is_decided(marked, new.count(), old.count())
            && new.items().zip(old.items()).all(|(new, old)| self.same(new, old, at.work))
        {
            return;
        }
        let mut region = |list: Option<&L>| match list {
            Some(list) => members(self.items, list, at.work),
            None => at.work.index.region(0, &mut |_, _| ()),
        };
        let regions = [region(new), region(old)];
        let show = |list: Option<&L>, index: usize, out: &mut String| {
            if let Some(item) = list.and_then(|list| list.nth(index)) {
                self.items.json(item, out);
            }
        };
        at.changed(marked, regions, &|index, out| show(new, index, out), &|index, out| show(old, index, out));
    }

    #[inline]
    fn validate(self, new: &L, _: Option<&L>, at: &mut Validator<'_>) {
        let start = at.work.found.len();
        if self.items.validates() {
            for (index, item) in (0..).zip(new.items()) {
                at.enter(Step::Item(index), self.items, item, None);
            }
        }
        if !self.is_distinct(new, at.work) {
            self.seconds(new, at, start);
        }
    }

    fn normalize_value(self, new: &mut L, _: Option<&L>, step: Normalization) {
        if self.items.validates() {
            new.each(|_, item| self.items.normalize_value(item, None, step));
        }
    }
}

impl<F> Set<F> {
    /// Whether both have the same items with the same counts, in any order.
    fn same_members<L: Items + ?Sized>(self, new: &L, old: &L, work: &mut Work) -> bool
    where
        F: Form<L::Item>,
    {
        if new.count() != old.count() {
            return false;
        }
        let (new, old) = (members(self.items, new, work), members(self.items, old, work));
        let mut run = Run::START;
        let mut same = true;
        while let Some(next) = work.index.runs(new, old, &run) {
            same &= next.new.len() == next.old.len();
            run = next;
        }
        work.index.end(new);
        same
    }

    /// Reports the second of several equal items.
    fn seconds<L: Items + ?Sized>(self, list: &L, at: &mut Validator<'_>, start: usize)
    where
        F: Form<L::Item>,
    {
        let region = region(self.items, list, at.work);
        at.seconds(region, start, &mut |at, index| {
            if let Some(item) = list.nth(index) {
                at.raise(&Rule::ListSet, ErrorSource::ListType, &|out| self.items.json(item, out));
            }
        });
    }
}
