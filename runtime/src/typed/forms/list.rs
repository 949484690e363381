//! Lists whose items are counterparts by their index.
//!
//! Easy to break: they are that to marks alone. Ratcheting and unions know of no counterparts in such lists.

use alloc::string::String;

use super::Form;
use crate::typed::compare::Mode;
use crate::typed::path::Step;
use crate::typed::{Compare, Edge, Items, Normalization, Scalar, Validator};

/// A list that is neither a set nor a map; an atomic one is no other to those who compare or validate it.
#[derive(Clone, Copy, Debug)]
pub struct List<F> {
    /// The items.
    pub items: F,
    /// What is said of the way to them.
    pub edge: &'static Edge,
}

/// Appends a list as JSON.
pub(super) fn json<L: Items + ?Sized, F: Form<L::Item>>(items: F, list: &L, out: &mut String) {
    let mut separator = "[";
    for item in list.items() {
        out.push_str(separator);
        items.json(item, out);
        separator = ",";
    }
    out.push_str(if separator == "[" { "[]" } else { "]" });
}

/// Compares items of the same index; whether there is one for each.
pub(super) fn by_index<L: Items + ?Sized, F: Form<L::Item>>(
    items: F,
    edge: &'static Edge,
    (new, old): (&L, &L),
    at: &mut Compare<'_>,
) -> bool {
    if new.count() != old.count() && at.mode != Mode::Marks {
        return false;
    }
    for (index, (new, old)) in (0..).zip(new.items().zip(old.items())) {
        at.pair(Step::Item(index), edge.mark, items, new, old);
    }
    true
}

/// What all lists are to others.
macro_rules! written_as_list {
    ($list:ident) => {
        #[inline(always)]
        fn scalar(self, _: &$list) -> Scalar<'_> {
            Scalar::Other
        }

        fn is_empty(self, value: &$list) -> bool {
            value.count() == 0
        }

        fn count(self, value: &$list) -> usize {
            value.count()
        }

        fn json(self, value: &$list, out: &mut String) {
            $crate::typed::forms::list::json(self.items, value, out);
        }
    };
}

impl<L: Items + ?Sized, F: Form<L::Item>> Form<L> for List<F> {
    written_as_list!(L);

    #[inline(always)]
    fn leads(self) -> bool {
        self.edge.mark.is_some() || self.items.leads()
    }

    #[inline(always)]
    fn validates(self) -> bool {
        self.items.validates()
    }

    #[inline]
    fn compare(self, new: &L, old: &L, at: &mut Compare<'_>) {
        if !by_index(self.items, self.edge, (new, old), at) {
            at.differ(&|out| json(self.items, new, out));
        }
    }

    #[inline]
    fn validate(self, new: &L, _: Option<&L>, at: &mut Validator<'_>) {
        if self.items.validates() {
            for (index, item) in (0..).zip(new.items()) {
                at.enter(Step::Item(index), self.items, item, None);
            }
        }
    }

    #[inline]
    fn normalize_value(self, new: &mut L, _: Option<&L>, step: Normalization) {
        if self.items.validates() {
            new.each(|_, item| self.items.normalize_value(item, None, step));
        }
    }
}

pub(super) use written_as_list;
