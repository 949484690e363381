//! Fields, entries and items: `a.b`, `a[b]`, `has(a.b)`, `a.?b`, `a[?b]`.
//
// cel-go: interpreter/attributes.go

use alloc::format;

use super::cost::Meter;
use super::typed::CelType;
use super::{Arena, Context, EvalError, Evaluated, List, Map, Node, Value};

/// One step from a value to a part of it.
#[derive(Clone, Copy, Debug)]
pub struct Qualifier<'a> {
    /// The name, key or index.
    pub key: Value<'a>,
    /// Whether the part may be missing.
    pub optional: bool,
}

/// The value of a field whose object has a schema.
///
/// # Errors
/// The object's; the field is absent, or does not fit its schema.
#[inline]
pub fn field<'a, T: CelType<'a>, M: Meter>(
    context: Context<'a, M>,
    of: Evaluated<Node<'a>>,
    number: u16,
    name: &'static str,
) -> Evaluated<T> {
    let of = of?;
    context.add(1);
    match of.field(number) {
        Some(found) => T::from_node(found, context.arena),
        None => absent(of, name),
    }
}

/// Whether a field is present whose object has a schema.
///
/// # Errors
/// The object's; the value of the field does not fit its schema.
#[inline]
pub fn has_field<M: Meter>(context: Context<'_, M>, of: Evaluated<Node<'_>>, number: u16) -> Evaluated<bool> {
    let of = of?;
    context.add(1);
    match of.field(number) {
        Some(found) => found.fits(context.arena).map(|()| true),
        None => of.object().map(|_| false),
    }
}

/// A field that is absent, or whose object is none.
#[cold]
fn absent<T>(of: Node<'_>, name: &'static str) -> Evaluated<T> {
    of.object().and(Err(EvalError::NoSuchKey(name)))
}

/// A part of a value.
///
/// # Errors
/// Those of the value and the key; there is no such part.
#[inline]
pub fn part<'a, M: Meter>(
    context: Context<'a, M>,
    of: Evaluated<Value<'a>>,
    key: Evaluated<Value<'a>>,
) -> Evaluated<Value<'a>> {
    let (of, key) = (of?, key?);
    context.add(1);
    path(context.arena, of, &[Qualifier { key, optional: false }])
}

/// Whether a value has a part.
///
/// # Errors
/// Those of the value.
#[inline]
pub fn has_part<'a, M: Meter>(
    context: Context<'a, M>,
    of: Evaluated<Value<'a>>,
    name: &'static str,
) -> Evaluated<bool> {
    let of = of?;
    context.add(1);
    match of {
        Value::Optional(None) => Ok(false),
        Value::Optional(Some(content)) => {
            Ok(find(context.arena, raw(*content), Value::String(name))?.is_some())
        }
        of => Ok(find(context.arena, of, Value::String(name))?.is_some()),
    }
}

/// Follows a path of which some steps are optional: the result is an optional then.
///
/// # Errors
/// Those of the value; a step that is not optional leads nowhere.
pub fn path<'a>(arena: &'a Arena, of: Value<'a>, steps: &[Qualifier<'a>]) -> Evaluated<Value<'a>> {
    let (mut at, mut optional) = match of {
        Value::Optional(None) => return Ok(of),
        // The content of an optional has no schema any more.
        Value::Optional(Some(content)) => (raw(*content), true),
        of => (of, false),
    };
    for step in steps {
        optional |= step.optional;
        match find(arena, at, step.key)? {
            Some(found) => at = found,
            None if optional => return Ok(Value::Optional(None)),
            None => return Err(missing(at, step.key)),
        }
    }
    Ok(if optional { Value::Optional(Some(arena.alloc(at))) } else { at })
}

/// A value without its schema, as the server unwraps optionals.
fn raw(value: Value<'_>) -> Value<'_> {
    match value {
        Value::Map(Map::Node(node)) => Value::Map(Map::Node(node.raw())),
        Value::List(List::Node(node)) => Value::List(List::Node(node.raw())),
        value => value,
    }
}

fn find<'a>(arena: &'a Arena, of: Value<'a>, key: Value<'a>) -> Evaluated<Option<Value<'a>>> {
    match of {
        Value::Map(map) => map.get(arena, key),
        Value::List(list) => {
            let index = index(key)?;
            list.at(index).map(|item| item.value(arena)).transpose()
        }
        _ => Ok(None),
    }
}

/// The index that a value means.
// cel-go: common/types/list.go IndexOrError
#[expect(clippy::cast_precision_loss, clippy::cast_possible_truncation, reason = "compared afterwards")]
pub(super) fn index(key: Value<'_>) -> Evaluated<i64> {
    match key {
        Value::Int(index) => Ok(index),
        Value::Double(index) if (index as i64) as f64 == index => Ok(index as i64),
        Value::Double(index) => Err(EvalError::text(format!("unsupported index value {index} in list"))),
        Value::Uint(index) => match i64::try_from(index) {
            Ok(index) => Ok(index),
            Err(_) => Err(EvalError::text(format!("unsupported index value {index} in list"))),
        },
        key => Err(EvalError::text(format!("unsupported index type '{}' in list", key.type_name()))),
    }
}

#[cold]
fn missing(of: Value<'_>, key: Value<'_>) -> EvalError {
    let shown = match key {
        Value::String(name) => name.into(),
        Value::Int(number) => format!("{number}"),
        Value::Uint(number) => format!("{number}"),
        Value::Double(number) => format!("{number}"),
        Value::Bool(value) => format!("{value}"),
        key => key.type_name().into(),
    };
    match of {
        Value::List(_) => EvalError::text(format!("index out of bounds: {shown}")),
        _ => EvalError::text(format!("no such key: {shown}")),
    }
}
