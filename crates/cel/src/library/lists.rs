//! The Kubernetes library of lists: `isSorted`, `sum`, `min`, `max`, `indexOf`, `lastIndexOf`.
//!
//! Easy to break: two items that have no order, such as NaN and any number, are not an error. They count as
//! sorted, and neither as greater nor as less.
//
// apiserver: pkg/cel/library/lists.go

use bumpalo::collections::String;
use core::cmp::Ordering;

use super::limit::affordable;
use super::order::{compare, has_order};
use crate::arena::Arena;
use crate::equality::equal;
use crate::equality::is_found;
use crate::error::{EvalError, Evaluated};
use crate::scalars::arithmetic::{add_int, add_uint};
use crate::scalars::duration::Duration;
use crate::values::of_item;
use crate::values::{List, Value};

/// `list.isSorted()`: whether no item is greater than the next one.
///
/// # Errors
/// An item has no order, or does not fit its schema. Items after the first wrong pair are not read.
pub(crate) fn is_sorted<'a>(arena: &'a Arena, list: List<'a>) -> Evaluated<bool> {
    let mut previous = None;
    for item in list.items() {
        let item = ordered(item.value(arena)?)?;
        if previous.is_some_and(|previous| compare(previous, item) == Some(Ordering::Greater)) {
            return Ok(false);
        }
        previous = Some(item);
    }
    Ok(true)
}

/// `list.max()`: the first of the greatest items.
///
/// # Errors
/// The list is empty; an item has no order, or does not fit its schema.
pub(crate) fn max<'a>(arena: &'a Arena, list: List<'a>) -> Evaluated<Value<'a>> {
    extreme(arena, list, Ordering::Less, "max called on empty list")
}

/// `list.min()`: the first of the least items.
///
/// # Errors
/// The list is empty; an item has no order, or does not fit its schema.
pub(crate) fn min<'a>(arena: &'a Arena, list: List<'a>) -> Evaluated<Value<'a>> {
    extreme(arena, list, Ordering::Greater, "min called on empty list")
}

/// The item that remains after all comparisons: each item replaces the one found so far if that compares to
/// it with the ordering `replaced`.
fn extreme<'a>(
    arena: &'a Arena,
    list: List<'a>,
    replaced: Ordering,
    empty: &'static str,
) -> Evaluated<Value<'a>> {
    let mut found = None;
    for item in list.items() {
        let item = ordered(item.value(arena)?)?;
        if found.is_none_or(|found| compare(found, item) == Some(replaced)) {
            found = Some(item);
        }
    }
    found.ok_or(EvalError::Static(empty))
}

fn ordered(value: Value<'_>) -> Evaluated<Value<'_>> {
    if has_order(value) { Ok(value) } else { Err(EvalError::NoSuchOverload) }
}

/// `list.sum()` of integers; 0 if there are none.
///
/// # Errors
/// `integer overflow`; an item is no integer.
pub(crate) fn sum_int<'a>(arena: &'a Arena, list: List<'a>) -> Evaluated<i64> {
    list.items().try_fold(0, |sum, item| add_int(sum, of_item(item, arena)?))
}

/// `list.sum()` of unsigned integers; 0 if there are none.
///
/// # Errors
/// `unsigned integer overflow`; an item is no unsigned integer.
pub(crate) fn sum_uint<'a>(arena: &'a Arena, list: List<'a>) -> Evaluated<u64> {
    list.items().try_fold(0, |sum, item| add_uint(sum, of_item(item, arena)?))
}

/// `list.sum()` of doubles; 0 if there are none.
///
/// # Errors
/// An item is no double.
pub(crate) fn sum_double<'a>(arena: &'a Arena, list: List<'a>) -> Evaluated<f64> {
    list.items().try_fold(0.0, |sum, item| Ok(sum + of_item::<f64>(item, arena)?))
}

/// `list.sum()` of durations; zero if there are none.
///
/// # Errors
/// `integer overflow`; an item is no duration.
pub(crate) fn sum_duration<'a>(arena: &'a Arena, list: List<'a>) -> Evaluated<Duration> {
    list.items().try_fold(Duration::new(0), |sum, item| sum.plus(of_item(item, arena)?))
}

