//! The server's message for each rule.
// kube-openapi: pkg/validation/errors/schema.go; apiextensions-apiserver:
// pkg/apiserver/validation/validation.go kubeOpenAPIResultToFieldErrors

use alloc::borrow::ToOwned;
use alloc::boxed::Box;
use alloc::format;
use alloc::string::{String, ToString};

use crdc_vocabulary::{ErrorType, Wording, messages};

use super::field_error::ErrorParts;
use super::value::{constant, json, keys, quoted};
use super::{Bound, Message, Rule, Texts, Violation};
use crate::field_path::FieldPath;
use crdc_object::json::go;
use crdc_object::tape::{Kind, Tape};

/// The message for a violation by a value whose path is `path`.
pub(crate) fn words<'p>(
    tape: Tape<'_>,
    violation: &Violation<'p>,
    path: &FieldPath,
    texts: &mut Texts<'p>,
) -> ErrorParts {
    let (at, rule) = (violation.at(), violation.rule());
    let entry = tape.entry(at);
    let value = || Some(json(tape, at));
    let in_body = |rest: &str| Message::of(path, format!(" in body {rest}"));
    let quoting = |rest: String| Message::quoting("", path, rest);
    let invalid = |bad_value, detail: Message| ErrorParts {
        error_type: ErrorType::Invalid,
        name: path.clone(),
        nowhere: false,
        bad_value,
        detail,
        members: Box::default(),
        expected: None,
    };
    let nowhere = |detail| ErrorParts { nowhere: true, ..invalid(Some(quoted("")), detail) };
    match *rule {
        Rule::Type { types, format } => {
            let got = kind_name(tape, at);
            // kube-openapi: type.go: for values other than strings and lists the message shows the format if
            // there is one.
            let scalar = !matches!(entry.kind, Kind::String | Kind::Array | Kind::Null);
            let (expected, got) = if scalar && !format.is_empty() {
                (format, format_name(entry.kind_in_json()))
            } else {
                (types, got)
            };
            ErrorParts {
                error_type: ErrorType::TypeInvalid,
                bad_value: Some(quoted(got)),
                expected: texts.expected_type(types),
                ..invalid(None, in_body(&messages::of_type(expected, got)))
            }
        }
        Rule::Required(name) => ErrorParts {
            error_type: ErrorType::Required,
            name: path.member(name),
            ..invalid(Some(quoted("")), Message::default())
        },
        Rule::Enum(values) | Rule::Listed { values, .. } => ErrorParts {
            error_type: ErrorType::NotSupported,
            expected: Some(texts.expected_values(values, constant)),
            ..invalid(value(), Message::ending("supported values: ", texts.listed(values)))
        },
        Rule::MaxLength(limit) => {
            let omitted = Some(quoted("<value omitted>"));
            ErrorParts { error_type: ErrorType::TooLong, ..invalid(omitted, Wording::MaxBytes(limit).into()) }
        }
        Rule::MinLength(limit) => invalid(value(), in_body(&messages::min_length(limit))),
        Rule::Pattern(pattern) => invalid(value(), in_body(&messages::pattern(pattern))),
        Rule::Format(format) => {
            let text = String::from_utf8_lossy(tape.string(&entry));
            ErrorParts {
                error_type: ErrorType::TypeInvalid,
                ..invalid(value(), in_body(&messages::of_type(format, &text)))
            }
        }
        Rule::Maximum(bound) => {
            invalid(value(), in_body(&messages::maximum(&limit(tape, at, &bound), bound.exclusive)))
        }
        Rule::Minimum(bound) => {
            invalid(value(), in_body(&messages::minimum(&limit(tape, at, &bound), bound.exclusive)))
        }
        Rule::MultipleOf { factor, native } => {
            let factor =
                if native && entry.kind_in_json() == Kind::Int { (factor as i64) as f64 } else { factor };
            let words = go::value_float(factor);
            if factor <= 0.0 {
                let rest = format!(" must be positive: {words}");
                let detail = Message::around("factor MultipleOf declared for ", path, rest);
                return invalid(Some(words), detail);
            }
            invalid(value(), in_body(&messages::multiple_of(&words)))
        }
        Rule::Range { what, types, format } => {
            let detail = Message::around(&messages::out_of_range(what, types, format), path, String::new());
            ErrorParts { expected: texts.expected_type(types), ..nowhere(detail) }
        }
        Rule::MaxItems(limit) | Rule::MaxProperties(limit) => {
            let count = Some(count(tape, at));
            ErrorParts { error_type: ErrorType::TooMany, ..invalid(count, Wording::MaxItems(limit).into()) }
        }
        Rule::MinItems(limit) => invalid(Some(count(tape, at)), in_body(&messages::min_items(limit))),
        Rule::AnyOf => nowhere(quoting(" must validate at least one schema (anyOf)".into())),
        Rule::OneOf => {
            let found = match violation.valid() {
                0 => "Found none valid".to_owned(),
                valid => format!("Found {valid} valid alternatives"),
            };
            nowhere(quoting(format!(" must validate one and only one schema (oneOf). {found}")))
        }
        Rule::AllOf { none } => {
            let more = if none { ". None validated" } else { "" };
            nowhere(quoting(format!(" must validate all the schemas (allOf){more}")))
        }
        Rule::Not => nowhere(quoting(" must not validate the schema (not)".into())),
        Rule::MinProperties(limit) => {
            invalid(Some(count(tape, at)), in_body(&messages::min_properties(limit)))
        }
        Rule::ListSet => {
            ErrorParts { error_type: ErrorType::Duplicate, ..invalid(value(), Message::default()) }
        }
        Rule::ListMap(list_keys) => ErrorParts {
            error_type: ErrorType::Duplicate,
            ..invalid(Some(keys(tape, at, list_keys)), Message::default())
        },
        Rule::UnionSeveral { .. }
        | Rule::UnionUnknown { .. }
        | Rule::UnionAbsent(_)
        | Rule::UnionRefused { .. }
        | Rule::UnionMissing { .. } => super::union::words(tape, at, rule, path, texts),
        Rule::ListMapItem => invalid(value(), "must be an object for an array of list-type map".into()),
    }
}

fn count(tape: Tape<'_>, at: u32) -> String {
    tape.children(at).count().to_string()
}

/// The limit in the message: its integer part if integers are compared natively.
fn limit(tape: Tape<'_>, at: u32, bound: &Bound) -> String {
    if bound.native && tape.entry(at).kind_in_json() == Kind::Int {
        (bound.limit as i64).to_string()
    } else {
        go::value_float(bound.limit)
    }
}

/// The JSON type of a value in the server's terms.
fn kind_name(tape: Tape<'_>, at: u32) -> &'static str {
    match tape.entry(at).kind_in_json() {
        Kind::Null => "null",
        Kind::False | Kind::True => "boolean",
        Kind::Int => "integer",
        Kind::Float => "number",
        Kind::String => "string",
        Kind::Array => "array",
        Kind::Object => "object",
    }
}

/// The format that the server infers from the Go type of a value.
fn format_name(kind: Kind) -> &'static str {
    match kind {
        Kind::Int => "int64",
        Kind::Float => "float64",
        _ => "",
    }
}
