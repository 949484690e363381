//! Items of a list map, whose type generated code names once.
//!
//! In: a generated type that implements [`Listed`]. Out: the form of the items.
//!
//! Easy to break: only the impl of `Listed` determines whether the items have rules. Fields of a type without
//! rules are read by name from its serialized form.

use alloc::string::String;
use core::fmt;
use core::marker::PhantomData;

use crdc_vocabulary::Immutability;

use crate::typed::assert;
use crate::typed::compare::Compare;
use crate::typed::form::Form;
use crate::typed::key::Key;
use crate::typed::normalization::Normalization;
use crate::typed::scalar::{Literal, Scalar};
use crate::typed::validator::Validator;
use crate::typed::value::Value;

/// Names the type of items.
pub trait Listed {
    /// The type.
    type Item;

    /// Their fields, or `None` if the type has no rules: `<Known<Item>>::OF`.
    const KNOWN: Option<Known<()>>;

    /// Their form: that of types with rules, or a leaf.
    fn form() -> impl Form<Self::Item>;
}

/// The fields of a type with rules.
#[derive(Debug)]
pub struct Known<T> {
    /// The names of the fields.
    pub fields: &'static [&'static str],
    /// The names of the immutable fields.
    pub immutable: &'static [&'static str],
    /// The default values of the fields.
    pub defaults: &'static [Option<Literal>],
    of: PhantomData<fn(T)>,
}

impl<T: Value> Known<T> {
    /// The fields of this type. It shadows [`Unknown::OF`].
    pub const OF: Option<Known<()>> =
        Some(Known { fields: T::FIELDS, immutable: T::IMMUTABLE, defaults: T::DEFAULTS, of: PhantomData });
}

impl Key {
    /// The field of this name of `T`, or one that is always absent. Generated code asserts that `T` has the
    /// field ([`names`](crate::typed::names)) at the marker's span, which is not known here.
    #[must_use]
    pub const fn of_type<T: Value>(name: &'static str) -> Key {
        Key::of_fields(T::FIELDS, T::DEFAULTS, name)
    }

    /// The field of this name of the item type of `L`. In a type without rules, it is read by name.
    #[must_use]
    pub const fn of_items<L: Listed>(name: &'static str) -> Key {
        match L::KNOWN {
            Some(known) => Key::of_fields(known.fields, known.defaults, name),
            None => Key { name, index: usize::MAX, default: None },
        }
    }
}

/// A type without rules, whose fields are not known.
pub trait Unknown {
    /// No fields.
    const OF: Option<Known<()>> = None;
}

impl<T> Unknown for Known<T> {}

/// Whether items have a field of this name; true if their fields are not known.
#[must_use]
pub const fn is_field<L: Listed>(name: &str) -> bool {
    match L::KNOWN {
        Some(known) => assert::names(known.fields, name),
        None => true,
    }
}

/// Whether the field of this name is immutable. For a type without rules, the published schema makes it so
/// (`typed/schema/forms.rs`).
#[must_use]
pub const fn is_held<L: Listed>(name: &str) -> bool {
    match L::KNOWN {
        Some(known) => assert::names(known.immutable, name),
        None => true,
    }
}

/// Items of the type of `L`.
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
        L::form().leads()
    }

    #[inline(always)]
    fn validates(self) -> bool {
        L::form().validates()
    }

    #[inline(always)]
    fn compare(self, new: &L::Item, old: &L::Item, at: &mut Compare<'_>) {
        L::form().compare(new, old, at);
    }

    #[inline(always)]
    fn is_same(self, new: &L::Item, old: &L::Item) -> bool {
        L::form().is_same(new, old)
    }

    fn keys(self, new: Option<&L::Item>, old: Option<&L::Item>, marked: Immutability, at: &mut Compare<'_>) {
        L::form().keys(new, old, marked, at);
    }

    #[inline(always)]
    fn validate(self, new: &L::Item, old: Option<&L::Item>, at: &mut Validator<'_>) {
        L::form().validate(new, old, at);
    }

    #[inline(always)]
    fn normalize_value(self, new: &mut L::Item, old: Option<&L::Item>, step: Normalization) {
        L::form().normalize_value(new, old, step);
    }

    #[inline(always)]
    fn scalar(self, value: &L::Item) -> Scalar<'_> {
        L::form().scalar(value)
    }

    #[inline(always)]
    fn member(self, value: &L::Item, index: usize) -> Scalar<'_> {
        L::form().member(value, index)
    }

    #[inline(always)]
    fn part<'v>(self, value: &'v L::Item, key: &Key) -> Scalar<'v> {
        L::form().part(value, key)
    }

    #[inline(always)]
    fn texts(self) -> &'static [&'static str] {
        L::form().texts()
    }

    fn is_empty(self, value: &L::Item) -> bool {
        L::form().is_empty(value)
    }

    fn count(self, value: &L::Item) -> usize {
        L::form().count(value)
    }

    fn json(self, value: &L::Item, out: &mut String) {
        L::form().json(value, out);
    }
}
