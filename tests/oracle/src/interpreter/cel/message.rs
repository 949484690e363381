//! The errors of rules.
//
// apiextensions-apiserver: pkg/apiserver/schema/cel/validation.go; apimachinery:
// pkg/util/validation/field/errors.go

use super::rule::Rule;
use super::run::child;
use super::value::{Evaluated, Value};
use crate::interpreter::FieldError;
use crate::json::{Json, go_float, go_json, go_quote};

/// The message that a message expression returns; `None` if the server uses another message.
pub(super) fn said(value: Evaluated<Value<'_>>) -> Option<String> {
    let Ok(Value::String(text)) = value else { return None };
    let text = text.trim();
    let usable = !text.is_empty() && text.len() <= 5 * 1024 && !text.contains('\n');
    usable.then(|| text.to_owned())
}

/// The error of a rule that is false.
pub(super) fn failed(path: &str, value: &Json, kind: &str, rule: &Rule, said: Option<String>) -> FieldError {
    let written = match rule.message.as_str() {
        "" => format!("failed rule: {}", rule.rule.trim()),
        message => message.trim().to_owned(),
    };
    let detail = said.unwrap_or(written);
    let path = match field_path(&rule.field_path) {
        more if more.is_empty() => path.to_owned(),
        more => child(path, &more),
    };
    let shown = Some(value.clone()).filter(|_| !matches!(kind, "object" | "array"));
    let (error_type, bad_value, detail) = match rule.reason.as_str() {
        "FieldValueForbidden" => ("FieldValueForbidden", Some("".into()), detail),
        "FieldValueRequired" => ("FieldValueRequired", Some("".into()), detail),
        "FieldValueDuplicate" => ("FieldValueDuplicate", shown, String::new()),
        _ => ("FieldValueInvalid", shown, detail),
    };
    error(error_type, &path, bad_value, detail)
}

/// The error of a rule that cannot be evaluated. It contains the type of the schema.
pub(super) fn unevaluated(path: &str, kind: &str, rule: &Rule, reason: &str) -> FieldError {
    let named = if rule.message.is_empty() { &rule.rule } else { &rule.message };
    let named = named.trim();
    let detail = if reason.starts_with("no such overload") {
        let why = "call arguments did not match a supported operator, function or macro signature for rule";
        format!("'{reason}': {why}: {named}")
    } else {
        format!("{reason} evaluating rule: {named}")
    };
    error("FieldValueInvalid", path, Some(kind.into()), detail)
}

fn error(error_type: &'static str, path: &str, bad_value: Option<Json>, detail: String) -> FieldError {
    let field = if path.is_empty() { "<nil>".to_owned() } else { path.to_owned() };
    FieldError { error_type, field, bad_value, detail, source: "cel" }
}

/// The names of a path such as `.a['b.c']`, joined.
fn field_path(path: &str) -> String {
    let names = path.replace("['", ".").replace("']", "");
    names.strip_prefix('.').unwrap_or(&names).to_owned()
}

/// An error as the text of a warning.
pub(super) fn as_warning(error: &FieldError) -> String {
    let kind = match error.error_type {
        "FieldValueForbidden" => "Forbidden",
        "FieldValueRequired" => "Required value",
        "FieldValueDuplicate" => "Duplicate value",
        _ => "Invalid value",
    };
    let shows = !matches!(error.error_type, "FieldValueForbidden" | "FieldValueRequired");
    let value = error.bad_value.as_ref().filter(|_| shows).map(|value| match value {
        Json::String(text) => go_quote(text),
        Json::Float(float) => go_float(*float),
        other => go_json(other),
    });
    let mut text = format!("{}: {kind}", error.field);
    for part in value.into_iter().chain(Some(error.detail.clone()).filter(|detail| !detail.is_empty())) {
        text.push_str(": ");
        text.push_str(&part);
    }
    text
}
