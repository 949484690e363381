//! The function that compares the parts of values. Values contain values, so that lists, maps and nodes are
//! given the function that compares any two: [`equal_parts`](super::equal_parts).

use crate::arena::Arena;
use crate::error::Evaluated;
use crate::values::Value;

/// Whether two parts of values are equal, as the type of the first one decides. Either may be an error.
pub(super) trait Parts<'a>:
    Copy + Fn(&'a Arena, Evaluated<Value<'a>>, Evaluated<Value<'a>>) -> Evaluated<bool>
{
}

impl<'a, F> Parts<'a> for F where
    F: Copy + Fn(&'a Arena, Evaluated<Value<'a>>, Evaluated<Value<'a>>) -> Evaluated<bool>
{
}

/// Whether two parts are equal. Null equals null alone.
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
