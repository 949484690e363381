//! Which form a type has that the derive knows by its name alone: `(&&&Pick::<T>::new()).pick()`, with these traits in scope.
//!
//! A method is looked for with as few references taken away as possible, so the first of these that `T` has counts: a scalar, a
//! type with rules, any other. That is decided where the text stands: of a type parameter only what its bounds
//! say counts.

use core::marker::PhantomData;

use super::{Fragment, Plain, Value};

/// A type to which a form is looked for.
#[derive(Debug)]
pub struct Pick<T: ?Sized>(PhantomData<fn(&T)>);

impl<T: ?Sized> Pick<T> {
    /// Nothing yet.
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
    fn pick(&self) -> super::Scalars {
        super::Scalars
    }
}

impl<T: Plain + ?Sized> Scalars for &&Pick<T> {}

/// Types with rules.
pub trait Nested {
    /// Their form.
    #[inline(always)]
    fn pick(&self) -> super::Nested {
        super::Nested
    }
}

impl<T: Value> Nested for &Pick<T> {}

/// Any other.
pub trait Leaf {
    /// Their form.
    #[inline(always)]
    fn pick(&self) -> super::Leaf {
        super::Leaf
    }
}

impl<T: serde::Serialize> Leaf for Pick<T> {}

/// What types with rules, and what stands for a type parameter, say of their schemas: `(&&Pick::<T>::new()).fragment()`.
pub trait Ruled {
    /// The fragment.
    fn fragment(&self) -> Option<&'static Fragment>;
}

impl<T: Value> Ruled for &Pick<T> {
    fn fragment(&self) -> Option<&'static Fragment> {
        T::schema()
    }
}

/// What other types say of theirs: nothing.
pub trait Unruled {
    /// None.
    fn fragment(&self) -> Option<&'static Fragment> {
        None
    }
}

impl<T: ?Sized> Unruled for Pick<T> {}
