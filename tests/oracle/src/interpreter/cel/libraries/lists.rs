//! Functions of lists that the server and cel-go add.
//
// apiserver: pkg/cel/library/lists.go; cel-go: ext/lists.go

use crate::interpreter::cel::equality::equal_by;
use crate::interpreter::cel::functions::mismatch;
use crate::interpreter::cel::list::List;
use crate::interpreter::cel::operators::{Compared, add, compare, has_order};
use crate::interpreter::cel::value::{Evaluated, Failure, Value, error, no_such_overload, unknown};

/// Calls a function; `None` if it is not of this library.
pub(in crate::interpreter::cel) fn call<'a>(
    function: &str,
    args: &[Value<'a>],
) -> Option<Evaluated<Value<'a>>> {
    use Value::{Int, List};
    Some(match (function, args) {
        ("isSorted" | "min" | "max", [List(list)]) if !begins_with(list, has_order) => {
            mismatch(function, args)
        }
        ("sum", [List(list)]) if !begins_with(list, is_summed) => mismatch(function, args),
        ("isSorted", [List(list)]) => is_sorted(list).map(Value::Bool),
        ("sum", [List(list)]) => sum(list),
        ("min", [List(list)]) => extreme(function, list, std::cmp::Ordering::is_gt),
        ("max", [List(list)]) => extreme(function, list, std::cmp::Ordering::is_lt),
        ("indexOf", [List(list), item]) => position(list, item, false),
        ("lastIndexOf", [List(list), item]) => position(list, item, true),
        ("slice", [List(list), Int(start), Int(end)]) => slice(list, *start, *end),
        ("flatten", [List(list)]) => flatten(list, 1).map(made),
        ("flatten", [List(list), Int(depth)]) => match depth {
            ..0 => error("level must be non-negative"),
            depth => flatten(list, *depth).map(made),
        },
        ("sort", [List(list)]) => sort(list, list),
        ("@sortByAssociatedKeys", [List(list), List(keys)]) => sort(list, keys),
        ("lists.range", [Int(count)]) if *count > 10_000 => unknown("a long list"),
        ("lists.range", [Int(count)]) => Ok(Value::list((0..*count).map(Int).collect())),
        ("reverse", [List(list)]) => Ok(made(list.items().into_iter().rev().collect())),
        ("distinct", [List(list)]) => distinct(list),
        ("isSorted" | "sum" | "min" | "max" | "slice" | "reverse" | "lists.range", [..]) => {
            mismatch(function, args)
        }
        // The server computes the cost before it checks the type, and then ends the evaluation.
        ("sort" | "distinct" | "@sortByAssociatedKeys", _) => unknown("what sorting no list costs"),
        ("flatten", [first, depth @ ..]) => {
            let depth: Vec<&str> = depth.iter().map(Value::type_name).collect();
            error(format!("no such overload: {}.flatten({})", first.type_name(), depth.join(", ")))
        }
        _ => return None,
    })
}

/// Whether the first item is of a type that the function has an overload for: the server tests no other item
/// before the call. A first item that is an error counts as one; it fails when the function reads it.
//
// cel-go: common/types/types.go (defaultIsAssignableRuntimeType)
pub(super) fn begins_with(list: &List<'_>, is: fn(&Value<'_>) -> bool) -> bool {
    list.items().into_iter().next().is_none_or(|first| first.map_or(true, |first| is(&first)))
}

/// Whether `sum` accepts values of this type.
fn is_summed(value: &Value<'_>) -> bool {
    matches!(value, Value::Int(_) | Value::Uint(_) | Value::Double(_) | Value::Duration(_))
}

/// A list of these items.
fn made<'a>(items: Vec<Evaluated<Value<'a>>>) -> Value<'a> {
    Value::List(List::made(items))
}

/// The value of `isSorted`.
fn is_sorted(list: &List<'_>) -> Evaluated<bool> {
    let mut previous: Option<Value<'_>> = None;
    for item in list.items() {
        let item = item?;
        // A value that does not compare with itself has no order.
        if compare(&item, &item).is_none() {
            return no_such_overload();
        }
        // Values that cannot be ordered are not greater.
        if let Some(Some(Compared::Ordered(order))) = previous.map(|previous| compare(&previous, &item))
            && order.is_gt()
        {
            return Ok(false);
        }
        previous = Some(item);
    }
    Ok(true)
}

/// The value of `sum` for a list with items.
fn sum<'a>(list: &List<'a>) -> Evaluated<Value<'a>> {
    let mut sum: Option<Value<'a>> = None;
    for item in list.items() {
        let item = item?;
        let zero = match &item {
            Value::Int(_) => Value::Int(0),
            Value::Uint(_) => Value::Uint(0),
            Value::Double(_) => Value::Double(0.0),
            Value::Duration(_) => Value::Duration(0),
            _ => return no_such_overload(),
        };
        sum = Some(add(&sum.unwrap_or(zero), &item)?);
    }
    sum.map_or_else(|| unknown("the sum of an empty list"), Ok)
}

