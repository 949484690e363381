//! The messages of servers of other versions. In: an error as 1.36 has it. Out: the one that the version has
//! for the same problem.
//!
//! Easy to break: a text that a version has for two problems is changed only where the field says which one
//! it is.
//
// apimachinery: pkg/util/validation/field/errors.go; apiextensions-apiserver:
// pkg/apis/apiextensions/validation/validation.go; each at the tags v0.29 to v0.37

use super::Minor;
use super::go_values::go_value;
use crate::diag::{BadValue, ErrorKind, FieldError, ServerMessage};
use crate::source::{Node, Source, Value, parse_json};
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
/// use crdc_codegen::diag::{BadValue, ErrorKind, FieldError};
/// use crdc_codegen::server::Minor;
/// use crdc_codegen::server::messages::{About, error_as_of};
/// let mut error = FieldError {
///     kind: ErrorKind::TooLong,
///     field: "spec.name".to_owned(),
///     bad: BadValue::Omitted,
///     detail: "may not be more than 5 bytes".to_owned(),
/// };
/// error_as_of(Minor(31), About::Resource, &mut error);
/// assert_eq!(error.to_string(), "spec.name: Too long: may not be longer than 5");
/// ```
pub fn error_as_of(server: Minor, about: About, error: &mut FieldError) {
    if server < Minor::JSON_VALUES {
        detail_before_34(about, error);
        value_before_34(about, error);
        if matches!(error.kind, ErrorKind::TooLong | ErrorKind::TooMany) {
            for (one, ones) in [(" 1 byte", " 1 bytes"), (" 1 item", " 1 items")] {
                if error.detail.ends_with(one) {
                    error.detail = error.detail.replace(one, ones);
                }
            }
        }
    }
    if server < Minor::STORED_VERSIONS && error.detail.starts_with("missing from spec.versions; ") {
        "must appear in spec.versions".clone_into(&mut error.detail);
    }
    if server < Minor::BYTES && error.kind == ErrorKind::TooLong {
        bytes_before_32(error);
    }
    if server >= Minor::MANAGED_OPERATIONS {
        managed_operation(error);
    }
}

/// Names of fields were repeated in the details of their errors.
fn detail_before_34(about: About, error: &mut FieldError) {
    let field = error.field.as_str();
    let last = field.rsplit('.').next().unwrap_or_default();
    let detail = match (error.kind, error.detail.as_str()) {
        (ErrorKind::Required, "") => match (about, last) {
            (About::Definition, "openAPIV3Schema") if field.starts_with("spec.versions[") => {
                "schemas are required".to_owned()
            }
            (About::Definition, "name") if field.ends_with("lientConfig.service.name") => {
                "service name is required".to_owned()
            }
            (About::Definition, "namespace") if field.ends_with("lientConfig.service.namespace") => {
                "service namespace is required".to_owned()
            }
            _ => return,
        },
        (ErrorKind::Invalid, "may only be set when `version.schema.openAPIV3Schema` is not included") => {
            "selectableFields may only be set when version.schema.openAPIV3Schema is not included".to_owned()
        }
        (ErrorKind::Invalid, detail @ "may only be set when validations.schema is included") => {
            format!("selectableFields {detail}")
        }
        (
            ErrorKind::Invalid,
            detail @ ("must be non-empty if specified"
            | "must not contain line breaks"
            | "must be a valid path"),
        ) if field.contains("x-kubernetes-validations[") => format!("{last} {detail}"),
        (ErrorKind::Invalid, detail @ "must not be empty")
            if field.contains("ownerReferences.") && matches!(last, "kind" | "name" | "uid") =>
        {
            format!("{last} {detail}")
        }
        _ => return,
    };
    error.detail = detail;
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

/// The limits of schemas and those of metadata had different texts.
fn bytes_before_32(error: &mut FieldError) {
    let limit = error.detail.strip_prefix("may not be more than ").and_then(|rest| rest.split(' ').next());
    let Some(limit) = limit.map(str::to_owned) else { return };
    let metadata = error.field.ends_with("annotations") || error.field.contains("managedFields[");
    error.detail = match metadata {
        true => format!("must have at most {limit} bytes"),
        false => format!("may not be longer than {limit}"),
    };
}

/// Operations of managed fields are one of two.
fn managed_operation(error: &mut FieldError) {
    if error.detail != "must be `Apply` or `Update`" || !error.field.contains("managedFields[") {
        return;
    }
    let empty = error.bad == BadValue::Text(String::new()) || error.bad == BadValue::Json("\"\"".to_owned());
    let (kind, detail) = match empty {
        true => (ErrorKind::Required, "must not be empty"),
        false => (ErrorKind::NotSupported, "supported values: \"Apply\", \"Update\""),
    };
    error.kind = kind;
    detail.clone_into(&mut error.detail);
}

/// A warning of 1.36 about an object, as another version has it.
#[must_use]
pub fn warning_as_of(server: Minor, warning: &str) -> String {
    if server < Minor::BYTES && warning.starts_with("metadata.finalizers: ") {
        return warning.replacen(
            "prefer a domain-qualified finalizer name including a path (/) to avoid",
            "prefer a domain-qualified finalizer name to avoid",
            1,
        );
    }
    warning.to_owned()
}
