//! The server's messages about values that violate a schema: the details of its errors, without the paths in
//! front of them. `check` reports them for defaults, the runtime for objects.
//
// kube-openapi: pkg/validation/errors/schema.go; apimachinery: pkg/util/validation/field/errors.go

use alloc::format;
use alloc::string::String;

use crate::go;

/// `maxLength`, which stands alone: no path is in front of it.
#[must_use]
pub fn max_length(limit: i64) -> String {
    limited(limit, "value is too long", |limit| {
        format!("may not be more than {limit} {}", if limit == 1 { "byte" } else { "bytes" })
    })
}

/// `maxItems` and `maxProperties`, which stand alone.
#[must_use]
pub fn max_items(limit: i64) -> String {
    limited(limit, "has too many items", |limit| {
        format!("must have at most {limit} {}", if limit == 1 { "item" } else { "items" })
    })
}

/// Servers do not show negative limits.
fn limited(limit: i64, negative: &str, shown: impl Fn(i64) -> String) -> String {
    if limit < 0 { negative.into() } else { shown(limit) }
}

/// `minLength`
#[must_use]
pub fn min_length(limit: i64) -> String {
    format!("should be at least {limit} chars long")
}

/// `minItems`
#[must_use]
pub fn min_items(limit: i64) -> String {
    format!("should have at least {limit} items")
}

/// `minProperties`
#[must_use]
pub fn min_properties(limit: i64) -> String {
    format!("should have at least {limit} properties")
}

/// `pattern`
#[must_use]
pub fn pattern(pattern: &str) -> String {
    format!("should match '{pattern}'")
}

/// `maximum`, of a limit as shown.
#[must_use]
pub fn maximum(limit: &str, exclusive: bool) -> String {
    let than = if exclusive { "less than" } else { "less than or equal to" };
    format!("should be {than} {limit}")
}

/// `minimum`, of a limit as shown.
#[must_use]
pub fn minimum(limit: &str, exclusive: bool) -> String {
    let than = if exclusive { "greater than" } else { "greater than or equal to" };
    format!("should be {than} {limit}")
}

/// `multipleOf`, of a factor as shown.
#[must_use]
pub fn multiple_of(factor: &str) -> String {
    format!("should be a multiple of {factor}")
}

/// A value of another type or format: `expected` is the one of the schema.
#[must_use]
pub fn of_type(expected: &str, found: &str) -> String {
    format!("must be of type {expected}: {}", go::quote(found))
}

/// A number beyond its type: the text in front of the path. `what` is the value or the keyword.
#[must_use]
pub fn out_of_range(what: &str, of: &str, format: &str) -> String {
    format!("{what} value must be of type {of} {} in ", with_format(format))
}

/// A format as the server names it beside a type.
#[must_use]
pub fn with_format(format: &str) -> String {
    if format.is_empty() { "(default format)".into() } else { format!("with format {format}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn negative_limits_are_not_shown() {
        assert_eq!(max_length(-1), "value is too long");
        assert_eq!(max_items(-1), "has too many items");
        assert_eq!(
            (max_length(1), max_items(2)),
            ("may not be more than 1 byte".into(), "must have at most 2 items".into())
        );
    }
}
