//! A failed check before its conversion to an API error. Its name is the path as validation writes it. A
//! failure without a name is one for which the server reports no path.
//
// kube-openapi: pkg/validation/errors/schema.go; apiextensions-apiserver:
// pkg/apiserver/validation/validation.go, kubeOpenAPIResultToFieldErrors

use crate::interpreter::FieldError;
use crate::interpreter::marshal::marshalled;
use crate::json::{Json, go_quote};

/// One failed check.
pub(super) struct Failure {
    pub(super) name: Option<String>,
    pub(super) what: What,
}

/// The check that failed.
pub(super) enum What {
    Required,
    Enum { value: Json, allowed: Vec<Json> },
    TooLong { max: i64 },
    TooMany { actual: i64, max: i64 },
    Type { value: String, text: String },
    Other { value: Json, text: String },
}

impl Failure {
    pub(super) fn new(name: &str, what: What) -> Failure {
        Failure { name: Some(name.to_owned()), what }
    }

    /// An error whose text is `{name} in body {text}`.
    pub(super) fn body(name: &str, value: Json, text: &str) -> Failure {
        Failure::new(name, What::Other { value, text: format!("{name} in body {text}") })
    }

    /// Converts the failure to an API error. `prefix` is the path of the value that was validated.
    pub(super) fn into_field_error(self, prefix: Option<&str>) -> FieldError {
        let field = match self.name.as_deref() {
            None | Some("" | ".") => prefix.unwrap_or("<nil>").to_owned(),
            Some(name) => {
                let name = name.strip_prefix('.').unwrap_or(name);
                prefix.map_or_else(|| name.to_owned(), |prefix| format!("{prefix}.{name}"))
            }
        };
        let (error_type, bad_value, detail) = match self.what {
            What::Required => ("FieldValueRequired", "".into(), String::new()),
            What::Enum { value, allowed } => ("FieldValueNotSupported", value, supported(&allowed)),
            What::TooLong { max } => {
                let bytes = if max == 1 { "byte" } else { "bytes" };
                let text = if max < 0 {
                    "value is too long".to_owned()
                } else {
                    format!("may not be more than {max} {bytes}")
                };
                ("FieldValueTooLong", "<value omitted>".into(), text)
            }
            What::TooMany { actual, max } => {
                let items = if max == 1 { "item" } else { "items" };
                let text = if max < 0 {
                    "has too many items".to_owned()
                } else {
                    format!("must have at most {max} {items}")
                };
                ("FieldValueTooMany", Json::Int(actual), text)
            }
            What::Type { value, text } => ("FieldValueTypeInvalid", value.into(), text),
            What::Other { value, text } => ("FieldValueInvalid", value, text),
        };
        FieldError { error_type, field, bad_value: Some(bad_value), detail, source: "schema" }
    }
}

/// The text of the values that an `enum` allows.
//
// apimachinery: util/validation/field/errors.go, NotSupported
fn supported(allowed: &[Json]) -> String {
    let quoted: Vec<String> = allowed
        .iter()
        .map(|value| match value {
            Json::String(text) => go_quote(text),
            value => go_quote(&marshalled(value)),
        })
        .collect();
    format!("supported values: {}", quoted.join(", "))
}
