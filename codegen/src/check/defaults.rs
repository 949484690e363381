//! Default values: they must have no unknown fields and be valid for their schema. Checked only if the schema
//! is otherwise structural.
//
// apiextensions-apiserver: pkg/apiserver/schema/defaulting/validation.go

use super::path::Path;
use super::prune::{Pruning, is_meta};
use super::report::Report;
use super::value::{Steps, Wrong, bad_value, validate};
use crate::diag::{Code, FieldError};
use crate::schema::suggest::{meant_or, nearest};
use crate::schema::{At, Schema};
use crate::source::{Member, Node, Value};

/// What the server says of a default that pruning changes. It goes on with such a default.
pub(super) const UNKNOWN_FIELDS: &str = "must not have unknown fields";

/// Limit of validation steps for all defaults of a schema: a thousand times what the largest known schema
/// needs.
pub(super) const STEPS: usize = 1 << 22;

pub(super) fn defaults(root: &Schema, path: &Path<'_>, pruned: bool, report: &mut Report) {
    let mut left = Left { steps: STEPS, pruned };
    at(root, true, Meta::Outside, path, &mut left, report);
}

/// State shared by all defaults of a schema.
struct Left {
    /// Remaining validation steps.
    steps: usize,
    /// Whether unknown fields are rejected.
    pruned: bool,
}

/// Whether a schema is for a field that the server itself defines for every resource.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Meta<'a> {
    /// No.
    Outside,
    /// This field.
    Field(&'a str),
    /// Below `metadata`.
    Below,
}

/// `resource` is true for the root and for embedded resources.
fn at(
    schema: &Schema,
    resource: bool,
    meta: Meta<'_>,
    path: &Path<'_>,
    left: &mut Left,
    report: &mut Report,
) {
    let meta = if resource { Meta::Outside } else { meta };
    if let Some(default) = schema.default.as_ref().filter(|_| !schema.misread) {
        own(schema, default, resource, meta, &path.child("default"), left, report);
    }
    // Not below additionalProperties: the server does not check there either.
    let below = if meta == Meta::Outside { Meta::Outside } else { Meta::Below };
    if let Some((items, _)) = schema.one_item() {
        at(items, items.is_embedded_resource(), below, &path.child("items"), left, report);
    }
    let properties = path.child("properties");
    for property in schema.property_list() {
        let inner = &property.schema;
        let known = resource && is_meta(&property.name);
        let meta = if known { Meta::Field(&property.name) } else { below };
        at(inner, inner.is_embedded_resource(), meta, &properties.key(&property.name), left, report);
    }
}

fn own(
    schema: &Schema,
    default: &At<Node>,
    resource: bool,
    meta: Meta<'_>,
    path: &Path<'_>,
    left: &mut Left,
    report: &mut Report,
) {
    if let Meta::Field(name) = meta
        && unfit(name, default, path, report)
    {
        return;
    }
    if meta == Meta::Outside {
        if left.pruned {
            let mut pruning = Pruning { found: None, steps: left.steps };
            pruning.prune(&default.value, Some(schema), resource);
            left.steps = pruning.steps;
            if let Some(field) = pruning.found {
                unknown_field(schema, default, field, path, report);
            }
        }
        if resource {
            let before = report.len();
            embedded(default, path, report);
            if report.len() > before {
                // The server stops if the value is not a valid resource.
                report.without_server_message(|report| rules(schema, default, path, left, report));
                return;
            }
        }
    }
    rules(schema, default, path, left, report);
}

/// Validates the default against its schema.
fn rules(schema: &Schema, default: &At<Node>, path: &Path<'_>, left: &mut Left, report: &mut Report) {
    let mut steps = Steps::new(left.steps);
    let found = validate(&default.value, schema, &mut steps);
    if steps.left == 0 && left.steps > 0 {
        report
            .add(
                Code::DefaultUnchecked,
                default.key,
                "the defaults are too large to be checked at compile time",
            )
            .label("not checked from here on")
            .help("the server still checks them");
    }
    left.steps = steps.left;
    for wrong in found.list {
        report
            .add(Code::DefaultInvalid, wrong.span, format!("the default is not valid: {}", wrong.message))
            .help("change the default, or the schema")
            .server(words(path, &wrong));
    }
}

