//! Compares values of any types: numbers come before texts, then booleans, lists, maps, null.
//!
//! Integers and floats are compared as floats, as the server does: `1` and `1.0` are the same key of a list.
//
// structured-merge-diff: value/value.go

use std::cmp::Ordering;

use serde_json::{Map, Number, Value};

use super::number::{GoNumber, go_number, sorted_keys};

fn compare_numbers(left: &Number, right: &Number) -> Ordering {
    match (go_number(left), go_number(right)) {
        (GoNumber::Int(left), GoNumber::Int(right)) => left.cmp(&right),
        (left, right) => left.as_float().partial_cmp(&right.as_float()).unwrap_or(Ordering::Equal),
    }
}

/// Whether two values are equal for the server: `1` and `1.0` are equal, `{}` and `null` are not.
pub(crate) fn equal(left: &Value, right: &Value) -> bool {
    match (left, right) {
        (Value::Number(left), Value::Number(right)) => compare_numbers(left, right) == Ordering::Equal,
        (Value::String(left), Value::String(right)) => left == right,
        (Value::Bool(left), Value::Bool(right)) => left == right,
        (Value::Array(left), Value::Array(right)) => {
            left.len() == right.len() && left.iter().zip(right).all(|(left, right)| equal(left, right))
        }
        (Value::Object(left), Value::Object(right)) => {
            left.len() == right.len()
                && left.iter().all(|(key, left)| right.get(key).is_some_and(|right| equal(left, right)))
        }
        (Value::Null, Value::Null) => true,
        _ => false,
    }
}

fn rank(value: &Value) -> u8 {
    match value {
        Value::Number(_) => 0,
        Value::String(_) => 1,
        Value::Bool(_) => 2,
        Value::Array(_) => 3,
        Value::Object(_) => 4,
        Value::Null => 5,
    }
}

/// The server's order of values. Beyond 2^53 it is not a total one: two different integers can both be equal
/// to one float.
pub(crate) fn compare(left: &Value, right: &Value) -> Ordering {
    match (left, right) {
        (Value::Number(left), Value::Number(right)) => compare_numbers(left, right),
        (Value::String(left), Value::String(right)) => left.cmp(right),
        (Value::Bool(left), Value::Bool(right)) => left.cmp(right),
        (Value::Array(left), Value::Array(right)) => compare_lists(left, right),
        (Value::Object(left), Value::Object(right)) => compare_maps(left, right),
        _ => rank(left).cmp(&rank(right)),
    }
}

fn compare_lists(left: &[Value], right: &[Value]) -> Ordering {
    let items = left.iter().zip(right).map(|(left, right)| compare(left, right));
    items.into_iter().find(|order| order.is_ne()).unwrap_or_else(|| left.len().cmp(&right.len()))
}

/// By keys in order; the map that has a key which the other lacks is the lesser one, unless the other has
/// ended.
fn compare_maps(left: &Map<String, Value>, right: &Map<String, Value>) -> Ordering {
    let (left_keys, right_keys) = (sorted_keys(left), sorted_keys(right));
    for (left_key, right_key) in left_keys.iter().zip(&right_keys) {
        match left_key.cmp(right_key) {
            // A key that only the left one has.
            Ordering::Less => return Ordering::Less,
            Ordering::Greater => return Ordering::Greater,
            Ordering::Equal => {}
        }
        if let (Some(left), Some(right)) = (left.get(*left_key), right.get(*right_key)) {
            let order = compare(left, right);
            if order.is_ne() {
                return order;
            }
        }
    }
    left_keys.len().cmp(&right_keys.len())
}

/// A total order for sorting, which agrees with [`compare`] wherever that returns "less".
pub(crate) fn sort_order(left: &Value, right: &Value) -> Ordering {
    match (left, right) {
        (Value::Number(left), Value::Number(right)) => {
            compare_numbers(left, right).then_with(|| exact(go_number(left)).cmp(&exact(go_number(right))))
        }
        (Value::Array(left), Value::Array(right)) => {
            let items = left.iter().zip(right).map(|(left, right)| sort_order(left, right));
            items.into_iter().find(|order| order.is_ne()).unwrap_or_else(|| left.len().cmp(&right.len()))
        }
        (Value::Object(left), Value::Object(right)) => {
            let (left_keys, right_keys) = (sorted_keys(left), sorted_keys(right));
            let keys = left_keys.iter().zip(&right_keys).map(|(left_key, right_key)| {
                let values = left.get(*left_key).zip(right.get(*right_key));
                left_key
                    .cmp(right_key)
                    .then_with(|| values.map_or(Ordering::Equal, |(l, r)| sort_order(l, r)))
            });
            keys.into_iter().find(|order| order.is_ne()).unwrap_or_else(|| left.len().cmp(&right.len()))
        }
        _ => compare(left, right),
    }
}

/// The exact value of a number, for an integer and a float that are equal as floats.
fn exact(number: GoNumber) -> i128 {
    match number {
        GoNumber::Int(int) => i128::from(int),
        GoNumber::Float(float) => float as i128,
    }
}
