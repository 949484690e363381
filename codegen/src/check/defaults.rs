//! Default values: without unknown fields, and valid where they stand. Looked at only in
//! schemas that are otherwise structural.
//
// apiextensions-apiserver: pkg/apiserver/schema/defaulting/validation.go

use super::path::Path;
use super::report::Report;
use super::value::{Wrong, go_json, validate};
use crate::diag::Code;
use crate::schema::{At, Schema, SchemaOrBool};
use crate::source::{Member, Node, Value};

/// Fields that the server itself defines of every resource.
const META: [&str; 3] = ["metadata", "apiVersion", "kind"];

pub(super) fn defaults(root: &Schema, path: &Path<'_>, report: &mut Report) {
    at(root, true, Meta::Outside, path, report);
}

/// Whether a schema is for something that the server itself defines of every resource.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Meta<'a> {
    /// No.
    Outside,
    /// This very field.
    Field(&'a str),
    /// Below `metadata`.
    Below,
}

/// `resource` holds for the root and for embedded resources.
fn at(schema: &Schema, resource: bool, meta: Meta<'_>, path: &Path<'_>, report: &mut Report) {
    let meta = if resource { Meta::Outside } else { meta };
    if let Some(default) = &schema.default {
        own(schema, default, resource, meta, &path.child("default"), report);
    }
    // Not below additionalProperties: the server does not look there either.
    let below = if meta == Meta::Outside { Meta::Outside } else { Meta::Below };
    if let Some((items, _)) = schema.one_item() {
        at(items, items.is_embedded_resource(), below, &path.child("items"), report);
    }
    let properties = path.child("properties");
    for property in schema.property_list() {
        let inner = &property.schema;
        let known = resource && META.contains(&property.name.as_str());
        let meta = if known { Meta::Field(&property.name) } else { below };
        at(inner, inner.is_embedded_resource(), meta, &properties.key(&property.name), report);
    }
}

fn own(
    schema: &Schema,
    default: &At<Node>,
    resource: bool,
    meta: Meta<'_>,
    path: &Path<'_>,
    report: &mut Report,
) {
    if let Meta::Field(name) = meta
        && unfit(name, default, path, report)
    {
        return;
    }
    if meta == Meta::Outside {
        let mut unknown = None;
        prune(&default.value, Some(schema), resource, &mut unknown);
        if let Some(field) = unknown {
            report
                .add(
                    Code::DefaultUnknownFields,
                    field.key_span,
                    format!("the default has a field `{}` that the schema does not", field.key),
                )
                .note(default.key, "in this default")
                .help("remove it, or add it to `properties`")
                .server(path.invalid(&go_json(&default.value), "must not have unknown fields"));
        }
        if resource {
            embedded(default, path, report);
        }
    }
    let mut wrong = Vec::new();
    validate(&default.value, schema, "", &mut wrong);
    for wrong in wrong {
        report
            .add(Code::DefaultInvalid, wrong.span, format!("the default is not valid: {}", wrong.message))
            .help("change the default, or the schema")
            .server(words(path, &wrong));
    }
}

/// A default that would make the resource itself unreadable.
fn unfit(name: &str, default: &At<Node>, path: &Path<'_>, report: &mut Report) -> bool {
    let (wanted, fits) = match name {
        "metadata" => ("an object", matches!(default.value.value, Value::Object(_))),
        _ => ("a string", matches!(default.value.value, Value::String(_))),
    };
    if !fits {
        let bad = go_json(&default.value);
        let detail = format!("must result in valid metadata: {name}: Invalid value: {bad}: must be {wanted}");
        report
            .add(Code::DefaultInvalid, default.span, format!("`{name}` of a resource must be {wanted}"))
            .help("remove the default")
            .server(path.invalid(&bad, &detail));
    }
    !fits
}

fn words(path: &Path<'_>, wrong: &Wrong) -> String {
    let name = wrong.path.strip_prefix('.').unwrap_or(&wrong.path);
    if name.is_empty() {
        path.words(&wrong.what, &wrong.detail)
    } else {
        path.child(name).words(&wrong.what, &wrong.detail)
    }
}

/// A whole resource as a default must say what it is.
fn embedded(default: &At<Node>, path: &Path<'_>, report: &mut Report) {
    let Value::Object(members) = &default.value.value else {
        return;
    };
    for name in ["apiVersion", "kind"] {
        let text = members.iter().find(|member| member.key == name).map(|member| &member.value.value);
        let empty = match text {
            None => true,
            Some(Value::String(text)) => text.is_empty(),
            Some(_) => false,
        };
        if empty {
            report
                .add(Code::DefaultInvalid, default.span, format!("a resource as a default needs `{name}`"))
                .help(format!("write `{name}` in the default"))
                .server(path.child(name).required(""));
        }
    }
}

/// Finds the first member that pruning would remove.
//
// apiextensions-apiserver: pkg/apiserver/schema/pruning/algorithm.go
fn prune<'n>(node: &'n Node, schema: Option<&Schema>, resource: bool, found: &mut Option<&'n Member>) {
    let keep = schema.is_some_and(Schema::preserves_unknown_fields);
    match &node.value {
        Value::Object(members) => {
            for member in members {
                if found.is_some() {
                    return;
                }
                let Some(schema) = schema else {
                    *found = Some(member);
                    return;
                };
                if resource && META.contains(&member.key.as_str()) {
                    continue;
                }
                if let Some(property) = schema.property(&member.key) {
                    prune(
                        &member.value,
                        Some(&property.schema),
                        property.schema.is_embedded_resource(),
                        found,
                    );
                } else if let Some(additional) = &schema.additional_properties {
                    let inner = SchemaOrBool::schema(&additional.value);
                    // A map of anything is pruned to nothing within its values.
                    prune(&member.value, inner, inner.is_some_and(Schema::is_embedded_resource), found);
                } else if !keep {
                    *found = Some(member);
                }
            }
        }
        Value::Array(items) => {
            let inner = schema.and_then(|schema| schema.one_item()).map(|(items, _)| items);
            for item in items {
                // Below a list that is kept, items without a schema of their own are kept.
                if found.is_none() && (inner.is_some() || !keep) {
                    prune(item, inner, inner.is_some_and(Schema::is_embedded_resource), found);
                }
            }
        }
        _ => {}
    }
}
