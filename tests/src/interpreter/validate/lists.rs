//! `items`, `minItems`, `maxItems`.
//
// kube-openapi: pkg/validation/validate/slice_validator.go

use super::Found;
use super::check as check_value;
use super::failure::{Failure, What};
use crate::interpreter::correlation::Pair;
use crate::interpreter::structural::Structural;
use crate::json::Json;

pub(super) fn check(
    path: &str,
    schema: &Structural,
    items: &[Json],
    pair: Option<Pair<'_>>,
    out: &mut Found,
) {
    if let Some(schema) = &schema.items {
        for (index, item) in items.iter().enumerate() {
            check_value(
                &format!("{path}[{index}]"),
                schema,
                item,
                pair.and_then(|pair| pair.index(index)),
                out,
            );
        }
    }
    let actual = items.len() as i64;
    if let Some(min) = schema.min_items.filter(|min| actual < *min) {
        let why = format!("should have at least {min} items");
        out.push(Failure::body(path, Json::Int(actual), &why));
    }
    if let Some(max) = schema.max_items.filter(|max| actual > *max) {
        out.push(Failure::new(path, What::TooMany { actual, max }));
    }
}
