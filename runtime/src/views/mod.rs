//! What generated views are made of: lists, maps, and values that are read where they are.
//!
//! A view is a [`Value`] with a method for each field of its schema. `Config::views(true)` of the compiler generates them;
//! `Database::view(accepted.value())` makes one, at no cost. Nothing here allocates.
//!
//! **A view is total**: an object can lack what its schema requires, if it was refused, or if an update may keep the error of the
//! old object. Then texts are empty, numbers 0, booleans false, and objects, lists and maps have nothing in them.

mod list;
mod map;
mod metadata;
mod scalars;

pub use list::{List, ListItems};
pub use map::{Map, MapEntries};
pub use metadata::{Metadata, OwnerReference};
pub use scalars::IntOrString;

use crate::value::Value;

/// What a value of an object is read as.
pub trait FromValue<'a>: Copy {
    /// Reads a value. One of another type reads as nothing: see the module.
    fn from_value(value: Value<'a>) -> Self;
}

/// For generated code: the field with this key, as it is written in JSON.
#[doc(hidden)]
#[inline]
pub fn field<'a, T: FromValue<'a>>(object: Value<'a>, key: &str) -> T {
    T::from_value(object.written_member(key).unwrap_or_else(|| object.nothing()))
}

/// The same; `None` if it is absent or null.
#[doc(hidden)]
#[inline]
pub fn optional<'a, T: FromValue<'a>>(object: Value<'a>, key: &str) -> Option<T> {
    object.written_member(key).filter(|value| !value.is_null()).map(T::from_value)
}
