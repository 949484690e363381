//! Compares two values. Numbers are compared by value whatever their types; other values of different types
//! are never equal. Comparing a list or map of an object, or a value of a library, with a value of another
//! type is an error.
//!
//! `lists`, `maps` and `nodes` compare containers; they compare the contained values by the function of
//! `parts`. `unordered` compares sets and list maps, `identity` finds equal ones among many items, and
//! `hashes` does so for large values.
//
// cel-go: common/types/util.go (Equal), and Equal of each type; apiserver:
// pkg/cel/common/valuesunstructured.go, pkg/cel/library

mod hashes;
mod identity;
mod lists;
mod maps;
mod nodes;
mod parts;
pub(super) mod unordered;

use super::values::{numbers, same};
use crate::arena::Arena;
use crate::document::schema::Form;
use crate::error::{EvalError, Evaluated};
use crate::values::{List, Map, Value};
use nodes::remembered;

/// `a == b`. Null equals only null.
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

/// The result of a comparison in a search. Values that cannot be compared are not equal, unless the error
/// ends the evaluation.
pub(super) fn is_found(compared: Evaluated<bool>) -> Evaluated<bool> {
    match compared {
        Err(error) if error.can_be_dropped() => Ok(false),
        compared => compared,
    }
}

/// Whether a part of an object equals another value. An error equals no value. Comparing it with a value that
/// cannot be compared with other types is an error.
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

impl<'a> List<'a> {
    /// Whether an item equals a value.
    ///
    /// # Errors
    /// An item that cannot be compared, if no item equals the value and a list of the object is a part of
    /// this one.
    // cel-go: common/types/list.go (baseList.Contains drops errors, concatList.Contains has those of its
    // parts)
    pub fn contains(self, arena: &'a Arena, value: Value<'a>) -> Evaluated<bool> {
        let strict = self.form().is_some();
        let mut failed = None;
        for item in self.items() {
            // A list of an object compares by the type of its items, any other list by the type of the value.
            // Only items of an object can be errors.
            let (item, value) = (item.value(arena), Ok(value));
            let (a, b) = if strict || item.is_err() { (item, value) } else { (value, item) };
            match equal_parts(arena, a, b) {
                Ok(true) => return Ok(true),
                Ok(false) => {}
                Err(error) if !error.can_be_dropped() => return Err(error),
                Err(error) => {
                    failed.get_or_insert(error);
                }
            }
        }
        match failed {
            Some(error) if self.has_part_of_object() => Err(error),
            _ => Ok(false),
        }
    }
}

/// Compares two values by the type of the first one.
fn equal_by_first<'a>(arena: &'a Arena, a: Value<'a>, b: Value<'a>) -> Evaluated<bool> {
    Ok(match (a, b) {
        (Value::List(a), Value::List(b)) => lists::equals(arena, a, b, equal_parts)?,
        (Value::Map(a), Value::Map(b)) => maps::equals(arena, a, b, equal_parts)?,
        (Value::Optional(a), Value::Optional(b)) => match (a, b) {
            (None, None) => true,
            (Some(a), Some(b)) => equal_parts(arena, a.content(), b.content())?,
            _ => false,
        },
        (Value::Preserved(a), Value::Preserved(b)) => remembered(arena, a, b, equal_parts, || {
            arena.work(a.entries())?;
            Ok(crdc_object::tape::equal(**a.tape, a.at, **b.tape, b.at))
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

/// Whether comparing this value with a value of another type is an error.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::schema::ValueType;
    use crate::error::EvalError;
    use crate::values::List;
    use crate::values::built::{Built, Slot};
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

    /// Large values have the results of small ones.
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
                    // The second time the result is stored.
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
