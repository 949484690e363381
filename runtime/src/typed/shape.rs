//! Asserts, when the user's crate is compiled, that a type has the shape that the derive guessed from its
//! name: for example, that `Vec<T>` is a list.

use core::marker::PhantomData;

use super::entries::Entries;
use super::items::Items;
use super::normalization::Boxes;
use super::plain::Plain;

/// Types of a shape.
#[diagnostic::on_unimplemented(
    message = "`{T}` is not serialized in the form `{Self}`",
    label = "not the type that its name suggests",
    note = "the derive identifies a type by the last segment of its path; add `#[crdc(leaf)]` to the field to \
            compare it as a whole"
)]
pub trait Shape<T: ?Sized> {}

/// Asserts that a type has a shape.
pub const fn shaped<S: Shape<T>, T: ?Sized>() {}

/// Any type.
#[derive(Debug)]
pub struct Any;

/// A bool, number or string.
#[derive(Debug)]
pub struct Scalar;

/// An `Option`.
#[derive(Debug)]
pub struct Optional<S>(PhantomData<S>);

/// A box.
#[derive(Debug)]
pub struct Boxed<S>(PhantomData<S>);

/// A list.
#[derive(Debug)]
pub struct List<S>(PhantomData<S>);

/// A map.
#[derive(Debug)]
pub struct Map<S>(PhantomData<S>);

impl<T: ?Sized> Shape<T> for Any {}
impl<T: Plain + ?Sized> Shape<T> for Scalar {}
impl<T, S: Shape<T>> Shape<Option<T>> for Optional<S> {}
impl<T: Boxes + ?Sized, S: Shape<T::Inner>> Shape<T> for Boxed<S> {}
impl<T: Items + ?Sized, S: Shape<T::Item>> Shape<T> for List<S> {}
impl<T: Entries + ?Sized, S: Shape<T::Value>> Shape<T> for Map<S> {}
