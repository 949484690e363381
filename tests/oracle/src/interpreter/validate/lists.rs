//! `items`, `minItems`, `maxItems`, and `additionalItems: false` as a greatest length.
//
// kube-openapi: pkg/validation/validate/slice_validator.go

use super::Found;
use super::check as check_value;
use super::failure::{Failure, What};
use crate::interpreter::correlation::Pair;
use crate::interpreter::structural::{Additional, Structural};
use crate::json::Json;

/// Adds the failures of a list and of its items to `out`.
pub(super) fn check(
    path: &str,
    schema: &Structural,
    items: &[Json],
    pair: Option<Pair<'_>>,
    out: &mut Found,
) {
    for (index, item) in items.iter().enumerate() {
        if let Some(schema) = schema.item(index) {
            let below = pair.and_then(|pair| pair.index(index));
            check_value(&format!("{path}[{index}]"), schema, item, below, out);
        }
    }
    let actual = items.len() as i64;
    if let Some(min) = schema.min_items.filter(|min| actual < *min) {
        let why = format!("should have at least {min} items");
        out.push(Failure::body(path, Json::Int(actual), &why));
    }
    let closed = matches!(schema.behind, Some(Additional::Bool(false))) && !schema.positions.is_empty();
    let closed = closed.then_some(schema.positions.len() as i64);
    let max = schema.max_items.into_iter().chain(closed).min();
    if let Some(max) = max.filter(|max| actual > *max) {
        out.push(Failure::new(path, What::TooMany { actual, max }));
    }
}
