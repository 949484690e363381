//! The functions on optionals: `optional.of`, `value`, `first` and so on. `or` and `orValue` are operators of
//! programs instead, because they evaluate their argument only if they need it.
//
// cel-go: cel/library.go (optionalLib), common/types/optional.go

use alloc::format;
use alloc::string::String;

use crate::arena::Arena;
use crate::error::{EvalError, Evaluated};
use crate::values::{List, Value};

/// `optional.of(value)`
#[must_use]
pub(crate) fn of<'a>(arena: &'a Arena, value: Value<'a>) -> Value<'a> {
    Value::Optional(Some(arena.alloc(value)))
}

/// `optional.ofNonZeroValue(value)`
#[must_use]
pub(crate) fn of_non_zero<'a>(arena: &'a Arena, value: Value<'a>) -> Value<'a> {
    if value.is_zero() { Value::Optional(None) } else { of(arena, value) }
}

/// `optional.value()`
///
/// # Errors
/// The optional is empty, its value does not fit its schema, or the operand is no optional.
pub(crate) fn value(optional: Value<'_>) -> Evaluated<Value<'_>> {
    match optional {
        Value::Optional(Some(content)) => content.content(),
        Value::Optional(None) => Err(EvalError::Static("optional.none() dereference")),
        _ => Err(EvalError::NoSuchOverload),
    }
}

/// `optional.hasValue()`
///
/// # Errors
/// The value is no optional.
pub(crate) fn has_value(optional: Value<'_>) -> Evaluated<bool> {
    match optional {
        Value::Optional(content) => Ok(content.is_some()),
        _ => Err(EvalError::NoSuchOverload),
    }
}

/// `list.first()`
///
/// # Errors
/// The item does not fit its schema.
pub(crate) fn first<'a>(arena: &'a Arena, list: List<'a>) -> Evaluated<Value<'a>> {
    match list.items().next() {
        Some(item) => Ok(of(arena, item.value(arena)?)),
        None => Ok(Value::Optional(None)),
    }
}

/// `list.last()`
///
/// # Errors
/// The item does not fit its schema.
pub(crate) fn last<'a>(arena: &'a Arena, list: List<'a>) -> Evaluated<Value<'a>> {
    match list.at(list.size() - 1) {
        Some(item) => Ok(of(arena, item.value(arena)?)),
        None => Ok(Value::Optional(None)),
    }
}

/// `optional.unwrap(list)` and `list.unwrapOpt()`: the values of the optionals that are not empty.
///
/// # Errors
/// An item is no optional, or its value does not fit its schema.
pub(crate) fn unwrap<'a>(arena: &'a Arena, list: List<'a>) -> Evaluated<List<'a>> {
    let mut values = bumpalo::collections::Vec::new_in(arena);
    for (index, item) in list.items().enumerate() {
        arena.work(1)?;
        arena.take_values::<Value<'_>>(1)?;
        match item.value(arena)? {
            Value::Optional(Some(content)) => values.push(content.content()?),
            Value::Optional(None) => {}
            // The type of a list is that of its first item.
            _ if index == 0 => return Err(EvalError::NoSuchOverload),
            other => return Err(no_optional(other)),
        }
    }
    Ok(List::made(values.into_bump_slice()))
}

/// The error of a value that is no optional. The server's message contains the value as Go prints it; here it
/// contains the type for values with parts.
#[cold]
fn no_optional(value: Value<'_>) -> EvalError {
    let shown = match value {
        Value::Bool(value) => format!("{value}"),
        Value::Int(value) => format!("{value}"),
        Value::Uint(value) => format!("{value}"),
        Value::Double(value) => {
            let mut shown = String::new();
            // Writing to a string does not fail.
            let _ = crate::scalars::double::write(value, &mut shown);
            shown
        }
        Value::String(text) => text.into(),
        other => other.type_name().into(),
    };
    EvalError::text(format!("value {shown} is not optional"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use Value::{Int, Null, Optional};

    /// The integer that a value is or an optional contains.
    fn int(value: Evaluated<Value<'_>>) -> Evaluated<Option<i64>> {
        match value? {
            Int(value) | Optional(Some(&Int(value))) => Ok(Some(value)),
            Optional(None) => Ok(None),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn zero_is_none() {
        let arena = Arena::new();
        for zero in [
            Null,
            Int(0),
            Value::Uint(0),
            Value::Double(-0.0),
            Value::Bool(false),
            Value::String(""),
            Value::Bytes(b""),
            Value::List(List::made(&[])),
            Optional(None),
        ] {
            assert_eq!(has_value(of_non_zero(&arena, zero)), Ok(false), "{zero:?}");
            assert_eq!(has_value(of(&arena, zero)), Ok(true), "{zero:?}");
        }
        assert_eq!(int(Ok(of_non_zero(&arena, Int(42)))), Ok(Some(42)));
    }

    #[test]
    fn none_has_no_value() {
        let arena = Arena::new();
        assert_eq!(int(value(of(&arena, Int(43)))), Ok(Some(43)));
        let error = EvalError::Static("optional.none() dereference");
        assert_eq!(value(Optional(None)).err(), Some(error));
        assert_eq!(value(Int(1)).err(), Some(EvalError::NoSuchOverload));
        assert_eq!(has_value(Null), Err(EvalError::NoSuchOverload));
    }

    #[test]
    fn ends_of_lists() {
        let arena = Arena::new();
        let items = [Int(1), Int(2), Int(3)];
        assert_eq!(int(first(&arena, List::made(&items))), Ok(Some(1)));
        assert_eq!(int(last(&arena, List::made(&items))), Ok(Some(3)));
        assert_eq!(int(first(&arena, List::made(&[]))), Ok(None));
        assert_eq!(int(last(&arena, List::made(&[]))), Ok(None));
    }

    #[test]
    fn optionals_are_unwrapped() {
        let arena = Arena::new();
        let (one, none) = (of(&arena, Int(1)), Optional(None));
        let items = [none, one, none, one];
        let found = unwrap(&arena, List::made(&items));
        let found = found.and_then(|found| found.values(&arena));
        assert!(matches!(found, Ok([Int(1), Int(1)])), "{found:?}");
        for (items, error) in [
            (&[Int(1)][..], "no such overload"),
            (&[none, Int(5)], "value 5 is not optional"),
            (&[none, Value::String("x")], "value x is not optional"),
        ] {
            assert_eq!(
                unwrap(&arena, List::made(items)).map(drop).map_err(|e| format!("{e}")),
                Err(error.into())
            );
        }
    }
}
