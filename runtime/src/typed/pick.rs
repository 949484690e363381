//! What is known of a type that the derive knows only by name: `Pick::<T>::LINK`, with [`Unruled`] in scope.
//!
//! An inherent item shadows that of a trait, and exists only for types with rules. It is resolved where the expression is written: for
//! a type parameter, only its bounds are known.

use core::marker::PhantomData;

use crdc_vocabulary::Fragment;

use super::fields::Name;
use super::node::{Link, Node};
use super::normalization::Normalization;
use super::value::Value;

/// Finds what is known of a type.
#[derive(Debug)]
pub struct Pick<T: ?Sized>(PhantomData<fn(&T)>);

impl<T: Value> Pick<T> {
    /// How to refer to it.
    pub const LINK: Link = T::LINK;

    /// The names of its fields.
    pub const NAMES: Option<&'static [Name]> = Some(T::NAMES);

    /// Whether the derive looks into it.
    pub const IS_DERIVED: bool = T::IS_DERIVED;

    /// Whether something may be checked of it.
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

/// Types without rules.
pub trait Unruled {
    /// The type.
    type Of: ?Sized;

    /// A leaf.
    const LINK: Link =
        Link { node: || Node::LEAF, below: 0, place: &Node::LEAF.places, seen: &Node::LEAF.seen };

    /// Not known.
    const NAMES: Option<&'static [Name]> = None;

    /// It does not.
    const IS_DERIVED: bool = false;

    /// Nothing is.
    const IS_RULED: bool = false;

    /// None.
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
