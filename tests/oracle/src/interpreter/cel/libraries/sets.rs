//! Functions that treat lists as sets.
//
// cel-go: ext/sets.go

use crate::interpreter::cel::functions::mismatch;
use crate::interpreter::cel::list::List;
use crate::interpreter::cel::value::{Evaluated, Failure, Value};

/// Calls a function; `None` if it is not of this library.
pub(in crate::interpreter::cel) fn call<'a>(
    function: &str,
    args: &[Value<'a>],
) -> Option<Evaluated<Value<'a>>> {
    Some(match (function, args) {
        ("sets.contains", [Value::List(all), Value::List(some)]) => contains(all, some).map(Value::Bool),
        ("sets.equivalent", [Value::List(a), Value::List(b)]) => {
            contains(a, b).and_then(|held| if held { contains(b, a) } else { Ok(false) }).map(Value::Bool)
        }
        ("sets.intersects", [Value::List(a), Value::List(b)]) => intersects(a, b).map(Value::Bool),
        ("sets.contains" | "sets.equivalent" | "sets.intersects", _) => mismatch(function, args),
        _ => return None,
    })
}

/// Whether `all` contains each item of `some`.
fn contains<'a>(all: &List<'a>, some: &List<'a>) -> Evaluated<bool> {
    for item in some.items() {
        if !all.contains(&item?)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Whether the lists have a common item. An item that cannot be compared is not found.
fn intersects<'a>(a: &List<'a>, b: &List<'a>) -> Evaluated<bool> {
    for item in a.items() {
        match item.and_then(|item| b.contains(&item)) {
            Ok(true) => return Ok(true),
            Ok(false) | Err(Failure::Error(_)) => {}
            Err(other) => return Err(other),
        }
    }
    Ok(false)
}
