//! Chooses the form of a type that the derive knows only by name: `(&&&Pick::<T>::new()).pick()`, with these
//! traits in scope.
//!
//! Method resolution removes as few references as possible (autoref specialization), so the first that
//! applies to `T` is chosen: a scalar, a type with rules, any other type. It is resolved where the expression
//! is written: for a type parameter, only its bounds are known.

use core::marker::PhantomData;

use crdc_vocabulary::Fragment;

use super::forms;
use super::plain::Plain;
use super::value::Value;

/// Chooses the form of a type.
#[derive(Debug)]
pub struct Pick<T: ?Sized>(PhantomData<fn(&T)>);

impl<T: ?Sized> Pick<T> {
    /// A new `Pick`.
    #[allow(clippy::new_without_default)]
    #[must_use]
    #[inline(always)]
    pub const fn new() -> Self {
        Pick(PhantomData)
    }
}

/// Bools, numbers and strings.
pub trait Scalars {
    /// Their form.
    #[inline(always)]
    fn pick(&self) -> forms::Scalars {
        forms::Scalars
    }
}

impl<T: Plain + ?Sized> Scalars for &&Pick<T> {}

/// Types with rules.
pub trait Nested {
    /// Their form.
    #[inline(always)]
    fn pick(&self) -> forms::Nested {
        forms::Nested
    }
}

impl<T: Value> Nested for &Pick<T> {}

/// Other types.
pub trait Leaf {
    /// Their form.
    #[inline(always)]
    fn pick(&self) -> forms::Leaf {
        forms::Leaf
    }
}

impl<T: serde::Serialize> Leaf for Pick<T> {}

/// The schema of types with rules and of type parameters: `(&&Pick::<T>::new()).fragment()`.
pub trait Ruled {
    /// The fragment.
    fn fragment(&self) -> Option<&'static Fragment>;
}

impl<T: Value> Ruled for &Pick<T> {
    fn fragment(&self) -> Option<&'static Fragment> {
        T::schema()
    }
}

/// Other types have no schema.
pub trait Unruled {
    /// None.
    fn fragment(&self) -> Option<&'static Fragment> {
        None
    }
}

impl<T: ?Sized> Unruled for Pick<T> {}