fn unknown_field(schema: &Schema, default: &At<Node>, field: &Member, path: &Path<'_>, report: &mut Report) {
    // Only suggests names of the outermost object, although the field may be deeper.
    let known = schema.property_list().iter().take(200).map(|property| property.name.as_str());
    let help = meant_or(nearest(&field.key, known), || "remove it, or add it to `properties`".to_owned());
    report
        .add(
            Code::DefaultUnknownFields,
            field.key_span,
            format!("the default has a field `{}` that is not in the schema", field.key),
        )
        .note(default.key, "in this default")
        .help(help)
        .server(path.invalid(bad_value(&default.value), UNKNOWN_FIELDS));
}

/// Reports a default that would make the resource undecodable; returns whether it does.
fn unfit(name: &str, default: &At<Node>, path: &Path<'_>, report: &mut Report) -> bool {
    let wanted = if name == "metadata" { "an object" } else { "a string" };
    let found = match &default.value.value {
        Value::Object(_) if name == "metadata" => return false,
        Value::String(_) if name != "metadata" => return false,
        Value::Null => "null",
        Value::Bool(_) => "bool",
        Value::Int(_) | Value::Float(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    };
    let why = match name {
        "metadata" => format!("json: cannot unmarshal {found} into Go value of type v1.ObjectMeta"),
        _ => "must be a string".to_owned(),
    };
    let bad = bad_value(&default.value);
    let detail = format!("must result in valid metadata: {name}: Invalid value: {bad}: {why}");
    report
        .add(Code::DefaultInvalid, default.span, format!("`{name}` of a resource must be {wanted}"))
        .help("remove the default")
        .server(path.invalid(bad, &detail));
    true
}

fn words(path: &Path<'_>, wrong: &Wrong) -> FieldError {
    let name = wrong.path.strip_prefix('.').unwrap_or(&wrong.path);
    if name.is_empty() {
        path.error(wrong.kind, wrong.bad.clone(), &wrong.detail)
    } else {
        path.child(name).error(wrong.kind, wrong.bad.clone(), &wrong.detail)
    }
}

/// Returns whether `apiVersion` or `kind` is not a string. The server reports only the first.
fn not_strings(default: &At<Node>, members: &[Member], path: &Path<'_>, report: &mut Report) -> bool {
    let wrong = members.iter().filter(|member| {
        ["apiVersion", "kind"].contains(&member.key.as_str()) && member.value.as_str().is_none()
    });
    let start = report.len();
    for member in wrong {
        let first = report.len() == start;
        let finding = report
            .add(
                Code::DefaultInvalid,
                default.span,
                format!("`{}` of a resource must be a string", member.key),
            )
            .help(format!("write a string for `{}` in the default", member.key));
        if first {
            finding.server(path.child(&member.key).invalid(bad_value(&member.value), "must be a string"));
        }
    }
    report.len() > start
}

/// A default for a whole resource must have a valid `apiVersion` and `kind`.
fn embedded(default: &At<Node>, path: &Path<'_>, report: &mut Report) {
    let Value::Object(members) = &default.value.value else {
        return;
    };
    if not_strings(default, members, path, report) {
        return;
    }
    for name in ["apiVersion", "kind"] {
        let text = members.iter().find(|member| member.key == name).map(|member| &member.value.value);
        let path = path.child(name);
        let error = match text {
            None => path.required(""),
            Some(Value::String(text)) if text.is_empty() => path.invalid("", "must not be empty"),
            Some(Value::String(text)) if name == "kind" => {
                let errors = super::dns::label(&text.to_lowercase());
                if errors.is_empty() {
                    continue;
                }
                let detail = format!("may have mixed case, but should otherwise match: {}", errors.join(","));
                path.invalid(text, &detail)
            }
            Some(Value::String(text)) if text.matches('/').count() > 1 => {
                path.invalid(text, &format!("unexpected GroupVersion string: {text}"))
            }
            Some(_) => continue,
        };
        report
            .add(
                Code::DefaultInvalid,
                default.span,
                format!("the default of an embedded resource needs a valid `{name}`"),
            )
            .help(format!("write `{name}` in the default"))
            .server(error);
    }
}
