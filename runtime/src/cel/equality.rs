//! Whether two values are equal: numbers by value whatever their types, values of different types never. Lists and maps of the
//! object, and values of libraries, have no function for other types.
//
// cel-go: common/types/util.go (Equal), and Equal of each type; apiserver: pkg/cel/common/valuesunstructured.go, pkg/cel/library

use super::added::Added;
use super::library::arithmetic::{int_equals_double, int_equals_uint, uint_equals_double};
use super::schema::Form;
use super::{Arena, EvalError, Evaluated, Map, Node, Value, classes};
use crate::tape::Kind;

/// `a == b`. Null equals null alone.
///
/// # Errors
/// The first value has no function for the type of the second; a value of the object does not fit its schema.
pub fn equal<'a>(arena: &'a Arena, a: Value<'a>, b: Value<'a>) -> Evaluated<bool> {
    match (a, b) {
        (Value::Null, Value::Null) => Ok(true),
        (Value::Null, _) | (_, Value::Null) => Ok(false),
        _ => equal_by_first(arena, a, b),
    }
}

/// As [`equal`], of parts of values: those of the object may not fit their schema.
pub(super) fn equal_results<'a>(
    arena: &'a Arena,
    a: Evaluated<Value<'a>>,
    b: Evaluated<Value<'a>>,
) -> Evaluated<bool> {
    match (&a, &b) {
        (Ok(Value::Null), Ok(Value::Null)) => Ok(true),
        (Ok(Value::Null), _) | (_, Ok(Value::Null)) => Ok(false),
        _ => equal_parts(arena, a, b),
    }
}

/// What a search makes of a comparison: values that cannot be compared are not equal, unless that ends the evaluation.
pub(super) fn is_found(compared: Evaluated<bool>) -> Evaluated<bool> {
    match compared {
        Err(error) if error.can_be_dropped() => Ok(false),
        compared => compared,
    }
}

/// Whether a part of an object equals another value. An error equals nothing, and what has no function for other types has
/// none for it.
pub(super) fn equal_parts<'a>(
    arena: &'a Arena,
    a: Evaluated<Value<'a>>,
    b: Evaluated<Value<'a>>,
) -> Evaluated<bool> {
    let a = a?;
    match b {
        Ok(b) => equal_by_first(arena, a, b),
        Err(error) if !error.can_be_dropped() || is_strict(a) => Err(error),
        Err(_) => Ok(false),
    }
}

/// What the type of the first value decides.
fn equal_by_first<'a>(arena: &'a Arena, a: Value<'a>, b: Value<'a>) -> Evaluated<bool> {
    Ok(match (a, b) {
        (Value::List(a), Value::List(b)) => a.equals(arena, b)?,
        (Value::Map(a), Value::Map(b)) => a.equals(arena, b)?,
        (Value::Optional(a), Value::Optional(b)) => match (a, b) {
            (None, None) => true,
            (Some(a), Some(b)) => equal_parts(arena, a.content(), b.content())?,
            _ => false,
        },
        (Value::Preserved(a), Value::Preserved(b)) => remembered(arena, a, b, || {
            arena.work(a.entries())?;
            Ok(crate::tape::equal(**a.tape, a.at, **b.tape, b.at))
        })?,
        (Value::String(a), Value::String(b)) => {
            if a.len() == b.len() {
                arena.read(a.len())?;
            }
            a == b
        }
        (Value::Quantity(a), Value::Quantity(b)) => a.equals(b, arena)?,
        (Value::Url(a), Value::Url(b)) => a.equals(b, arena),
        _ => match numbers(a, b) {
            Some(equal) => equal,
            None if is_strict(a) && core::mem::discriminant(&a) != core::mem::discriminant(&b) => {
                return Err(EvalError::NoSuchOverload);
            }
            None => same(a, b),
        },
    })
}

/// Whether a value has no function for values of other types.
fn is_strict(value: Value<'_>) -> bool {
    match value {
        Value::List(list) => list.has_schema(),
        Value::Map(Map::Node(node)) => node.of.form != Form::Raw,
        Value::Ip(_)
        | Value::Cidr(_)
        | Value::Quantity(_)
        | Value::Url(_)
        | Value::Semver(_)
        | Value::NamedFormat(_) => true,
        _ => false,
    }
}

/// Compares two values of tapes, once in an evaluation if that takes long: CEL charges for the items of a list, not for what is
/// in them, and for nothing that is in an object. What was compared before is not compared with everything else either.
///
/// # Errors
/// Those of the comparison.
pub(super) fn remembered<'a>(
    arena: &'a Arena,
    a: Node<'a>,
    b: Node<'a>,
    compare: impl FnOnce() -> Evaluated<bool>,
) -> Evaluated<bool> {
    /// To look up a result costs more than these steps.
    const FEW: usize = 64;
    if a.entries() <= FEW && a.text_length() <= FEW * FEW {
        return compare();
    }
    let ([x, at, of], [y, other, like]) = (a.addresses(), b.addresses());
    let two = [x, at, of, y, other, like];
    if let Some(known) = arena.known_equality(&two) {
        return known;
    }
    if let Some(known) = classes::equality(arena, a, b)? {
        return Ok(known);
    }
    let before = arena.worked();
    let result = if a.of.form == Form::Raw && b.of.form == Form::Raw { raw(arena, a, b) } else { compare() };
    if arena.worked().saturating_sub(before) > FEW as u64 {
        if result == Ok(true) {
            arena.classes().join(a, b);
        }
        arena.classes().see([a, b]);
        arena.keep_equality(two, result.clone());
    }
    result
}

