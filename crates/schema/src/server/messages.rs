//! Converts messages to those of other server versions. In: an error of 1.36. Out: the error of another
//! version for the same problem.
//!
//! `Wording` contains the texts of all versions; this file converts the values in messages of older versions.
//
// apimachinery: pkg/util/validation/field/errors.go; apiextensions-apiserver:
// pkg/apis/apiextensions/validation/validation.go; each at the tags v0.29 to v0.37

use super::go_values::go_value;
use crdc_source::diag::{BadValue, FieldError, ServerMessage};
use crdc_source::{Node, Source, Value, parse_json};
use crdc_vocabulary::Minor;
use crdc_vocabulary::go;

/// The subject of errors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum About {
    /// A CustomResourceDefinition.
    Definition,
    /// A custom resource.
    Resource,
}

/// Changes a message of 1.36 about a CustomResourceDefinition to that of another version.
pub fn as_of(server: Minor, said: &mut ServerMessage) {
    if let ServerMessage::Error(error) = said {
        error_as_of(server, About::Definition, error);
    }
}

/// Changes an error of 1.36 to that of another version.
///
/// ```
/// use crdc_source::diag::{BadValue, ErrorType, FieldError};
/// use crdc_vocabulary::Minor;
/// use crdc_schema::server::messages::{About, error_as_of};
/// use crdc_vocabulary::Wording;
///
/// let mut error = FieldError {
///     kind: ErrorType::TooLong,
///     field: "spec.name".to_owned(),
///     bad: BadValue::Omitted,
///     detail: Wording::MaxBytes(5).to_string(),
///     wording: Some(Wording::MaxBytes(5)),
/// };
/// error_as_of(Minor(31), About::Resource, &mut error);
/// assert_eq!(error.to_string(), "spec.name: Too long: may not be longer than 5");
/// ```
pub fn error_as_of(server: Minor, about: About, error: &mut FieldError) {
    if server < Minor::JSON_VALUES {
        value_before_34(about, error);
    }
    if let Some(wording) = &error.wording {
        error.detail = wording.of(server);
        error.kind = wording.error_type(server).unwrap_or(error.kind);
    }
}

/// Lists and objects were shown in Go's syntax.
fn value_before_34(about: About, error: &mut FieldError) {
    let BadValue::Json(text) = &error.bad else { return };
    if !text.starts_with(['{', '[']) && text != "null" {
        return;
    }
    let Some(node) = parse_json(&Source::new("value", text.as_str())).0.pop() else { return };
    // A value of a custom resource or a default is one of any type; other values of a
    // CustomResourceDefinition are Go structs.
    let any = about == About::Resource || error.field.contains(".default") || error.field.contains(".enum");
    let shown = match any && !error.field.contains("ownerReferences") {
        true => go_value(&node),
        false if error.field.contains("x-kubernetes-validations[") => rule(&node),
        false if node.value == Value::Null => Some("\"null\"".to_owned()),
        false => None,
    };
    error.bad = shown.map_or(BadValue::Long, BadValue::shown);
}

/// The struct of a rule, unless it has pointers, of which Go shows the addresses.
fn rule(node: &Node) -> Option<String> {
    let text = |name: &str| match node.get(name).map(|found| &found.value) {
        None | Some(Value::Null) => Some(String::new()),
        Some(Value::String(text)) => Some(text.clone()),
        Some(_) => None,
    };
    let absent = |name: &str| node.get(name).is_none_or(|found| found.value == Value::Null);
    if !absent("Reason") || !absent("OptionalOldSelf") {
        return None;
    }
    let names = ["Rule", "Message", "MessageExpression", "FieldPath"];
    let [rule, message, expression, path] = names.map(|name| text(name).map(|text| go::quote(&text)));
    Some(format!(
        "apiextensions.ValidationRule{{Rule:{}, Message:{}, MessageExpression:{}, \
         Reason:(*apiextensions.FieldValueErrorReason)(nil), FieldPath:{}, OptionalOldSelf:(*bool)(nil)}}",
        rule?, message?, expression?, path?
    ))
}
