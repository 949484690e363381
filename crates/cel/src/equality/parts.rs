//! The function that compares parts of values. Values contain values, so the code that compares lists, maps
//! and nodes takes the function that compares any two values as an argument:
//! [`equal_parts`](super::equal_parts).

use crate::arena::Arena;
use crate::error::Evaluated;
use crate::values::Value;

/// A function that returns whether two parts of values are equal, compared by the type of the first one.
/// Either part may be an error.
pub(super) trait Parts<'a>:
    Copy + Fn(&'a Arena, Evaluated<Value<'a>>, Evaluated<Value<'a>>) -> Evaluated<bool>
{
}

impl<'a, F> Parts<'a> for F where
    F: Copy + Fn(&'a Arena, Evaluated<Value<'a>>, Evaluated<Value<'a>>) -> Evaluated<bool>
{
}

/// Whether two parts are equal. Null equals only null.
pub(super) fn results<'a>(
    arena: &'a Arena,
    a: Evaluated<Value<'a>>,
    b: Evaluated<Value<'a>>,
    parts: impl Parts<'a>,
) -> Evaluated<bool> {
    match (&a, &b) {
        (Ok(Value::Null), Ok(Value::Null)) => Ok(true),
        (Ok(Value::Null), _) | (_, Ok(Value::Null)) => Ok(false),
        _ => parts(arena, a, b),
    }
}