/// The value of `min` or `max`. An item becomes the result if the order of the result so far and the item is
/// `replaced`.
fn extreme<'a>(
    function: &str,
    list: &List<'a>,
    replaced: fn(std::cmp::Ordering) -> bool,
) -> Evaluated<Value<'a>> {
    let mut best: Option<Value<'a>> = None;
    for item in list.items() {
        let item = item?;
        // A value that does not compare with itself has no order.
        if compare(&item, &item).is_none() {
            return no_such_overload();
        }
        best = Some(match best {
            None => item,
            Some(best) => match compare(&best, &item) {
                Some(Compared::Ordered(order)) if replaced(order) => item,
                Some(_) | None => best,
            },
        });
    }
    best.map_or_else(|| error(format!("{function} called on empty list")), Ok)
}

/// The value of `indexOf` or `lastIndexOf`: -1 if no item equals the value.
fn position<'a>(list: &List<'a>, wanted: &Value<'a>, last: bool) -> Evaluated<Value<'a>> {
    let mut found = -1;
    for (index, item) in list.items().into_iter().enumerate() {
        match equal_by(&item, &Ok(wanted.clone())) {
            Ok(true) if last || found < 0 => found = index as i64,
            Ok(_) | Err(Failure::Error(_)) => {}
            Err(other) => return Err(other),
        }
    }
    Ok(Value::Int(found))
}

/// The value of `slice`.
fn slice<'a>(list: &List<'a>, start: i64, end: i64) -> Evaluated<Value<'a>> {
    let length = list.len() as i64;
    if start < 0 || end < 0 {
        return error(format!("cannot slice({start}, {end}), negative indexes not supported"));
    }
    if start > end {
        return error(format!(
            "cannot slice({start}, {end}), start index must be less than or equal to end index"
        ));
    }
    if length < end {
        return error(format!("cannot slice({start}, {end}), list is length {length}"));
    }
    Ok(made((start..end).filter_map(|index| list.at(index as usize)).collect()))
}

/// The items of a list, with lists in it replaced by their items down to a depth.
fn flatten<'a>(list: &List<'a>, depth: i64) -> Evaluated<Vec<Evaluated<Value<'a>>>> {
    let mut out = Vec::new();
    for item in list.items() {
        match item {
            Ok(Value::List(inner)) if depth > 0 => out.extend(flatten(&inner, depth - 1)?),
            item => out.push(item),
        }
    }
    Ok(out)
}

/// The items of a list in the order of `keys`, one for each item.
fn sort<'a>(list: &List<'a>, keys: &List<'a>) -> Evaluated<Value<'a>> {
    if list.len() != keys.len() {
        return unknown("a sort by another number of keys");
    }
    if list.len() == 0 {
        return Ok(Value::List(list.clone()));
    }
    let not_same = || error("list elements must have the same type");
    let keys: Vec<Value<'_>> = match keys.items().into_iter().collect::<Evaluated<_>>() {
        Ok(keys) => keys,
        // An error is a value of Go without an order.
        Err(Failure::Error(_)) => match &keys.items()[0] {
            Err(Failure::Error(_)) => return error("list elements must be comparable"),
            Ok(first) if compare(first, first).is_some() => return not_same(),
            _ => return error("list elements must be comparable"),
        },
        Err(other) => return Err(other),
    };
    let Some(first) = keys.first() else { return no_such_overload() };
    if compare(first, first).is_none() {
        return error("list elements must be comparable");
    }
    if keys.iter().any(|key| key.type_name() != first.type_name()) {
        return not_same();
    }
    if keys.iter().any(|key| matches!(key, Value::Double(number) if number.is_nan())) {
        return unknown("the order of what is not a number");
    }
    let mut order: Vec<usize> = (0..keys.len()).collect();
    // Go's sort is not stable: where keys are equal and the list is long, its order is another.
    let mut equal = false;
    order.sort_by(|a, b| match compare(&keys[*a], &keys[*b]) {
        Some(Compared::Ordered(found)) => {
            equal |= found.is_eq() && a != b;
            found
        }
        // All items have the type of the first, which has an order.
        _ => std::cmp::Ordering::Equal,
    });
    if equal && keys.len() > 12 {
        return unknown("the order of Go's sort");
    }
    Ok(made(order.into_iter().filter_map(|index| list.at(index)).collect()))
}

/// The value of `distinct`.
fn distinct<'a>(list: &List<'a>) -> Evaluated<Value<'a>> {
    if list.len() == 0 {
        return Ok(Value::List(list.clone()));
    }
    let mut out: Vec<Evaluated<Value<'a>>> = Vec::new();
    for item in list.items() {
        let mut seen = false;
        for other in &out {
            match equal_by(&item, other) {
                Ok(equal) => seen |= equal,
                Err(Failure::Error(_)) => {}
                Err(other) => return Err(other),
            }
        }
        if !seen {
            out.push(item);
        }
    }
    Ok(made(out))
}
