//! Functions that treat lists as sets: `sets.contains`, `sets.equivalent`, `sets.intersects`.
//!
//! Each item of one list is looked for in the other. Long lists of scalars are sorted once for that, so that
//! no list takes quadratic time; lists with other items are bounded by what a rule can cost.
//
// cel-go: ext/sets.go

use super::limit::{affordable, size};
use crate::arena::Arena;
use crate::equality::is_found;
use crate::error::Evaluated;
use crate::values::{List, Value};
use crate::values::{Scalars, is_scalar};

/// The length up to which lists are searched item by item, without allocations. Longer lists are sorted.
const SEARCHED: i64 = 24;

/// `sets.contains(list, sublist)`: whether each item of the second list is in the first.
///
/// # Errors
/// An item does not fit its schema; the call costs more than a rule can.
pub(crate) fn contains<'a>(arena: &'a Arena, list: List<'a>, sublist: List<'a>) -> Evaluated<bool> {
    affordable(cost(list, sublist, 1))?;
    contains_all(arena, list, sublist)
}

/// `sets.equivalent(a, b)`: whether each list has all items of the other.
///
/// # Errors
/// An item does not fit its schema; the call costs more than a rule can.
pub(crate) fn equivalent<'a>(arena: &'a Arena, a: List<'a>, b: List<'a>) -> Evaluated<bool> {
    affordable(cost(a, b, 2))?;
    Ok(contains_all(arena, a, b)? && contains_all(arena, b, a)?)
}

/// `sets.intersects(a, b)`: whether an item of the first list is in the second. Items that do not fit their
/// schema are not.
///
/// # Errors
/// The call costs more than a rule can, or comparing items ends the evaluation.
pub(crate) fn intersects<'a>(arena: &'a Arena, a: List<'a>, b: List<'a>) -> Evaluated<bool> {
    affordable(cost(a, b, 1))?;
    let search = Search::new(arena, b, a);
    for item in a.items() {
        if is_found(item.value(arena).and_then(|item| search.finds(arena, item)))? {
            return Ok(true);
        }
    }
    Ok(false)
}

fn contains_all<'a>(arena: &'a Arena, list: List<'a>, sublist: List<'a>) -> Evaluated<bool> {
    let search = Search::new(arena, list, sublist);
    for item in sublist.items() {
        if !search.finds(arena, item.value(arena)?)? {
            return Ok(false);
        }
    }
    Ok(true)
}

fn cost(a: List<'_>, b: List<'_>, times: u64) -> u64 {
    size(a.size()).saturating_mul(size(b.size())).saturating_mul(times).saturating_add(1)
}

/// A list in which items are looked for.
enum Search<'a> {
    /// All items are scalars.
    Scalars(Scalars<'a>),
    List(List<'a>),
}

impl<'a> Search<'a> {
    fn new(arena: &'a Arena, list: List<'a>, other: List<'a>) -> Self {
        if list.size().min(other.size()) > SEARCHED
            && let Ok(values) = list.values(arena)
            && values.iter().all(|value| is_scalar(*value))
        {
            return Search::Scalars(Scalars::all(arena, values));
        }
        Search::List(list)
    }

    fn finds(&self, arena: &'a Arena, item: Value<'a>) -> Evaluated<bool> {
        match self {
            Search::Scalars(scalars) => Ok(scalars.contains(item)),
            Search::List(list) => list.contains(arena, item),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::EvalError;
    use Value::{Double, Int, Uint};

    /// Two lists of integers, and what the functions answer.
    type Row = (&'static [i64], &'static [i64], [bool; 3]);

    const ROWS: &[Row] = &[
        (&[], &[], [true, true, false]),
        (&[1], &[], [true, false, false]),
        (&[], &[1], [false, false, false]),
        (&[1], &[1], [true, true, true]),
        (&[1], &[1, 1], [true, true, true]),
        (&[1, 1], &[1], [true, true, true]),
        (&[2, 1], &[1], [true, false, true]),
        (&[1, 2, 3, 4], &[2, 3], [true, false, true]),
        (&[1], &[2], [false, false, false]),
        (&[1], &[1, 2], [false, false, true]),
    ];

    fn answers<'a>(arena: &'a Arena, a: &'a [Value<'a>], b: &'a [Value<'a>]) -> [Evaluated<bool>; 3] {
        let (a, b) = (List::made(a), List::made(b));
        [contains(arena, a, b), equivalent(arena, a, b), intersects(arena, a, b)]
    }

    /// Rows of the record, as integers, as lists of them, and with enough copies that they are sorted.
    #[test]
    fn answers_of_the_record() {
        let arena = Arena::new();
        for (a, b, expected) in ROWS {
            let ints = |items: &[i64], copies: usize| {
                arena.alloc_slice_fill_iter(items.repeat(copies).into_iter().map(Int)) as &[Value<'_>]
            };
            let lists = |items: &[i64]| {
                let each =
                    items.iter().map(|item| Value::List(List::made(arena.alloc_slice_copy(&[Int(*item)]))));
                arena.alloc_slice_fill_iter(each.collect::<alloc::vec::Vec<_>>()) as &[Value<'_>]
            };
            let expected = expected.map(Ok);
            assert_eq!(answers(&arena, ints(a, 1), ints(b, 1)), expected, "{a:?} {b:?}");
            assert_eq!(answers(&arena, ints(a, 40), ints(b, 40)), expected, "{a:?} {b:?}");
            assert_eq!(answers(&arena, lists(a), lists(b)), expected, "{a:?} {b:?}");
        }
    }

    #[test]
    fn numbers_are_equal_across_types() {
        let arena = Arena::new();
        let expected = [Ok(true), Ok(true), Ok(true)];
        assert_eq!(answers(&arena, &[Int(1), Int(2)], &[Uint(2), Double(1.0)]), expected);
        assert_eq!(answers(&arena, &[Double(f64::NAN)], &[Double(f64::NAN)]), [const { Ok(false) }; 3]);
    }

    #[test]
    fn what_costs_too_much_is_not_run() {
        let arena = Arena::new();
        let items =
            |count: i64| arena.alloc_slice_fill_iter((0..count).map(Int).collect::<alloc::vec::Vec<_>>());
        let (a, b) = (items(999), items(1001));
        assert_eq!(answers(&arena, a, b), [Ok(false), Err(EvalError::CostLimit), Ok(true)]);
        assert_eq!(answers(&arena, items(1000), items(1000)), [const { Err(EvalError::CostLimit) }; 3]);
    }
}