/// `list.join(separator)`; the separator is empty if the rule specifies none. A single part is not copied. A
/// long list is joined only once in an evaluation, because CEL charges only for the result, which may be
/// empty.
///
/// # Errors
/// An item is no string; the text is longer than one that a rule can pay for.
pub(crate) fn join<'a>(arena: &'a Arena, list: List<'a>, separator: &str) -> Evaluated<&'a str> {
    /// The number of items whose joining costs less than looking up a stored result.
    const FEW_ITEMS: i64 = 64;
    if list.size() <= FEW_ITEMS {
        return join_items(arena, list, separator);
    }
    let [x, y, z] = list.addresses();
    // All empty separators have the same key.
    let address = if separator.is_empty() { 0 } else { separator.as_ptr().addr() };
    let of = [x, y, z, address, separator.len()];
    if let Some(known) = arena.known_text(&of) {
        affordable(cost_of_joined(known.len()))?;
        arena.take(known.len())?;
        return Ok(known);
    }
    let joined = join_items(arena, list, separator)?;
    arena.keep_text(of, joined);
    Ok(joined)
}

/// The least cost of a joined text: a fifth for each character, and no character has more than four bytes.
fn cost_of_joined(bytes: usize) -> u64 {
    bytes as u64 / 4 / 5
}

fn join_items<'a>(arena: &'a Arena, list: List<'a>, separator: &str) -> Evaluated<&'a str> {
    let mut bytes = 0_usize;
    let (mut first, mut wrong) = (None, false);
    for item in list.items() {
        arena.work(1)?;
        let Value::String(text) = item.value(arena)? else {
            wrong = true;
            continue;
        };
        let more = if first.is_none() { 0 } else { separator.len() };
        bytes = bytes.saturating_add(text.len()).saturating_add(more);
        first.get_or_insert(text);
    }
    // Errors of items that do not fit their schema take precedence.
    if wrong {
        return Err(EvalError::NoSuchOverload);
    }
    let Some(first) = first.filter(|_| list.size() > 1) else { return Ok(first.unwrap_or_default()) };
    affordable(cost_of_joined(bytes))?;
    arena.take(bytes)?;
    if bytes == 0 {
        return Ok("");
    }
    let mut joined = String::with_capacity_in(bytes, arena);
    joined.push_str(first);
    for item in list.items().skip(1) {
        joined.push_str(separator);
        if let Value::String(text) = item.value(arena)? {
            joined.push_str(text);
        }
    }
    Ok(joined.into_bump_str())
}

/// `list.indexOf(item)`: the index of the first equal item, or -1. Items that cannot be compared are not
/// equal.
///
/// # Errors
/// Comparing items ends the evaluation.
pub(crate) fn index_of<'a>(arena: &'a Arena, list: List<'a>, item: Value<'a>) -> Evaluated<i64> {
    indices_of(arena, list, item).next().unwrap_or(Ok(-1))
}

/// `list.lastIndexOf(item)`: the index of the last equal item, or -1.
///
/// # Errors
/// Errors of [`index_of`].
pub(crate) fn last_index_of<'a>(arena: &'a Arena, list: List<'a>, item: Value<'a>) -> Evaluated<i64> {
    indices_of(arena, list, item).try_fold(-1, |_, index| index)
}

