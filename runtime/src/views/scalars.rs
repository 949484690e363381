//! Views of scalars. In: a value. Out: the Rust value, or the empty value of its type.

use core::fmt;

use super::from_value::FromValue;
use crate::value::Value;

impl<'a> FromValue<'a> for Value<'a> {
    #[inline]
    fn from_value(value: Value<'a>) -> Self {
        value
    }
}

impl<'a> FromValue<'a> for &'a str {
    #[inline]
    fn from_value(value: Value<'a>) -> Self {
        value.as_str().unwrap_or_default()
    }
}

impl<'a> FromValue<'a> for bool {
    #[inline]
    fn from_value(value: Value<'a>) -> Self {
        value.as_bool().unwrap_or_default()
    }
}

/// A whole number that is written with a fraction, such as `1.0`, is an integer for servers too.
impl<'a> FromValue<'a> for i64 {
    #[inline]
    fn from_value(value: Value<'a>) -> Self {
        value.as_i64().unwrap_or_else(|| value.as_f64().unwrap_or_default() as i64)
    }
}

impl<'a> FromValue<'a> for f64 {
    #[inline]
    fn from_value(value: Value<'a>) -> Self {
        value.as_f64().unwrap_or_default()
    }
}

impl<'a, T: FromValue<'a>> FromValue<'a> for Option<T> {
    #[inline]
    fn from_value(value: Value<'a>) -> Self {
        if value.is_null() { None } else { Some(T::from_value(value)) }
    }
}

/// An integer or a string: `x-kubernetes-int-or-string`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum IntOrString<'a> {
    /// An integer.
    Int(i64),
    /// A string, such as `50%`.
    String(&'a str),
}

impl<'a> FromValue<'a> for IntOrString<'a> {
    fn from_value(value: Value<'a>) -> Self {
        match value.as_str() {
            Some(text) => IntOrString::String(text),
            None => IntOrString::Int(i64::from_value(value)),
        }
    }
}

impl fmt::Display for IntOrString<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            IntOrString::Int(value) => fmt::Display::fmt(value, f),
            IntOrString::String(text) => f.write_str(text),
        }
    }
}
