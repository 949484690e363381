//! Converts values of an object to Rust types. In: a value. Out: a Rust value, also if the value has another
//! type.

use crate::value::Value;

/// A Rust type that values of an object are read as.
pub trait FromValue<'a>: Copy {
    /// Reads a value. A value of another type reads as empty: see the module `views`.
    fn from_value(value: Value<'a>) -> Self;
}

/// For generated code: the field with this key, as it is written in JSON.
#[doc(hidden)]
#[inline]
pub fn field<'a, T: FromValue<'a>>(object: Value<'a>, key: &str) -> T {
    T::from_value(object.written_member(key).unwrap_or_else(|| object.nothing()))
}

/// A field of an object; `None` if it is absent or null.
#[doc(hidden)]
#[inline]
pub fn optional<'a, T: FromValue<'a>>(object: Value<'a>, key: &str) -> Option<T> {
    object.written_member(key).filter(|value| !value.is_null()).map(T::from_value)
}