fn indices_of<'a>(arena: &'a Arena, list: List<'a>, item: Value<'a>) -> impl Iterator<Item = Evaluated<i64>> {
    (0..).zip(list.items()).filter_map(move |(index, own)| {
        let found = own.value(arena).and_then(|own| equal(arena, own, item));
        is_found(found).map(|found| found.then_some(index)).transpose()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::values::{CelType, of};
    use Value::String as Text;
    use Value::{Bool, Double, Int, Null, Uint};

    fn max<'a, T: CelType<'a>>(arena: &'a Arena, list: List<'a>) -> Evaluated<T> {
        super::max(arena, list).and_then(of)
    }

    fn min<'a, T: CelType<'a>>(arena: &'a Arena, list: List<'a>) -> Evaluated<T> {
        super::min(arena, list).and_then(of)
    }

    fn nan<'a>() -> Value<'a> {
        Double(f64::NAN)
    }

    #[test]
    fn order_of_items() {
        let arena = Arena::new();
        for (items, expected) in [
            (&[][..], Ok(true)),
            (&[Text("web")], Ok(true)),
            (&[Text("x"), Text("y"), Text("abc")], Ok(false)),
            (&[Text("a"), Text("b")], Ok(true)),
            (&[Int(1), Int(1), Int(2)], Ok(true)),
            (&[Int(2), Int(1), Null], Ok(false)),
            (&[Int(1), Null], Err(EvalError::NoSuchOverload)),
            (&[Double(2.0), nan(), Double(1.0)], Ok(true)),
            (&[Int(1), Double(1.5), Uint(1)], Ok(false)),
            (&[Text("b"), Int(1)], Ok(true)),
            (&[Bool(true), Bool(false)], Ok(false)),
        ] {
            assert_eq!(is_sorted(&arena, List::made(items)), expected, "{items:?}");
        }
    }

    #[test]
    fn extremes() {
        let arena = Arena::new();
        let nums = List::made(&[Int(3), Int(1), Int(2)]);
        assert_eq!((max(&arena, nums), min(&arena, nums)), (Ok(3_i64), Ok(1_i64)));
        let empty = List::made(&[]);
        assert_eq!(max::<i64>(&arena, empty), Err(EvalError::Static("max called on empty list")));
        assert_eq!(min::<&str>(&arena, empty), Err(EvalError::Static("min called on empty list")));
        let texts = List::made(&[Text("b"), Text("a"), Text("B")]);
        assert_eq!((max(&arena, texts), min(&arena, texts)), (Ok("b"), Ok("B")));
        // Values that have no order replace no other value.
        let mixed = [Double(1.0), nan(), Text("z"), Double(0.5)];
        let mixed = List::made(&mixed);
        assert_eq!((max(&arena, mixed), min(&arena, mixed)), (Ok(1.0), Ok(0.5)));
        assert!(max::<f64>(&arena, List::made(&[nan(), Double(1.0)])).is_ok_and(f64::is_nan));
        assert_eq!(max::<i64>(&arena, List::made(&[Int(1), Null])), Err(EvalError::NoSuchOverload));
        // The type is that of the item.
        let found = max::<Value<'_>>(&arena, List::made(&[Int(1), Double(2.5)]));
        assert!(matches!(found, Ok(Double(2.5))));
    }

    #[test]
    fn texts_are_joined() {
        let arena = Arena::new();
        for (parts, separator, expected) in [
            (&[Text("x"), Text("y")][..], "", Ok("xy")),
            (&[Text("x"), Text("y"), Text("")], "-", Ok("x-y-")),
            (&[], "-", Ok("")),
            (&[Text("")], "-", Ok("")),
            (&[Text(""), Text("")], "-", Ok("-")),
            (&[Text("x"), Null], "-", Err(EvalError::NoSuchOverload)),
        ] {
            assert_eq!(join(&arena, List::made(parts), separator), expected, "{parts:?}");
        }
        let arena = Arena::new();
        assert_eq!(join(&arena, List::made(&[Text("x")]), "-"), Ok("x"));
        assert_eq!(arena.allocated_bytes(), 0);
    }

    /// More than a call may cost is not made: the separators of a thousand items may have gigabytes.
    #[test]
    fn long_texts_are_not_joined() {
        let arena = Arena::new();
        let separator = "-".repeat(1_000_000);
        let joined = |count: usize| {
            let items = arena.alloc_slice_fill_copy(count, Text(""));
            join(&arena, List::made(items), &separator).map(str::len)
        };
        assert_eq!(joined(11), Ok(10_000_000));
        assert_eq!(joined(100_000), Err(EvalError::CostLimit));
        assert!(!arena.is_exhausted());
    }

    #[test]
    fn sums() {
        let arena = Arena::new();
        let overflow = Err(EvalError::Static("integer overflow"));
        for (items, expected) in [
            (&[][..], Ok(0)),
            (&[Int(3), Int(1), Int(2)], Ok(6)),
            (&[Int(5), Int(5), Int(i64::MIN)], Ok(i64::MIN + 10)),
            (&[Int(i64::MAX), Int(1), Int(-1)], overflow.clone()),
            (&[Int(1), Double(2.0)], Err(EvalError::NoSuchOverload)),
        ] {
            assert_eq!(sum_int(&arena, List::made(items)), expected, "{items:?}");
        }
        assert_eq!(sum_uint(&arena, List::made(&[Uint(2), Uint(3)])), Ok(5));
        let error = Err(EvalError::Static("unsigned integer overflow"));
        assert_eq!(sum_uint(&arena, List::made(&[Uint(u64::MAX), Uint(1)])), error);
        assert_eq!(sum_double(&arena, List::made(&[Double(0.5), Double(1.0)])), Ok(1.5));
        let second = Value::Duration(Duration::new(1_000_000_000));
        let seconds = [second, second];
        assert_eq!(sum_duration(&arena, List::made(&seconds)), Ok(Duration::new(2_000_000_000)));
        let most = [second, Value::Duration(Duration::new(i64::MAX))];
        assert_eq!(sum_duration(&arena, List::made(&most)), overflow.map(Duration::new));
    }

    #[test]
    fn indices() {
        let arena = Arena::new();
        let items = [Int(1), Uint(2), Double(2.0), Text("2"), nan(), Null];
        for (item, first, last) in [
            (Int(1), 0, 0),
            (Int(2), 1, 2),
            (Text("2"), 3, 3),
            (Null, 5, 5),
            (nan(), -1, -1),
            (Text("x"), -1, -1),
        ] {
            let list = List::made(&items);
            let found = (index_of(&arena, list, item), last_index_of(&arena, list, item));
            assert_eq!(found, (Ok(first), Ok(last)), "{item:?}");
        }
    }
}
