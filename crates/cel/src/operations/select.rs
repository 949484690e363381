//! Selects fields, entries and items: `a.b`, `a[b]`, `has(a.b)`, `a.?b`, `a[?b]`.
//
// cel-go: interpreter/attributes.go

use alloc::format;

use crate::arena::Arena;
use crate::context::Context;
use crate::error::{EvalError, Evaluated};
use crate::values::{List, Map, Node, Value};
use crdc_object::tape::Kind;

/// A step from a value to a part of it: the function that computes the name, key or index, and whether the
/// step is optional.
pub(crate) type Step<'s, 'a> = (&'s dyn Fn() -> Evaluated<Value<'a>>, bool);

/// The field of an object that has a schema, not read yet; otherwise the object.
///
/// # Errors
/// The object's.
#[inline(always)]
fn find_field<'a>(
    context: Context<'a>,
    of: Evaluated<Node<'a>>,
    number: u16,
) -> Evaluated<Result<Node<'a>, Node<'a>>> {
    let of = of?;
    let found = of.field(number).ok_or(of);
    // The server detects that the variable is not an object before it counts the step.
    if found.is_ok() || of.kind() == Kind::Object {
        context.add(1);
    }
    Ok(found)
}

/// The field of an object that has a schema, by its name in rules, not read yet.
///
/// # Errors
/// The object's; the field is absent.
pub(crate) fn named_field<'a>(
    context: Context<'a>,
    of: Evaluated<Node<'a>>,
    name: &str,
) -> Evaluated<Node<'a>> {
    let number = of.as_ref().map_or(u16::MAX, |of| of.number_of(name));
    match find_field(context, of, number)? {
        Ok(found) => Ok(found),
        Err(of) => of.object().and(Err(EvalError::no_such_key(name.into()))),
    }
}

/// Whether a field is present whose object has a schema, by its name in rules.
///
/// # Errors
/// There is no object; the value of the field does not fit its schema.
pub(crate) fn has_named_field<'a>(
    context: Context<'a>,
    of: Evaluated<Node<'a>>,
    name: &str,
) -> Evaluated<bool> {
    let of = of?;
    match of.field(of.number_of(name)) {
        Some(found) => {
            context.add(1);
            found.fits(context.arena).map(|()| true)
        }
        None => {
            of.object()?;
            context.add(1);
            Ok(false)
        }
    }
}

/// A part of a value.
///
/// # Errors
/// Errors of the value and the key; there is no such part.
#[inline]
pub(crate) fn part<'a>(
    context: Context<'a>,
    of: Evaluated<Value<'a>>,
    key: impl FnOnce() -> Evaluated<Value<'a>>,
) -> Evaluated<Value<'a>> {
    let of = of?;
    let key = key();
    context.add(1);
    let (arena, key) = (context.arena, key?);
    let (of, optional) = match of {
        Value::Optional(None) => return Ok(of),
        Value::Optional(Some(content)) => (without_schema(content.content()?), true),
        of => (of, false),
    };
    match find(arena, of, key)? {
        Some(found) if optional => Ok(Value::Optional(Some(arena.alloc(found)))),
        Some(found) => Ok(found),
        None if optional => Ok(Value::Optional(None)),
        None => Err(missing(of, key)),
    }
}

/// Whether a value has a part.
///
/// # Errors
/// Errors of the value.
#[inline]
pub(crate) fn has_part<'a>(context: Context<'a>, of: Evaluated<Value<'a>>, name: &'a str) -> Evaluated<bool> {
    let of = of?;
    context.add(1);
    let of = match of {
        Value::Optional(None) => return Ok(false),
        Value::Optional(Some(content)) => without_schema(content.content()?),
        of => of,
    };
    Ok(find(context.arena, of, Value::String(name))?.is_some())
}

/// `a.?b[c]`: a path of which some steps are optional, so that the result is an optional.
///
/// # Errors
/// Errors of the value and the keys; a step that is not optional leads nowhere.
pub(crate) fn follow<'a>(
    context: Context<'a>,
    of: Evaluated<Value<'a>>,
    steps: &[Step<'_, 'a>],
) -> Evaluated<Value<'a>> {
    let (mut at, mut optional) = match of? {
        Value::Optional(None) => return Ok(Value::Optional(None)),
        // The content of an optional has lost its schema.
        Value::Optional(Some(content)) => (without_schema(content.content()?), true),
        of => (of, false),
    };
    for (key, may_miss) in steps {
        optional |= may_miss;
        let key = key();
        if !optional {
            context.add(1);
        }
        let key = key?;
        match find(context.arena, at, key)? {
            Some(found) => at = found,
            None if optional => return Ok(Value::Optional(None)),
            None => return Err(missing(at, key)),
        }
        // An optional selection costs nothing if the field is missing.
        if optional {
            context.add(1);
        }
    }
    Ok(if optional { Value::Optional(Some(context.arena.alloc(at))) } else { at })
}

/// `has(a.?b.c)`
///
/// # Errors
/// As [`follow`].
pub(crate) fn has_path<'a>(
    context: Context<'a>,
    of: Evaluated<Value<'a>>,
    steps: &[Step<'_, 'a>],
) -> Evaluated<bool> {
    Ok(!matches!(follow(context, of, steps)?, Value::Optional(None)))
}

/// A value without its schema, as the server unwraps optionals.
pub(crate) fn without_schema(value: Value<'_>) -> Value<'_> {
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

/// Converts a value to the index of a list.
// cel-go: common/types/list.go IndexOrError
#[expect(clippy::cast_precision_loss, clippy::cast_possible_truncation, reason = "compared afterwards")]
fn index(key: Value<'_>) -> Evaluated<i64> {
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
        _ => EvalError::no_such_key(shown),
    }
}
