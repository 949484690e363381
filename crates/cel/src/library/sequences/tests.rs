//! Rows of the record and of cel-go's tests.

use super::*;
use crate::library::formatted::Formatted;
use crate::scalars::text_format::format as format_text;
use Value::String as Text;
use Value::{Double, Int, Null, Uint};
use alloc::string::String;

/// A list as text.
fn shown<'a>(arena: &'a Arena, list: Evaluated<List<'a>>) -> String {
    let written = list.and_then(|list| format_text(arena, "%s", [Formatted::new(arena, Value::List(list))]));
    written.map_or_else(|error| format!("{error}"), String::from)
}

fn ints(arena: &Arena, items: impl IntoIterator<Item = i64>) -> List<'_> {
    let items: alloc::vec::Vec<_> = items.into_iter().map(Int).collect();
    List::made(arena.alloc_slice_fill_iter(items))
}

#[test]
fn slices() {
    let arena = Arena::new();
    let list = ints(&arena, 1..=4);
    for (start, end, expected) in [
        (0, 4, "[1, 2, 3, 4]"),
        (0, 0, "[]"),
        (1, 1, "[]"),
        (4, 4, "[]"),
        (1, 3, "[2, 3]"),
        (3, 0, "cannot slice(3, 0), start index must be less than or equal to end index"),
        (0, 10, "cannot slice(0, 10), list is length 4"),
        (-5, 10, "cannot slice(-5, 10), negative indexes not supported"),
        (-5, -3, "cannot slice(-5, -3), negative indexes not supported"),
    ] {
        assert_eq!(shown(&arena, slice(&arena, list, start, end)), expected);
    }
    assert_eq!(shown(&arena, slice(&arena, List::made(&[]), 0, 1)), "cannot slice(0, 1), list is length 0");
}

#[test]
fn nested_lists_are_flattened() {
    let arena = Arena::new();
    let inner = Value::List(ints(&arena, [7, 8]));
    let middle = [Int(6), inner];
    let outer = [Int(5), Value::List(List::made(&middle)), Value::List(List::made(&[])), Text("x")];
    let list = List::made(&outer);
    for (depth, expected) in [
        (0, "[5, [6, [7, 8]], [], \"x\"]"),
        (1, "[5, 6, [7, 8], \"x\"]"),
        (2, "[5, 6, 7, 8, \"x\"]"),
        (3, "[5, 6, 7, 8, \"x\"]"),
        (-1, "level must be non-negative"),
        (i64::MIN, "level must be non-negative"),
        (249_997, "[5, 6, 7, 8, \"x\"]"),
        (249_998, "operation cancelled: actual cost limit exceeded"),
        (i64::MAX, "operation cancelled: actual cost limit exceeded"),
    ] {
        assert_eq!(shown(&arena, flatten(&arena, list, depth)), expected, "{depth}");
    }
    assert_eq!(shown(&arena, flatten(&arena, List::made(&[]), i64::MAX)), "[]");
}

#[test]
fn ranges() {
    let arena = Arena::new();
    for (end, expected) in [(4, "[0, 1, 2, 3]"), (0, "[]"), (-3, "[]"), (i64::MIN, "[]")] {
        assert_eq!(shown(&arena, range(&arena, end)), expected);
    }
    assert_eq!(range(&arena, 999_989).map(List::size), Ok(999_989));
    for end in [999_990, i64::MAX] {
        assert_eq!(range(&arena, end).map(List::size), Err(EvalError::CostLimit));
    }
}

#[test]
fn lists_are_reversed() {
    let arena = Arena::new();
    assert_eq!(shown(&arena, reverse(&arena, ints(&arena, [5, 1, 2]))), "[2, 1, 5]");
    assert_eq!(shown(&arena, reverse(&arena, List::made(&[]))), "[]");
}

