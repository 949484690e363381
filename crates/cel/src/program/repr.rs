//! The representations of values, and conversions between them.

use crate::arena::Arena;
use crate::error::{EvalError, Evaluated};
use crate::operations::operators::object_value;
use crate::scalars::duration::Duration;
use crate::scalars::timestamp::Timestamp;
use crate::values::{CelType, Item, List, Map, Node, Value};

/// The representation of a value: its type, as far as it is known before the evaluation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Repr {
    /// `bool`
    Bool,
    /// `int`
    Int,
    /// `uint`
    Uint,
    /// `double`
    Double,
    /// `string`
    String,
    /// `bytes`
    Bytes,
    /// A duration.
    Duration,
    /// A timestamp.
    Timestamp,
    /// A list.
    List,
    /// A map.
    Map,
    /// An object of the schema.
    Object,
    /// Any value, with its type.
    Dynamic,
}

impl Repr {
    /// Whether a value has this representation.
    pub(super) fn fits(self, value: &Value<'_>) -> bool {
        match self {
            Repr::Bool => matches!(value, Value::Bool(_)),
            Repr::Int => matches!(value, Value::Int(_)),
            Repr::Uint => matches!(value, Value::Uint(_)),
            Repr::Double => matches!(value, Value::Double(_)),
            Repr::String => matches!(value, Value::String(_)),
            Repr::Bytes => matches!(value, Value::Bytes(_)),
            Repr::Duration => matches!(value, Value::Duration(_)),
            Repr::Timestamp => matches!(value, Value::Timestamp(_)),
            Repr::List => matches!(value, Value::List(_)),
            Repr::Map => matches!(value, Value::Map(_)),
            Repr::Object => matches!(value, Value::Map(Map::Node(_))),
            Repr::Dynamic => true,
        }
    }

    /// Converts a value to this representation. Results are not unpacked here, because moving a result takes
    /// most of the time.
    pub(super) fn convert(self, value: Evaluated<Value<'_>>) -> Evaluated<Value<'_>> {
        match &value {
            Ok(found) if !self.fits(found) => Err(EvalError::NoSuchOverload),
            _ => value,
        }
    }

    /// Converts a value from the representation `from`. A value that becomes dynamic from an object must be
    /// an object.
    pub(super) fn convert_from(self, from: Repr, value: Evaluated<Value<'_>>) -> Evaluated<Value<'_>> {
        match (from, self, &value) {
            (Repr::Object, Repr::Object, _) => value,
            (Repr::Object, to, Ok(Value::Map(Map::Node(node)))) => to.convert(object_value(*node)),
            (_, to, _) => to.convert(value),
        }
    }

    /// Reads an item in this representation.
    pub(super) fn read<'a>(self, item: Item<'a>, arena: &'a Arena) -> Evaluated<Value<'a>> {
        let node = match item {
            Item::Node(node) | Item::Value(Value::Unread(node)) => node,
            Item::Value(value) => return self.convert(value.content()),
        };
        match self {
            Repr::Bool => of_node::<bool>(node, arena),
            Repr::Int => of_node::<i64>(node, arena),
            Repr::Uint => of_node::<u64>(node, arena),
            Repr::Double => of_node::<f64>(node, arena),
            Repr::String => of_node::<&str>(node, arena),
            Repr::Bytes => of_node::<&[u8]>(node, arena),
            Repr::Duration => of_node::<Duration>(node, arena),
            Repr::Timestamp => of_node::<Timestamp>(node, arena),
            Repr::List => of_node::<List<'_>>(node, arena),
            Repr::Map => of_node::<Map<'_>>(node, arena),
            Repr::Object => of_node::<Node<'_>>(node, arena),
            Repr::Dynamic => of_node::<Value<'_>>(node, arena),
        }
    }
}

fn of_node<'a, T: CelType<'a>>(node: Node<'a>, arena: &'a Arena) -> Evaluated<Value<'a>> {
    T::from_node(node, arena).map(CelType::into_value)
}
