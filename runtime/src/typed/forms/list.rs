//! Lists whose items are correlated by index.
//!
//! Easy to break: this applies only to immutability. For ratcheting and unions, items of such lists have no
//! counterparts.

use alloc::string::String;

use crate::typed::compare::{Compare, Edge, Mode};
use crate::typed::form::Form;
use crate::typed::items::Items;
use crate::typed::normalization::Normalization;
use crate::typed::path::Step;
use crate::typed::scalar::Scalar;
use crate::typed::validator::Validator;

/// A list that is neither a set nor a map. Atomic lists are compared and validated in the same way.
#[derive(Clone, Copy, Debug)]
pub struct List<F> {
    /// The items.
    pub items: F,
    /// The edge to the items.
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

/// Compares items with the same index. Returns whether the lists have the same length.
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
    if at.mode == Mode::Bytes {
        at.work.bytes.keep_order(true);
    }
    true
}

/// The methods that all lists share.
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
