//! Rust's types for values whose type is known when a rule is compiled.

use super::list::Item;
use super::node::Node;
use super::value::{List, Map, Value};
use crate::scalars::cidr::Cidr;
use crate::scalars::ip::Ip;
use crate::scalars::named_format::NamedFormat;
use crate::scalars::quantity::Quantity;
use crate::scalars::semver::Semver;
use crate::scalars::url::Url;
use crate::{Arena, Duration, EvalError, Evaluated, Timestamp};

/// A Rust type for values of a type of CEL.
pub trait CelType<'a>: Copy {
    /// Converts a value.
    ///
    /// # Errors
    /// [`EvalError::NoSuchOverload`] if it has another type.
    fn from_value(value: Value<'a>) -> Evaluated<Self>;

    /// Reads a value of the object.
    ///
    /// # Errors
    /// It does not fit its schema.
    fn from_node(node: Node<'a>, arena: &'a Arena) -> Evaluated<Self>;

    /// Reads an item as the variable of a loop. An object is not checked, but its fields are when they are read: a rule
    /// that reads none holds whatever the item is, and the costs are those of a variable.
    ///
    /// # Errors
    /// It does not fit its schema.
    #[inline]
    fn from_item(node: Node<'a>, arena: &'a Arena) -> Evaluated<Self> {
        Self::from_node(node, arena)
    }

    /// The value.
    fn into_value(self) -> Value<'a>;
}

/// What the variable of a loop can be: a value of a Rust type, such a value or the error of an item that does not fit its
/// schema, or an item that is not read.
pub trait Element<'a>: Clone {
    /// Converts a value.
    ///
    /// # Errors
    /// [`EvalError::NoSuchOverload`] if it has another type.
    fn of_value(value: Value<'a>) -> Evaluated<Self>;

    /// Reads a value of the object.
    ///
    /// # Errors
    /// It does not fit its schema.
    fn of_node(node: Node<'a>, arena: &'a Arena) -> Evaluated<Self>;

    /// Reads a value of a map, which may not fit its schema.
    ///
    /// # Errors
    /// It does not fit its schema.
    #[inline]
    fn of_result(item: Evaluated<Item<'a>>, arena: &'a Arena) -> Evaluated<Self> {
        of_item(item?, arena)
    }
}

impl<'a, T: CelType<'a>> Element<'a> for T {
    #[inline(always)]
    fn of_value(value: Value<'a>) -> Evaluated<Self> {
        T::from_value(value.content()?)
    }

    #[inline(always)]
    fn of_node(node: Node<'a>, arena: &'a Arena) -> Evaluated<Self> {
        T::from_item(node, arena)
    }
}

impl<'a> Element<'a> for Item<'a> {
    fn of_value(value: Value<'a>) -> Evaluated<Self> {
        Ok(Item::Value(value))
    }

    fn of_node(node: Node<'a>, _: &'a Arena) -> Evaluated<Self> {
        Ok(Item::Node(node))
    }
}

/// A variable with an error fails only where it is used.
impl<'a, T: CelType<'a>> Element<'a> for Evaluated<T> {
    #[inline(always)]
    fn of_value(value: Value<'a>) -> Evaluated<Self> {
        until_used(value.content().and_then(T::from_value))
    }

    #[inline(always)]
    fn of_node(node: Node<'a>, arena: &'a Arena) -> Evaluated<Self> {
        until_used(T::from_item(node, arena))
    }

    #[inline]
    fn of_result(item: Evaluated<Item<'a>>, arena: &'a Arena) -> Evaluated<Self> {
        until_used(item.and_then(|item| of_item(item, arena)))
    }
}

impl<'a> Element<'a> for Evaluated<Item<'a>> {
    fn of_value(value: Value<'a>) -> Evaluated<Self> {
        Ok(Ok(Item::Value(value)))
    }

    fn of_node(node: Node<'a>, _: &'a Arena) -> Evaluated<Self> {
        Ok(Ok(Item::Node(node)))
    }

    fn of_result(item: Evaluated<Item<'a>>, _: &'a Arena) -> Evaluated<Self> {
        until_used(item)
    }
}

/// Keeps an error until it is used, unless it ends the evaluation.
#[inline(always)]
fn until_used<T>(value: Evaluated<T>) -> Evaluated<Evaluated<T>> {
    match value {
        Err(error) if !error.can_be_dropped() => Err(error),
        value => Ok(value),
    }
}

/// Reads an item of a list.
#[inline(always)]
pub(crate) fn of_item<'a, T: Element<'a>>(item: Item<'a>, arena: &'a Arena) -> Evaluated<T> {
    match item {
        Item::Node(node) | Item::Value(Value::Unread(node)) => T::of_node(node, arena),
        Item::Value(value) => T::of_value(value),
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

/// Types of libraries: no value of the object has them.
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

/// A value as one of a type.
///
/// # Errors
/// [`EvalError::NoSuchOverload`] if it has another type.
#[inline]
pub fn of<'a, T: CelType<'a>>(value: Value<'a>) -> Evaluated<T> {
    T::from_value(value)
}

/// A value as an operand of a type.
///
/// # Errors
/// [`EvalError::Mismatch`] if it has another type.
#[inline]
pub fn operand<'a, T: CelType<'a>>(value: Value<'a>) -> Evaluated<T> {
    T::from_value(value).map_err(EvalError::of_operand)
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
    fn from_item(node: Node<'a>, _: &'a Arena) -> Evaluated<Self> {
        Ok(node)
    }

    #[inline]
    fn into_value(self) -> Value<'a> {
        Value::Map(Map::Node(self))
    }
}