/// Whether two simple values of one type are equal, told by what the object has. None if the types differ or the values do not
/// fit. Most values are compared so; counts the steps.
///
/// # Errors
/// It is too much work.
#[inline]
pub(super) fn plain(arena: &Arena, a: Node<'_>, b: Node<'_>) -> Evaluated<Option<bool>> {
    /// To read two values takes as long as so many steps, and if their texts are parsed, so many.
    const READ: usize = 8;
    const PARSED: usize = 24;
    let (x, y) = (a.tape.entry(a.at), b.tape.entry(b.at));
    if a.of.form == b.of.form {
        match (a.of.form, x.kind, y.kind) {
            (Form::Int | Form::IntOrString, Kind::Int, Kind::Int) => {
                arena.work(1)?;
                let (one, two) = (a.tape.text(&x), b.tape.text(&y));
                return Ok(Some(one == two || a.tape.int(&x) == b.tape.int(&y)));
            }
            (Form::String | Form::IntOrString, Kind::String, Kind::String) => {
                arena.work(1)?;
                let (one, two) = (a.tape.string(&x), b.tape.string(&y));
                if one.len() == two.len() {
                    arena.read(one.len())?;
                }
                return Ok(Some(one == two));
            }
            (Form::Bool, Kind::False | Kind::True, Kind::False | Kind::True) => {
                arena.work(1)?;
                return Ok(Some(x.kind == y.kind));
            }
            (Form::Double, Kind::Int | Kind::Float, Kind::Int | Kind::Float)
                if a.tape.text(&x) == b.tape.text(&y) =>
            {
                arena.work(1)?;
                return Ok(Some(true));
            }
            _ => {}
        }
    }
    let is_parsed =
        matches!(a.of.form, Form::Date | Form::DateTime | Form::Duration | Form::Bytes | Form::Double);
    arena.work(if is_parsed { PARSED } else { READ })?;
    Ok(None)
}

/// Compares two values that are read by what they are. Only these nest as deep as JSON does, ten thousand levels, so they
/// are compared without calls inside of calls. Reading them does not fail.
fn raw<'a>(arena: &'a Arena, a: Node<'a>, b: Node<'a>) -> Evaluated<bool> {
    /// To read two values takes as long as so many steps, and if their keys have other places, to search one.
    const READ: usize = 4;
    const SEARCHED: usize = 40;
    let mut todo = alloc::vec![(a, b)];
    while let Some((a, b)) = todo.pop() {
        arena.work(READ)?;
        match (a.kind(), b.kind()) {
            (Kind::Array, Kind::Array) if a.len() == b.len() => {
                todo.extend(a.children().zip(b.children()));
            }
            (Kind::Object, Kind::Object) if a.len() == b.len() => {
                let mut in_order = b.children();
                for child in a.children() {
                    let name = child.key(arena);
                    let beside = in_order.next().filter(|beside| beside.is_named(name));
                    if beside.is_none() {
                        arena.work(SEARCHED)?;
                    }
                    let Some(theirs) = beside.or_else(|| b.named(name)) else { return Ok(false) };
                    todo.push((child, theirs));
                }
            }
            (Kind::Array | Kind::Object, _) | (_, Kind::Array | Kind::Object) => return Ok(false),
            _ => {
                if !equal(arena, a.value(arena)?, b.value(arena)?)? {
                    return Ok(false);
                }
            }
        }
    }
    Ok(true)
}

/// Whether two numbers are equal; none if one of them is no number.
pub(super) fn numbers(a: Value<'_>, b: Value<'_>) -> Option<bool> {
    Some(match (a, b) {
        (Value::Int(a), Value::Int(b)) => a == b,
        (Value::Uint(a), Value::Uint(b)) => a == b,
        (Value::Double(a), Value::Double(b)) => a == b,
        (Value::Int(a), Value::Uint(b)) | (Value::Uint(b), Value::Int(a)) => int_equals_uint(a, b),
        (Value::Int(a), Value::Double(b)) | (Value::Double(b), Value::Int(a)) => int_equals_double(a, b),
        (Value::Uint(a), Value::Double(b)) | (Value::Double(b), Value::Uint(a)) => uint_equals_double(a, b),
        _ => return None,
    })
}

