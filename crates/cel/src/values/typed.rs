//! Rust types for CEL values whose type is known when a rule is compiled.

use super::list::Item;
use super::node::Node;
use super::value::{List, Map, Value};
use crate::arena::Arena;
use crate::error::{EvalError, Evaluated};
use crate::scalars::cidr::Cidr;
use crate::scalars::duration::Duration;
use crate::scalars::ip::Ip;
use crate::scalars::named_format::NamedFormat;
use crate::scalars::quantity::Quantity;
use crate::scalars::semver::Semver;
use crate::scalars::timestamp::Timestamp;
use crate::scalars::url::Url;

/// A Rust type that holds the values of a CEL type.
pub(crate) trait CelType<'a>: Copy {
    /// Converts a value.
    ///
    /// # Errors
    /// [`EvalError::NoSuchOverload`] if it has another type.
    fn from_value(value: Value<'a>) -> Evaluated<Self>;

    /// Reads a value of the object.
    ///
    /// # Errors
    /// The value does not fit its schema.
    fn from_node(node: Node<'a>, arena: &'a Arena) -> Evaluated<Self>;

    /// The value.
    fn into_value(self) -> Value<'a>;
}

/// Reads an item of a list.
pub(crate) fn of_item<'a, T: CelType<'a>>(item: Item<'a>, arena: &'a Arena) -> Evaluated<T> {
    match item {
        Item::Node(node) | Item::Value(Value::Unread(node)) => T::from_node(node, arena),
        Item::Value(value) => T::from_value(value.content()?),
    }
}

macro_rules! cel_types {
    ($($rust:ty, $variant:ident, |$node:ident, $arena:ident| $read:expr;)*) => {$(
        impl<'a> CelType<'a> for $rust {
            #[inline]
            fn from_value(value: Value<'a>) -> Evaluated<Self> {
                match value {
                    Value::$variant(value) => Ok(value),
                    _ => Err(EvalError::NoSuchOverload),
                }
            }

            #[inline]
            fn from_node($node: Node<'a>, $arena: &'a Arena) -> Evaluated<Self> {
                $read
            }

            #[inline]
            fn into_value(self) -> Value<'a> {
                Value::$variant(self)
            }
        }
    )*};
}

cel_types! {
    bool, Bool, |node, _arena| node.bool();
    i64, Int, |node, _arena| node.int();
    u64, Uint, |node, arena| Self::from_value(node.value(arena)?);
    f64, Double, |node, _arena| node.double();
    &'a str, String, |node, _arena| node.string();
    &'a [u8], Bytes, |node, arena| node.bytes(arena);
    Duration, Duration, |node, arena| node.duration(arena);
    Timestamp, Timestamp, |node, arena| node.timestamp(arena);
    List<'a>, List, |node, _arena| node.list();
    Map<'a>, Map, |node, _arena| node.map();
}

/// Types of CEL libraries. No value of the object has such a type.
macro_rules! library_types {
    ($($rust:ty, $variant:ident;)*) => { cel_types! { $($rust, $variant, |_node, _arena| Err(EvalError::NoSuchOverload);)* } };
}

library_types! {
    Ip, Ip;
    Cidr, Cidr;
    Quantity<'a>, Quantity;
    Url<'a>, Url;
    Semver<'a>, Semver;
    NamedFormat, NamedFormat;
}

/// Converts a value to a Rust type.
///
/// # Errors
/// [`EvalError::NoSuchOverload`] if it has another type.
#[inline]
pub(crate) fn of<'a, T: CelType<'a>>(value: Value<'a>) -> Evaluated<T> {
    T::from_value(value)
}

impl<'a> CelType<'a> for Value<'a> {
    #[inline]
    fn from_value(value: Value<'a>) -> Evaluated<Self> {
        Ok(value)
    }

    #[inline]
    fn from_node(node: Node<'a>, arena: &'a Arena) -> Evaluated<Self> {
        node.value(arena)
    }

    #[inline]
    fn into_value(self) -> Value<'a> {
        self
    }
}

impl<'a> CelType<'a> for Node<'a> {
    fn from_value(value: Value<'a>) -> Evaluated<Self> {
        match value {
            Value::Map(Map::Node(node)) => Ok(node),
            _ => Err(EvalError::NoSuchOverload),
        }
    }

    #[inline]
    fn from_node(node: Node<'a>, _: &'a Arena) -> Evaluated<Self> {
        node.object()
    }

    #[inline]
    fn into_value(self) -> Value<'a> {
        Value::Map(Map::Node(self))
    }
}
