//! Checks default values: they must have no unknown fields and be valid for their schema. They are checked
//! only if the schema is otherwise structural. The resources in them must be valid (`resources`, `metadata`),
//! and so must be the resource that a default is a part of, if it is a part of `apiVersion`, `kind` or
//! `metadata`.
//
// apiextensions-apiserver: pkg/apiserver/schema/defaulting/validation.go

mod metadata;
mod resources;

use super::path::Path;
use super::prune::{Pruning, is_meta};
use super::report::Report;
use crdc_schema::value::{STEPS, Steps, Wrong, bad_value, validate};
use crdc_schema::{At, Schema};
use crdc_source::diag::{BadValue, Code, FieldError};
use crdc_source::diag::{meant_or, nearest};
use crdc_source::{Member, Node, Span, Value};
use resources::{Fault, faults};

pub(super) fn defaults(root: &Schema, path: &Path<'_>, pruned: bool, report: &mut Report) {
    let mut left = Left { steps: STEPS, pruned };
    let place = SchemaPlace { resource: root, steps: None, inside_meta: false };
    at(root, true, place, path, &mut left, report);
}

/// State shared by all defaults of a schema.
struct Left {
    /// Remaining validation steps.
    steps: usize,
    /// Whether unknown fields are rejected.
    pruned: bool,
}

/// The place of a schema within a resource.
#[derive(Clone, Copy)]
struct SchemaPlace<'a> {
    /// The schema of the resource: the root, or an embedded one.
    resource: &'a Schema,
    /// The steps from the resource to here, innermost first.
    steps: Option<&'a ValueStep<'a>>,
    /// Whether this is `apiVersion`, `kind` or `metadata` of the resource, or below them.
    inside_meta: bool,
}

/// A step from a value to one of its parts.
struct ValueStep<'a> {
    /// The name of the property. `None` for an item.
    name: Option<&'a str>,
    before: Option<&'a ValueStep<'a>>,
}

/// `is_resource` is true for the root and for embedded resources.
fn at(
    schema: &Schema,
    is_resource: bool,
    place: SchemaPlace<'_>,
    path: &Path<'_>,
    left: &mut Left,
    report: &mut Report,
) {
    let place =
        if is_resource { SchemaPlace { resource: schema, steps: None, inside_meta: false } } else { place };
    if let Some(default) = schema.default.as_ref().filter(|_| !schema.misread) {
        own(schema, default, is_resource, place, &path.child("default"), left, report);
    }
    // Not below additionalProperties: the server does not check there either.
    if let Some((items, _)) = schema.one_item() {
        let step = ValueStep { name: None, before: place.steps };
        let place = SchemaPlace { steps: Some(&step), ..place };
        at(items, items.is_embedded_resource(), place, &path.child("items"), left, report);
    }
    let properties = path.child("properties");
    for property in schema.property_list() {
        let inner = &property.schema;
        let step = ValueStep { name: Some(&property.name), before: place.steps };
        let inside_meta = place.inside_meta || (is_resource && is_meta(&property.name));
        let place = SchemaPlace { steps: Some(&step), inside_meta, ..place };
        at(inner, inner.is_embedded_resource(), place, &properties.key(&property.name), left, report);
    }
}

fn own(
    schema: &Schema,
    default: &At<Node>,
    is_resource: bool,
    place: SchemaPlace<'_>,
    path: &Path<'_>,
    left: &mut Left,
    report: &mut Report,
) {
    if place.inside_meta {
        if !results_in_invalid(default, place, path, report) {
            rules(schema, default, path, left, report);
        }
        return;
    }
    if left.pruned {
        let mut pruning = Pruning { found: None, steps: left.steps };
        pruning.prune(&default.value, Some(schema), is_resource);
        left.steps = pruning.steps;
        if let Some(field) = pruning.found {
            unknown_field(schema, default, field, path, report);
        }
    }
    let faults = faults(&default.value, schema, is_resource, Some(path));
    for Fault { span, field, error } in &faults {
        let span = if is_within(*span, default.value.span) { *span } else { default.span };
        let finding = report
            .add(Code::DefaultInvalid, span, format!("a resource in the default needs a valid `{field}`"))
            .help(format!("write a valid `{field}` in the default"));
        if let Some(error) = error {
            finding.server(error.clone());
        }
    }
    if faults.is_empty() {
        rules(schema, default, path, left, report);
    } else {
        // The server stops if a part is not a valid resource.
        report.without_server_message(|report| rules(schema, default, path, left, report));
    }
}

