//! The range of a loop: the items of a list with their indices, or the keys of a map with their values.
//
// cel-go: interpreter/interpretable.go (evalFold)

use alloc::format;

use crate::context::Context;
use crate::error::{EvalError, Evaluated};
use crate::values::{Item, List, Map, Node, Value};

/// The range of a loop.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Range<'a> {
    /// The items of a list.
    List(List<'a>),
    /// The keys of a map.
    Map(Map<'a>),
}

impl<'a> From<List<'a>> for Range<'a> {
    fn from(list: List<'a>) -> Self {
        Range::List(list)
    }
}

impl<'a> From<Map<'a>> for Range<'a> {
    fn from(map: Map<'a>) -> Self {
        Range::Map(map)
    }
}

impl<'a> From<Node<'a>> for Range<'a> {
    fn from(object: Node<'a>) -> Self {
        Range::Map(Map::Node(object))
    }
}

/// Converts a value to the range of a loop.
///
/// # Errors
/// The value is no list and no map.
pub(crate) fn range(value: Value<'_>) -> Evaluated<Range<'_>> {
    match value {
        Value::List(list) => Ok(Range::List(list)),
        Value::Map(map) => Ok(Range::Map(map)),
        value => Err(EvalError::text(format!("got '{}', expected iterable type", go_type(value)))),
    }
}

/// The name of the value's Go type in the server.
// cel-go: interpreter/interpretable.go (evalFold), which prints `%T`
fn go_type(value: Value<'_>) -> &'static str {
    match value {
        Value::Null => "types.Null",
        Value::Bool(_) => "types.Bool",
        Value::Int(_) => "types.Int",
        Value::Uint(_) => "types.Uint",
        Value::Double(_) => "types.Double",
        Value::String(_) => "types.String",
        Value::Bytes(_) => "types.Bytes",
        Value::Duration(_) => "types.Duration",
        Value::Timestamp(_) => "types.Timestamp",
        Value::Optional(_) => "*types.Optional",
        Value::Type(_) => "*types.Type",
        other => other.type_name(),
    }
}

/// Whether a loop continues.
pub(crate) enum Next {
    Go,
    Stop,
}

impl<'a> Range<'a> {
    /// Visits items or keys. Each visit adds the cost of the loop's condition, and so does the test after the
    /// last item.
    #[inline]
    pub(crate) fn each(
        self,
        context: Context<'a>,
        condition: u64,
        mut visit: impl FnMut(Item<'a>) -> Evaluated<Next>,
    ) -> Evaluated<()> {
        let mut stopped = false;
        match self {
            Range::List(list) => {
                for item in list.items() {
                    context.add(condition);
                    context.check()?;
                    if stopped {
                        break;
                    }
                    match visit(item)? {
                        Next::Go => {}
                        Next::Stop => stopped = true,
                    }
                }
            }
            Range::Map(map) => {
                for (key, _) in map.entries(context.arena) {
                    context.add(condition);
                    context.check()?;
                    if stopped {
                        break;
                    }
                    match visit(Item::Value(key))? {
                        Next::Go => {}
                        Next::Stop => stopped = true,
                    }
                }
            }
        }
        Ok(())
    }

    /// Visits indices and items, or keys and values.
    pub(crate) fn each_pair(
        self,
        context: Context<'a>,
        condition: u64,
        mut visit: impl FnMut(Value<'a>, Evaluated<Item<'a>>) -> Evaluated<Next>,
    ) -> Evaluated<()> {
        let mut stopped = false;
        match self {
            Range::List(list) => {
                for (index, item) in (0..).zip(list.items()) {
                    context.add(condition);
                    context.check()?;
                    if stopped {
                        break;
                    }
                    match visit(Value::Int(index), Ok(item))? {
                        Next::Go => {}
                        Next::Stop => stopped = true,
                    }
                }
            }
            Range::Map(map) => {
                for (key, value) in map.items(context.arena) {
                    context.add(condition);
                    context.check()?;
                    if stopped {
                        break;
                    }
                    match visit(key, value)? {
                        Next::Go => {}
                        Next::Stop => stopped = true,
                    }
                }
            }
        }
        Ok(())
    }
}
