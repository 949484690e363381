//! The type names in the server's messages.
//
// kube-openapi: pkg/validation/validate/type.go, schemaInfoForType

use crate::json::Json;

/// The type and the format, `(type, format)`, that the server infers from a value.
pub(super) fn type_and_format(value: &Json) -> (&'static str, &'static str) {
    match value {
        Json::Null => ("null", ""),
        Json::Bool(_) => ("boolean", ""),
        Json::Int(_) => ("integer", "int64"),
        Json::Float(_) => ("number", "float64"),
        Json::String(_) => ("string", ""),
        Json::Array(_) => ("array", ""),
        Json::Object(_) => ("object", ""),
    }
}
