//! Finds the node of a type that the derive knows only by name: `Pick::<T>::LINK`, with [`Unruled`] in scope.
//!
//! An inherent item shadows that of a trait, and exists only for types with rules. It is resolved where the
//! expression is written: for a type parameter, only its bounds are known.

use core::marker::PhantomData;

use crdc_vocabulary::Fragment;

use super::fields::Name;
use super::node::{Link, Node};
use super::normalization::Normalization;
use super::rules::Rules;
use super::value::Value;

/// Finds what is known of a type.
#[derive(Debug)]
pub struct Pick<T: ?Sized>(PhantomData<fn(&T)>);

impl<T: Value> Pick<T> {
    /// The way to refer to it.
    pub const LINK: Link = T::LINK;

    /// The names of its fields.
    pub const NAMES: Option<&'static [Name]> = Some(T::NAMES);

    /// The type has rules.
    pub const HAS_RULES: bool = true;

    /// Whether the derive looks into it.
    pub const IS_DERIVED: bool = T::IS_DERIVED;

    /// Whether the type is a string of an enum.
    pub const IS_ENUM: bool = T::IS_ENUM;

    /// Whether something may be checked of values of the type.
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
    /// The prefix of its error paths.
    pub const PATH: Option<&'static str> = Some(T::PATH);
}

/// Types without rules.
pub trait Unruled {
    /// The type.
    type Of: ?Sized;

    /// A leaf.
    const LINK: Link =
        Link { node: || Node::LEAF, below: 0, place: &Node::LEAF.places, seen: &Node::LEAF.seen };

    /// The names are not known.
    const NAMES: Option<&'static [Name]> = None;

    /// The type has none.
    const HAS_RULES: bool = false;

    /// The type does not.
    const IS_DERIVED: bool = false;

    /// The type is no enum with rules.
    const IS_ENUM: bool = false;

    /// The type has none.
    const PATH: Option<&'static str> = None;

    /// Nothing is checked of the type.
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

/// A generic type with the derive, also if it has no rules because a type that it is given has none.
pub trait Derived {
    /// Whether something is checked of the type, whatever its parameters are.
    const ASKS: bool;
}

/// Finds whether a generic type would check something: `Known::<T>::ASKS`, with [`Underived`] in scope.
#[derive(Debug)]
pub struct Known<T: ?Sized>(PhantomData<fn(&T)>);

impl<T: Derived + ?Sized> Known<T> {
    /// The type has the derive.
    pub const HAS_DERIVE: bool = true;

    /// Whether it would.
    pub const ASKS: bool = T::ASKS;
}

/// Types without the derive.
pub trait Underived {
    /// The type does not have the derive.
    const HAS_DERIVE: bool = false;

    /// Nothing is known of the type.
    const ASKS: bool = false;
}

impl<T: ?Sized> Underived for Known<T> {}
