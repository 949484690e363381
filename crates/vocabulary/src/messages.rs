//! The server's messages about values that violate a schema: the details of its errors, without the paths in
//! front of them. crdc-schema reports them for defaults, the runtime for objects.
//
// kube-openapi: pkg/validation/errors/schema.go; apimachinery: pkg/util/validation/field/errors.go

use alloc::format;
use alloc::string::String;

use crate::go;

/// The words before the errors of strict field validation.
// sigs.k8s.io/json: kubernetes_patch.go; apimachinery: pkg/runtime/error.go strictDecodingError
pub const STRICT_DECODING: &str = "strict decoding error: ";

/// The sentence of an object that cannot be decoded. `kind` and `version` are those of the object, `target`
/// is the kind or the Go type that it should be.
///
/// ```
/// use crdc_vocabulary::messages::cannot_be_handled;
///
/// assert_eq!(
///     cannot_be_handled("Pod", "v1", "Pod", "json: …"),
///     "Pod in version \"v1\" cannot be handled as a Pod: json: …",
/// );
/// ```
// apiserver: pkg/endpoints/handlers/rest.go transformDecodeError
#[must_use]
pub fn cannot_be_handled(kind: &str, version: &str, target: &str, error: &str) -> String {
    format!("{kind} in version {} cannot be handled as a {target}: {error}", go::quote(version))
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

/// `maximum`. The limit is given as text.
#[must_use]
pub fn maximum(limit: &str, exclusive: bool) -> String {
    format!("should be {}", at_most(limit, exclusive))
}

/// The words for an upper limit, which is given as text.
#[must_use]
pub fn at_most(limit: &str, exclusive: bool) -> String {
    let than = if exclusive { "less than" } else { "less than or equal to" };
    format!("{than} {limit}")
}

/// `minimum`. The limit is given as text.
#[must_use]
pub fn minimum(limit: &str, exclusive: bool) -> String {
    format!("should be {}", at_least(limit, exclusive))
}

/// The words for a lower limit, which is given as text.
#[must_use]
pub fn at_least(limit: &str, exclusive: bool) -> String {
    let than = if exclusive { "greater than" } else { "greater than or equal to" };
    format!("{than} {limit}")
}

/// `multipleOf`. The factor is given as text.
#[must_use]
pub fn multiple_of(factor: &str) -> String {
    format!("should be a multiple of {factor}")
}

/// A value of another type or format. `expected` is the type or format of the schema.
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