/// Whether two simple values of one type are equal.
#[must_use]
pub fn same(a: Value<'_>, b: Value<'_>) -> bool {
    match (a, b) {
        (Value::Null, Value::Null) => true,
        (Value::Bool(a), Value::Bool(b)) => a == b,
        (Value::Int(a), Value::Int(b)) => a == b,
        (Value::Uint(a), Value::Uint(b)) => a == b,
        (Value::Double(a), Value::Double(b)) => a == b,
        (Value::String(a), Value::String(b)) | (Value::Type(a), Value::Type(b)) => a == b,
        (Value::Bytes(a), Value::Bytes(b)) => a == b,
        (Value::Duration(a), Value::Duration(b)) => a == b,
        (Value::Timestamp(a), Value::Timestamp(b)) => a == b,
        (Value::Ip(a), Value::Ip(b)) => a == b,
        (Value::Cidr(a), Value::Cidr(b)) => a == b,
        (Value::Semver(a), Value::Semver(b)) => a.compare_to(b) == 0,
        (Value::NamedFormat(a), Value::NamedFormat(b)) => a == b,
        // Sets compare what Go holds.
        (Value::Added(Added { held: Some(a), .. }), b) => same(*a, b),
        (a, Value::Added(Added { held: Some(b), .. })) => same(a, *b),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cel::{Built, EvalError, List, Slot, ValueType};
    use alloc::vec::Vec;

    /// As deep as JSON of a request can be, in another order on each level, on the stack of a thread.
    #[test]
    fn deep_values_are_compared() {
        let nested = |levels: usize, turned: bool, last: i64| {
            let mut document = Built::default();
            for level in 0..levels {
                let slot = if level % 3 == 1 { Slot::Item } else { Slot::Member("a") };
                if level % 3 == 0 {
                    document.begin_list(slot);
                } else {
                    document.begin_object(slot);
                    if turned {
                        document.int(Slot::Member("b"), 1);
                    }
                }
            }
            document.int(if levels % 3 == 1 { Slot::Item } else { Slot::Member("a") }, last);
            for level in (0..levels).rev() {
                if level % 3 != 0 && !turned {
                    document.int(Slot::Member("b"), 1);
                }
                document.end();
            }
            document
        };
        let of = ValueType::of(Form::Raw);
        for levels in [1, 2, 3, 4, 30, 10_000] {
            let documents = [nested(levels, false, 1), nested(levels, true, 1), nested(levels, true, 2)];
            let views: Vec<_> = documents.iter().map(Built::view).collect();
            let arena = Arena::new();
            for (one, a) in views.iter().enumerate() {
                for (two, b) in views.iter().enumerate() {
                    let (a, b) = (a.node(0, &of).value(&arena), b.node(0, &of).value(&arena));
                    let (Ok(a), Ok(b)) = (a, b) else { panic!("raw values are read") };
                    assert_eq!(equal(&arena, a, b), Ok((one == 2) == (two == 2)), "{one} {two} {levels}");
                }
            }
        }
    }

    /// Large values give what small ones do: by what they are, and item by item.
    #[test]
    fn large_values_are_compared_as_small_ones() {
        let arena = Arena::new();
        let of = ValueType::of(Form::Raw);
        let numbers = |count: usize, last: f64, float: bool| {
            let mut document = Built::default();
            document.begin_list(Slot::Item);
            for _ in 0..count {
                if float {
                    document.float(Slot::Item, 1.0);
                } else {
                    document.int(Slot::Item, 1);
                }
            }
            document.float(Slot::Item, last);
            document.end();
            document
        };
        for count in [1, 10, 100, 1_000] {
            let documents =
                [numbers(count, 2.0, false), numbers(count, 2.0, true), numbers(count, 3.0, true)];
            let views: Vec<_> = documents.iter().map(Built::view).collect();
            for (one, a) in views.iter().enumerate() {
                for (two, b) in views.iter().enumerate() {
                    let (a, b) = (List::Node(a.node(0, &of)), List::Node(b.node(0, &of)));
                    let expected = Ok((one == 2) == (two == 2));
                    // The second time the result is known.
                    for _ in 0..2 {
                        assert_eq!(equal(&arena, Value::List(a), Value::List(b)), expected);
                    }
                    let made = [a, b].map(|list| list.values(&arena).map(List::made));
                    let [Ok(x), Ok(y)] = made else { panic!("raw values are read") };
                    for (x, y) in [(x, y), (a, y), (x, b)] {
                        assert_eq!(equal(&arena, Value::List(x), Value::List(y)), expected);
                    }
                }
            }
        }
    }

    #[test]
    fn comparing_ends() {
        let arena = Arena::new();
        let items = arena.alloc_slice_fill_copy(1 << 20, Value::Int(1));
        let list = Value::List(List::made(items));
        let mut count = 0;
        while equal(&arena, list, list) == Ok(true) {
            count += 1;
        }
        assert_eq!(count, 16);
        assert_eq!(equal(&arena, list, list), Err(EvalError::CostLimit));
        assert_eq!(arena.limited(Ok(true)), Err(EvalError::CostLimit));
    }
}