#[test]
fn duplicates_are_left_out() {
    let arena = Arena::new();
    let (one, also_one) = ([Int(1)], [Uint(1)]);
    let lists = [Value::List(List::made(&one)), Value::List(List::made(&also_one)), Int(1)];
    for (items, expected) in [
        (&[][..], "[]"),
        (&[Int(-2), Int(5), Int(-2), Int(1), Int(1), Int(5)], "[-2, 5, 1]"),
        (&[Text("c"), Text("a"), Text("a"), Text("b"), Text("c")], "[\"c\", \"a\", \"b\"]"),
        (&[Text("1"), Int(1), Uint(1), Double(1.0), Null, Null], "[\"1\", 1, null]"),
        (&[Double(f64::NAN), Double(f64::NAN)], "[\"NaN\", \"NaN\"]"),
        (&lists, "[[1], 1]"),
        // The double equals the first integer and is left out, so the second one stays.
        (
            &[Int(9_007_199_254_740_992), Double(9_007_199_254_740_992.0), Int(9_007_199_254_740_993)],
            "[9007199254740992, 9007199254740993]",
        ),
        (
            &[Double(9_007_199_254_740_992.0), Int(9_007_199_254_740_992), Int(9_007_199_254_740_993)],
            "[9007199254740992.000000]",
        ),
    ] {
        assert_eq!(shown(&arena, distinct(&arena, List::made(items))), expected);
    }
    assert_eq!(distinct(&arena, ints(&arena, 0..707)).map(List::size), Ok(707));
    assert_eq!(distinct(&arena, ints(&arena, 0..708)).map(List::size), Err(EvalError::CostLimit));
}

#[test]
fn lists_are_sorted() {
    let arena = Arena::new();
    let nan = Double(f64::NAN);
    for (items, expected) in [
        (&[][..], "[]"),
        (&[Text("x"), Text("y"), Text("abc")], "[\"abc\", \"x\", \"y\"]"),
        (&[Text("a"), Text("a"), Text("A"), Text("")], "[\"\", \"A\", \"a\", \"a\"]"),
        (&[Int(4), Int(3), Int(2), Int(1)], "[1, 2, 3, 4]"),
        (&[Value::Bool(true), Value::Bool(false)], "[false, true]"),
        (&[Double(2.0), nan, Double(1.0)], "[2.000000, \"NaN\", 1.000000]"),
        (&[Null], "list elements must be comparable"),
        (&[Int(1), Text("a")], "list elements must have the same type"),
        (&[Int(1), Uint(1)], "list elements must have the same type"),
        (&[Int(1), Null], "list elements must have the same type"),
    ] {
        assert_eq!(shown(&arena, sort(&arena, List::made(items))), expected, "{items:?}");
    }
    let text = |count: usize| List::made(arena.alloc_slice_fill_copy(count, Text("a")));
    assert_eq!(sort(&arena, text(690)).map(List::size), Ok(690));
    assert_eq!(sort(&arena, text(691)).map(List::size), Err(EvalError::CostLimit));
    assert_eq!(sort(&arena, ints(&arena, 0..707)).map(List::size), Ok(707));
    assert_eq!(sort(&arena, ints(&arena, 0..708)).map(List::size), Err(EvalError::CostLimit));
}

#[test]
fn keys_decide_the_order() {
    let arena = Arena::new();
    let list = List::made(&[Text("foo"), Text("bar"), Text("baz")]);
    let found = sort_by_keys(&arena, list, ints(&arena, [3, 1, 2]));
    assert_eq!(shown(&arena, found), "[\"bar\", \"baz\", \"foo\"]");
    assert_eq!(
        shown(&arena, sort_by_keys(&arena, list, ints(&arena, [1]))),
        "@sortByAssociatedKeys() expected a list of the same size as the associated keys list, but got 3 and 1 \
         elements respectively"
    );
    // Up to twelve items, equal keys keep the order of the list.
    let found = sort_by_keys(&arena, ints(&arena, 0..12), ints(&arena, (0..12).map(|at| at % 2)));
    assert_eq!(shown(&arena, found), "[0, 2, 4, 6, 8, 10, 1, 3, 5, 7, 9, 11]");
}

/// A row of the record: the list is a field that is absent.
#[test]
fn errors_of_counted_lists_end_the_evaluation() {
    let error = "internal error: interface conversion: *types.Err is not traits.Lister: missing method Add";
    let found = counted(Err(EvalError::no_such_key("tags".into()))).map(List::size);
    assert_eq!(found.clone().map_err(|error| format!("{error}")), Err(error.into()));
    let absorbed = crate::operations::logic::or(found.map(|size| size > 0), || Ok(true));
    assert!(absorbed.is_err_and(|error| !error.can_be_dropped()));
    assert_eq!(counted(Err(EvalError::CostLimit)).map(List::size), Err(EvalError::CostLimit));
}
