//! Value validation: every check that applies to a value runs, in the server's spelling of
//! paths (`spec.list[0].key`), whose first step has no dot for properties and a dot for
//! required and additional ones. Texts hold the path from the schema's root, fields from the
//! object's: under `status` they differ.
//
// kube-openapi: pkg/validation/validate/schema.go

mod enums;
mod failure;
mod lists;
mod numbers;
mod objects;
mod strings;
mod types;

use self::failure::Failure;
use super::FieldError;
use super::structural::Structural;
use crate::json::Json;

/// The errors of `value`, which stands at `prefix`, or at the root.
pub(super) fn validate(schema: &Structural, value: &Json, prefix: Option<&str>) -> Vec<FieldError> {
    let mut failures = Vec::new();
    check("", schema, value, &mut failures);
    failures.into_iter().map(|failure| failure.into_field_error(prefix)).collect()
}

fn check(path: &str, schema: &Structural, value: &Json, out: &mut Vec<Failure>) {
    types::check(path, schema, value, out);
    match value {
        Json::Null | Json::Bool(_) => {}
        Json::Int(_) | Json::Float(_) => numbers::check(path, schema, value, out),
        Json::String(text) => strings::check(path, schema, text, out),
        Json::Array(items) => lists::check(path, schema, items, out),
        Json::Object(members) => objects::check(path, schema, members, out),
    }
    enums::check(path, schema, value, out);
}
