//! Prepares constants for comparison: the order of a large `enum`, and the limits that fit their type.

use std::cmp::Ordering;

use crdc_source::json::Json;

/// The most constants of an `enum` that are compared one by one. Constants of a larger `enum` are searched in
/// a sorted table.
const LISTED: usize = 64;

/// The indices of the constants of a larger `enum` in the order of its table. `None` if they are compared one
/// by one.
#[must_use]
pub fn order(values: &[Json]) -> Option<Vec<usize>> {
    if values.len() <= LISTED {
        return None;
    }
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|a, b| in_order(&values[*a], &values[*b]));
    Some(order)
}

/// The order that the runtime's search relies on (`runtime/src/decode/literal.rs`). Lists and objects are
/// unordered among themselves.
fn in_order(a: &Json, b: &Json) -> Ordering {
    let kind = |value: &Json| match value {
        Json::Null => 0,
        Json::Bool(_) => 1,
        Json::Int(_) => 2,
        Json::Float(_) => 3,
        Json::String(_) => 4,
        Json::Array(_) | Json::Object(_) => 5,
    };
    match (a, b) {
        (Json::Bool(a), Json::Bool(b)) => a.cmp(b),
        (Json::Int(a), Json::Int(b)) => a.cmp(b),
        (Json::Float(a), Json::Float(b)) => a.total_cmp(b),
        (Json::String(a), Json::String(b)) => a.cmp(b),
        _ => kind(a).cmp(&kind(b)),
    }
}

/// Whether a limit or factor fits the type (`integer`, `number`, or none) and format that it constrains.
// kube-openapi: pkg/validation/validate/values.go IsValueValidAgainstRange
#[must_use]
pub fn holds(kind: &str, format: &str, value: f64) -> bool {
    match (kind, format) {
        ("integer", "int32") => {
            value.fract() == 0.0 && (f64::from(i32::MIN)..=f64::from(i32::MAX)).contains(&value)
        }
        ("integer", _) => {
            value.fract() == 0.0
                && (-9_223_372_036_854_775_808.0..9_223_372_036_854_775_808.0).contains(&value)
        }
        ("number", "float") => (value as f32).is_finite(),
        _ => true,
    }
}
