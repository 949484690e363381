//! `enum`: equality after Go's conversion of the value to the type of the allowed value, which converts an
//! integer to a string of one rune and truncates a float.
//
// kube-openapi: pkg/validation/validate/validator.go, basicCommonValidator

use super::Found;
use super::failure::{Failure, What};
use super::numbers::go_int;
use crate::interpreter::structural::Structural;
use crate::json::Json;

/// Adds a failure to `out` if the schema has an `enum` that does not allow the value.
pub(super) fn check(path: &str, schema: &Structural, value: &Json, out: &mut Found) {
    if schema.enumeration.is_empty() || schema.enumeration.iter().any(|one| allows(one, value)) {
        return;
    }
    let what = What::Enum { value: value.clone(), allowed: schema.enumeration.clone() };
    out.push(Failure::new(path, what));
}

/// Whether an allowed value equals the value, after the conversion. A null equals nothing, not even null.
fn allows(allowed: &Json, value: &Json) -> bool {
    match (allowed, value) {
        (Json::Null, _) | (_, Json::Null) => false,
        (Json::Int(allowed), Json::Float(float)) => go_int(*float) == *allowed,
        (Json::Float(allowed), Json::Int(int)) => *int as f64 == *allowed,
        (Json::String(allowed), Json::Int(int)) => {
            let rune = u32::try_from(*int).ok().and_then(char::from_u32).unwrap_or('\u{fffd}');
            *allowed == String::from(rune)
        }
        _ => allowed.same(value),
    }
}
