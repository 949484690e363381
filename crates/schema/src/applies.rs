//! The types of values for which servers check a keyword. Of other values the keyword says nothing.
//
// kube-openapi: pkg/validation/validate/validator.go (Applies of stringValidator, numberValidator,
// basicSliceValidator, objectValidator)

/// Whether servers check a keyword such as `maxLength` for values of a type such as `string`. True for other
/// keywords, and for values of any type, which have the empty text as type.
#[must_use]
pub fn applies(keyword: &str, of_type: &str) -> bool {
    let types: &[&str] = match keyword {
        "minLength" | "maxLength" | "pattern" => &["string"],
        "minimum" | "maximum" | "multipleOf" => &["integer", "number"],
        "minItems" | "maxItems" | "uniqueItems" => &["array"],
        "minProperties" | "maxProperties" | "required" => &["object"],
        _ => return true,
    };
    of_type.is_empty() || types.contains(&of_type)
}
