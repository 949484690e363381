//! Creates the error of an embedded resource whose type meta or metadata cannot be decoded. In: path, value
//! and detail. Out: the text of `field.Error`. Easy to break: it is part of a 400, not one of the errors of a
//! 422, and only the first one is reported.
// apiextensions-apiserver: pkg/apiserver/schema/objectmeta/coerce.go

use alloc::{format, string::String};

use crdc_object::json::go::{quote, tree::Tree};

/// The text of `field.Invalid(path, value, detail)`.
// apimachinery: pkg/util/validation/field/errors.go
pub(crate) fn embedded(path: &str, value: &Tree, detail: &str) -> String {
    let shown = match value {
        Tree::Int(_) | Tree::Float(_) | Tree::Bool(_) => value.go_value(),
        Tree::String(text) => quote(text),
        _ => value.to_json(),
    };
    format!("{path}: Invalid value: {shown}: {detail}")
}