/// Nodes below an alias have spans elsewhere.
fn is_within(inner: Span, outer: Span) -> bool {
    outer.start <= inner.start && inner.end <= outer.end
}

/// Reports a default of `apiVersion`, `kind` or `metadata`, or of a part of them, that makes the resource
/// invalid; returns whether it does.
fn results_in_invalid(
    default: &At<Node>,
    place: SchemaPlace<'_>,
    path: &Path<'_>,
    report: &mut Report,
) -> bool {
    let resource = around(&default.value, place.steps);
    let faults = faults(&resource, place.resource, true, None);
    let errors: Vec<String> =
        faults.iter().filter_map(|fault| fault.error.as_ref()).map(ToString::to_string).collect();
    let Some(field) = faults.first().map(|fault| fault.field) else {
        return false;
    };
    let why = if errors.len() == 1 { errors.concat() } else { format!("[{}]", errors.join(", ")) };
    report
        .add(
            Code::DefaultInvalid,
            default.span,
            format!("with this default, `{field}` of a resource is not valid"),
        )
        .help("remove the default")
        .server(path.invalid(bad_value(&default.value), &format!("must result in valid metadata: {why}")));
    true
}

/// Builds the smallest resource that contains a value at some steps.
// pkg/apiserver/schema/defaulting/surroundingobject.go
fn around(value: &Node, mut steps: Option<&ValueStep<'_>>) -> Node {
    let span = value.span;
    let member = |key: &str, value: Node| Member { key: key.to_owned(), key_span: span, value };
    let mut node = value.clone();
    while let Some(step) = steps {
        let value = match step.name {
            Some(name) => Value::Object(vec![member(name, node)]),
            None => Value::Array(vec![node]),
        };
        node = Node { span, value };
        steps = step.before;
    }
    if let Value::Object(members) = &mut node.value {
        for (name, text) in [("kind", "Validation"), ("apiVersion", "validation/v1")] {
            if members.iter().all(|member| member.key != name) {
                members.push(member(name, Node { span, value: Value::String(text.to_owned()) }));
            }
        }
    }
    node
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
            .help(help(wrong.missing.as_ref()))
            .server(words(path, &wrong));
    }
}

/// The reason why the defaults of the fields of a default do not make it valid.
pub(super) const NOT_APPLIED: &str = "the defaults of its fields are not applied before it is checked";

/// The length, in bytes, above which defaults of fields are not shown.
const LONGEST_SHOWN: usize = 60;

fn help(missing: Option<&(String, BadValue)>) -> String {
    let Some((name, own)) = missing else {
        return "change the default, or the schema".to_owned();
    };
    match own.as_json().filter(|own| own.len() <= LONGEST_SHOWN) {
        Some(own) => format!("write `{name}: {own}` in the default: {NOT_APPLIED}"),
        None => format!("write `{name}` in the default: {NOT_APPLIED}"),
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
        // The server continues with such a default.
        .server(path.invalid(bad_value(&default.value), "must not have unknown fields"));
}

fn words(path: &Path<'_>, wrong: &Wrong) -> FieldError {
    let name = wrong.path.strip_prefix('.').unwrap_or(&wrong.path);
    let error = if name.is_empty() {
        path.error(wrong.kind, wrong.bad.clone(), &wrong.detail)
    } else {
        path.child(name).error(wrong.kind, wrong.bad.clone(), &wrong.detail)
    };
    FieldError { wording: wrong.wording.clone(), ..error }
}
