//! `type`, and the effect of `format` on it: if the schema has a format and no numeric type, strings and
//! lists pass unchecked here. Of any other value that does not fit, the message names the schema's format and
//! the value's own format instead of their types.
//
// kube-openapi: pkg/validation/validate/type.go

use super::Found;
use super::failure::{Failure, What};
use super::numbers::is_json_integer;
use crate::interpreter::kinds::type_and_format;
use crate::interpreter::structural::Structural;
use crate::json::Json;

/// Adds a failure to `out` if the value does not fit the type or the format of the schema.
pub(super) fn check(path: &str, schema: &Structural, value: &Json, out: &mut Found) {
    let types = schema.types();
    let mut fail = |wanted: &str, found: &str| {
        let text = format!("{path} in body must be of type {wanted}: \"{found}\"");
        out.push(Failure::new(path, What::Type { value: found.to_owned(), text }));
    };
    if *value == Json::Null {
        if !types.is_empty() && !schema.nullable {
            fail(&types.join(","), "null");
        }
        return;
    }
    if types.is_empty() && schema.format.is_empty() {
        return;
    }
    let (found, found_format) = type_and_format(value);
    let is_whole_float =
        matches!(value, Json::Float(float) if is_json_integer(*float)) && types.contains(&"integer");
    let is_integer_for_number = found == "integer" && types.contains(&"number");
    let fits = types.contains(&found) || is_whole_float || is_integer_for_number;
    let string_or_list = matches!(value, Json::String(_) | Json::Array(_));
    if !schema.format.is_empty() {
        if !string_or_list && !fits && found_format != schema.format {
            return fail(&schema.format, found_format);
        }
        let numeric = types.contains(&"number") || types.contains(&"integer");
        if string_or_list && !numeric {
            return;
        }
    }
    if !fits {
        fail(&types.join(","), found);
    }
}
