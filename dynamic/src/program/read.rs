//! Values and their representations.

use super::cel::{
    self, Arena, CelType, Duration, EvalError, Evaluated, Item, List, Map, Node, Timestamp, Value,
};
use crdc_codegen::cel::program::Repr;

/// Reads an item in a representation.
pub(super) fn read<'a>(item: Item<'a>, repr: &Repr, arena: &'a Arena) -> Evaluated<Value<'a>> {
    let node = match item {
        Item::Node(node) | Item::Value(Value::Unread(node)) => node,
        Item::Value(value) => return converted(value, repr),
    };
    match repr {
        Repr::Bool => of_node::<bool>(node, arena),
        Repr::Int => of_node::<i64>(node, arena),
        Repr::Uint => of_node::<u64>(node, arena),
        Repr::Double => of_node::<f64>(node, arena),
        Repr::String => of_node::<&str>(node, arena),
        Repr::Bytes => of_node::<&[u8]>(node, arena),
        Repr::Duration => of_node::<Duration>(node, arena),
        Repr::Timestamp => of_node::<Timestamp>(node, arena),
        Repr::List(_) => of_node::<List<'_>>(node, arena),
        Repr::Map(_) => of_node::<Map<'_>>(node, arena),
        Repr::Object(_) => of_node::<Node<'_>>(node, arena),
        Repr::Dynamic => of_node::<Value<'_>>(node, arena),
    }
}

fn of_node<'a, T: CelType<'a>>(node: Node<'a>, arena: &'a Arena) -> Evaluated<Value<'a>> {
    T::from_node(node, arena).map(CelType::into_value)
}

/// A value in a representation.
pub(super) fn converted<'a>(value: Value<'a>, repr: &Repr) -> Evaluated<Value<'a>> {
    if is(value, repr) { Ok(value) } else { Err(EvalError::NoSuchOverload) }
}

/// Whether a value has a representation.
pub(super) fn is(value: Value<'_>, repr: &Repr) -> bool {
    match repr {
        Repr::Bool => matches!(value, Value::Bool(_)),
        Repr::Int => matches!(value, Value::Int(_)),
        Repr::Uint => matches!(value, Value::Uint(_)),
        Repr::Double => matches!(value, Value::Double(_)),
        Repr::String => matches!(value, Value::String(_)),
        Repr::Bytes => matches!(value, Value::Bytes(_)),
        Repr::Duration => matches!(value, Value::Duration(_)),
        Repr::Timestamp => matches!(value, Value::Timestamp(_)),
        Repr::List(_) => matches!(value, Value::List(_)),
        Repr::Map(_) => matches!(value, Value::Map(_)),
        Repr::Object(_) => matches!(value, Value::Map(Map::Node(_))),
        Repr::Dynamic => true,
    }
}

/// An object as a value of any type: it must be one.
pub(super) fn checked(value: Value<'_>) -> Evaluated<Value<'_>> {
    match value {
        Value::Map(Map::Node(node)) => cel::object_value(node),
        value => Ok(value),
    }
}
