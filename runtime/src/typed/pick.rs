//! Finds the description of a type that the derive knows only by name: `Pick::<T>::LINK`, with [`Unruled`] in
//! scope.
//!
//! An inherent constant shadows the constant of a trait, and exists only for types with rules. So the
//! expression gives the description of a type with rules, and the default of the trait for any other type.
//! The compiler resolves it where it is written: for a type parameter, only the bounds of the parameter
//! count.

use core::marker::PhantomData;

use crdc_vocabulary::Fragment;

use super::fields::Name;
use super::node::{Link, Node};
use super::normalization::Normalization;
use super::rules::Rules;
use super::value::Value;

/// Finds the description of a type.
#[derive(Debug)]
pub struct Pick<T: ?Sized>(PhantomData<fn(&T)>);

impl<T: Value> Pick<T> {
    /// The link to the type.
    pub const LINK: Link = T::LINK;

    /// The names of the type's fields.
    pub const NAMES: Option<&'static [Name]> = Some(T::NAMES);

    /// The type has rules.
    pub const HAS_RULES: bool = true;

    /// Whether the derive describes the contents of the type.
    pub const IS_DERIVED: bool = T::IS_DERIVED;

    /// Whether the values are strings of an enum.
    pub const IS_ENUM: bool = T::IS_ENUM;

    /// Whether values of the type may have something to check.
    pub const IS_RULED: bool = T::IS_RULED;

    /// The schema.
    #[must_use]
    pub fn schema() -> Option<&'static Fragment> {
        T::schema()
    }

    /// Normalizes a value.
    pub fn normalize(value: &mut T, step: Normalization<'_>) {
        value.normalize_value(step);
    }
}

impl<T: Rules> Pick<T> {
    /// The prefix of the type's error paths.
    pub const PATH: Option<&'static str> = Some(T::PATH);
}

/// The description of all types without rules.
pub trait Unruled {
    /// The type.
    type Of: ?Sized;

    /// The link to a leaf.
    const LINK: Link =
        Link { node: || Node::LEAF, below: 0, place: &Node::LEAF.places, seen: &Node::LEAF.seen };

    /// The names are not known.
    const NAMES: Option<&'static [Name]> = None;

    /// The type has no rules.
    const HAS_RULES: bool = false;

    /// The type has no derived description.
    const IS_DERIVED: bool = false;

    /// The type is no enum with rules.
    const IS_ENUM: bool = false;

    /// The type has no error paths.
    const PATH: Option<&'static str> = None;

    /// Values of the type have nothing to check.
    const IS_RULED: bool = false;

    /// The type has no schema.
    #[must_use]
    fn schema() -> Option<&'static Fragment> {
        None
    }

    /// Does nothing.
    fn normalize(value: &mut Self::Of, step: Normalization<'_>) {
        let _ = (value, step);
    }
}

impl<T: ?Sized> Unruled for Pick<T> {
    type Of = T;
}

/// A generic type with the derive. The type itself has no rules if an argument for a type parameter has none.
pub trait Derived {
    /// Whether values of the type have something to check, whatever its type parameters are.
    const ASKS: bool;
}

/// Finds whether a generic type has something to check: `Known::<T>::ASKS`, with [`Underived`] in scope.
#[derive(Debug)]
pub struct Known<T: ?Sized>(PhantomData<fn(&T)>);

impl<T: Derived + ?Sized> Known<T> {
    /// The type has the derive.
    pub const HAS_DERIVE: bool = true;

    /// Whether values of the type have something to check, whatever its type parameters are.
    pub const ASKS: bool = T::ASKS;
}

/// The description of all types without the derive.
pub trait Underived {
    /// The type does not have the derive.
    const HAS_DERIVE: bool = false;

    /// The type has nothing to check.
    const ASKS: bool = false;
}

impl<T: ?Sized> Underived for Known<T> {}
