//! Items of a list map, whose type generated code names once.
//!
//! In: a type of generated code, for which it says [`Listed`]. Out: the form of the items. Easy to break: that the items have rules
//! is asked where `Listed` is said and nowhere else, so that the compiler tells it once, however often the form is used.

use alloc::string::String;
use core::fmt;
use core::marker::PhantomData;

use super::{Form, Nested};
use crate::typed::{Compare, Judge, Marked, Scalar, Settle, Value};

/// Names the type of items.
pub trait Listed {
    /// The type.
    type Item: Value;
}

/// Names of the fields of items.
#[must_use]
pub const fn fields<L: Listed>() -> &'static [&'static str] {
    <L::Item as Value>::FIELDS
}

/// Names of those that are immutable.
#[must_use]
pub const fn immutable<L: Listed>() -> &'static [&'static str] {
    <L::Item as Value>::IMMUTABLE
}

/// Items of the type that `L` names.
pub struct ItemsOf<L>(PhantomData<fn(L)>);

impl<L> ItemsOf<L> {
    /// Their form.
    #[allow(clippy::new_without_default)]
    #[must_use]
    pub const fn new() -> Self {
        ItemsOf(PhantomData)
    }
}

impl<L> Clone for ItemsOf<L> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<L> Copy for ItemsOf<L> {}

impl<L> fmt::Debug for ItemsOf<L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ItemsOf")
    }
}

impl<L: Listed> Form<L::Item> for ItemsOf<L> {
    #[inline(always)]
    fn leads(self) -> bool {
        Form::<L::Item>::leads(Nested)
    }

    #[inline(always)]
    fn judges(self) -> bool {
        Form::<L::Item>::judges(Nested)
    }

    #[inline(always)]
    fn compare(self, new: &L::Item, old: &L::Item, at: &mut Compare<'_>) {
        Nested.compare(new, old, at);
    }

    #[inline(always)]
    fn is_same(self, new: &L::Item, old: &L::Item) -> bool {
        Nested.is_same(new, old)
    }

    fn keys(self, new: Option<&L::Item>, old: Option<&L::Item>, marked: Marked, at: &mut Compare<'_>) {
        Nested.keys(new, old, marked, at);
    }

    #[inline(always)]
    fn judge(self, new: &L::Item, old: Option<&L::Item>, at: &mut Judge<'_>) {
        Nested.judge(new, old, at);
    }

    #[inline(always)]
    fn settle(self, new: &mut L::Item, old: Option<&L::Item>, step: Settle) {
        Nested.settle(new, old, step);
    }

    #[inline(always)]
    fn scalar(self, value: &L::Item) -> Scalar<'_> {
        Nested.scalar(value)
    }

    #[inline(always)]
    fn member(self, value: &L::Item, index: usize) -> Scalar<'_> {
        Nested.member(value, index)
    }

    #[inline(always)]
    fn texts(self) -> &'static [&'static str] {
        Form::<L::Item>::texts(Nested)
    }

    fn is_empty(self, value: &L::Item) -> bool {
        Nested.is_empty(value)
    }

    fn count(self, value: &L::Item) -> usize {
        Nested.count(value)
    }

    fn json(self, value: &L::Item, out: &mut String) {
        Nested.json(value, out);
    }
}
