//! Checks that schemas are structural: every value has a known type, and junctors only restrict values. A
//! schema is checked as a whole, from the root, in the server's three steps.
//
// apiextensions-apiserver: pkg/apiserver/schema/validation.go, convert.go

use super::level::Level;
use super::path::Path;
use super::report::Report;
use super::{nested, object_meta};
use crdc_schema::{At, Items, Schema, SchemaOrBool};
use crdc_source::Span;
use crdc_source::diag::Code;

/// Returns the first keyword that the server cannot convert to a structural schema, with the server's
/// message. In that case the server applies none of the rules below.
pub(super) fn unusable(schema: &Schema) -> Option<(&'static str, Span)> {
    let mut waiting = vec![schema];
    while let Some(schema) = waiting.pop() {
        if let Some(found) = unusable_here(schema) {
            return Some(found);
        }
        waiting.extend(schema.children());
    }
    None
}

fn unusable_here(schema: &Schema) -> Option<(&'static str, Span)> {
    fn filled<T, L: std::ops::Deref<Target = [T]>>(at: &Option<At<L>>) -> Option<Span> {
        at.as_ref().filter(|at| !at.value.is_empty()).map(|at| at.key)
    }
    let text = |at: &Option<At<String>>| at.as_ref().filter(|at| !at.value.is_empty()).map(|at| at.key);
    let items = schema.items.as_ref().filter(|at| matches!(&at.value, Items::Each(list) if !list.is_empty()));
    let preserve = schema.x_preserve_unknown_fields.as_ref().filter(|at| !at.value);
    let found = [
        ("OpenAPIV3Schema 'id' is not supported", text(&schema.id)),
        ("OpenAPIV3Schema 'schema' is not supported", text(&schema.schema)),
        ("OpenAPIV3Schema '$ref' is not supported", text(&schema.reference)),
        ("OpenAPIV3Schema 'patternProperties' is not supported", filled(&schema.pattern_properties)),
        ("OpenAPIV3Schema 'dependencies' is not supported", filled(&schema.dependencies)),
        (
            "OpenAPIV3Schema 'additionalItems' is not supported",
            schema.additional_items.as_ref().map(|at| at.key),
        ),
        ("OpenAPIV3Schema 'definitions' is not supported", filled(&schema.definitions)),
        ("OpenAPIV3Schema 'items' must be a schema, but is an array", items.map(|at| at.key)),
        (
            "internal error: 'x-kubernetes-preserve-unknown-fields' must be true or undefined",
            preserve.map(|at| at.key),
        ),
    ];
    found.into_iter().find_map(|(words, key)| key.map(|key| (words, key)))
}

/// Returns whether the schema is structural, apart from its defaults.
#[must_use]
pub fn is_structural(root: &Schema) -> bool {
    let mut report = Report::default();
    if unusable(root).is_none() {
        shape(root, &Path::new(""), Span::default(), &mut report);
        return report.len() == 0;
    }
    false
}

/// Checks that the schema is structural and complete; `key` is the key of the schema.
pub(super) fn shape(root: &Schema, path: &Path<'_>, key: Span, report: &mut Report) {
    structural(root, Level::Root, path, key, report);
    if !root.misread {
        nested::complete(root, path, report);
    }
}

/// Checks the invariants of a structural schema; `key` is the key of the schema.
fn structural(schema: &Schema, level: Level, path: &Path<'_>, key: Span, report: &mut Report) {
    // Array-form items are already reported; do not report follow-up errors.
    let by_position =
        matches!(schema.items.as_ref().map(|at| &at.value), Some(Items::Each(list)) if !list.is_empty());
    let known = !schema.misread_here;
    if known && schema.type_name() == "array" && schema.one_item().is_none() && !by_position {
        let span = schema.r#type.as_ref().map_or(key, |found| found.span);
        report
            .add(Code::ItemsMissing, span, "an array needs a schema for its items")
            .help("write `items: {type: …}`")
            .server(path.child("items").required("must be specified"));
    }
    if let Some((items, key)) = schema.one_item() {
        structural(items, Level::Item, &path.child("items"), key, report);
    }
    let properties = path.child("properties");
    for property in schema.property_list() {
        structural(&property.schema, Level::Field, &properties.key(&property.name), property.key, report);
    }
    if let Some(additional) = &schema.additional_properties {
        if level == Level::Root {
            report
                .add(Code::RootKeyword, additional.key, "the root of a schema cannot be a map")
                .help("remove `additionalProperties` here; `x-kubernetes-preserve-unknown-fields: true` keeps unknown fields")
                .server(path.child("additionalProperties").forbidden("must not be used at the root"));
        }
        if let SchemaOrBool::Schema(inner) = &*additional.value {
            structural(inner, Level::Field, &path.child("additionalProperties"), additional.key, report);
        }
    }
    // Do not report follow-up errors of a wrong type.
    if known {
        int_or_string(schema, path, report);
    }
    if !schema.misread {
        nested::junctors(schema, level, path, report);
    }
    if known {
        own_type(schema, level, path, key, report);
    }
    if !schema.misread {
        object_meta::metadata_fields(schema, level, path, report);
    }
    if known {
        embedded(schema, path, report);
    }
}

fn int_or_string(schema: &Schema, path: &Path<'_>, report: &mut Report) {
    if !schema.is_int_or_string() {
        return;
    }
    let key = schema.x_int_or_string.as_ref().map_or(schema.span, |at| at.key);
    for (keyword, at) in [
        ("x-kubernetes-preserve-unknown-fields", &schema.x_preserve_unknown_fields),
        ("x-kubernetes-embedded-resource", &schema.x_embedded_resource),
    ] {
        if let Some(at) = at.as_ref().filter(|at| at.value) {
            report
                .add(
                    Code::IntOrString,
                    at.key,
                    format!("`{keyword}` is only for objects, but this is an integer or a string"),
                )
                .note(key, "an integer or a string because of this")
                .help("keep one of the two")
                .server(
                    path.child(keyword).invalid(true, "must be false if x-kubernetes-int-or-string is true"),
                );
        }
    }
}

fn own_type(schema: &Schema, level: Level, path: &Path<'_>, key: Span, report: &mut Report) {
    let name = schema.type_name();
    let path = path.child("type");
    let span = schema.r#type.as_ref().map_or(key, |found| found.span);
    if schema.is_embedded_resource() && name != "object" {
        const DETAIL: &str = "must be object if x-kubernetes-embedded-resource is true";
        let words = if name.is_empty() { path.required(DETAIL) } else { path.invalid(name, DETAIL) };
        report
            .add(Code::EmbeddedResource, span, "an embedded resource must be of type `object`")
            .help("write `type: object`, or remove `x-kubernetes-embedded-resource`")
            .server(words);
    } else if name.is_empty()
        && !schema.is_int_or_string()
        && !schema.preserves_unknown_fields()
        && schema.reference.as_ref().is_none_or(|at| at.value.is_empty())
    {
        let (what, detail) = match level {
            Level::Root => ("the root of a schema", "must not be empty at the root"),
            Level::Item => ("the schema of items", "must not be empty for specified array items"),
            Level::Field => ("the schema of a field", "must not be empty for specified object fields"),
        };
        report
            .add(Code::TypeMissing, key, format!("{what} needs a type"))
            .label("missing `type`")
            .help(type_help(schema))
            .server(path.required(detail));
    }
    if level == Level::Root && !name.is_empty() && name != "object" {
        report
            .add(Code::RootKeyword, span, format!("the root of a schema cannot be of type `{name}`"))
            .help("write `type: object`")
            .server(path.invalid(name, "must be object at the root"));
    }
}

/// Suggests a type from the keywords of the schema.
fn type_help(schema: &Schema) -> &'static str {
    let has = |keyword: &str| schema.written().iter().any(|written| written.keyword == keyword);
    if has("properties") || has("additionalProperties") || has("required") {
        "write `type: object`"
    } else if has("items") {
        "write `type: array`"
    } else if has("pattern") || has("maxLength") || has("minLength") || has("format") {
        "write `type: string`"
    } else if has("maximum") || has("minimum") || has("multipleOf") {
        "write `type: integer`, or `type: number`"
    } else if nested::is_int_or_string(schema) {
        "write `x-kubernetes-int-or-string: true` beside `anyOf`"
    } else if schema
        .enumeration
        .as_ref()
        .is_some_and(|at| at.value.iter().all(|value| matches!(value.value, crdc_source::Value::String(_))))
    {
        "write `type: string`"
    } else if has("anyOf") || has("oneOf") || has("allOf") {
        "write `type` beside the list of alternatives, not in them; \
         for an integer or a string, write `x-kubernetes-int-or-string: true`"
    } else {
        "write `type: …`; for any value, write `x-kubernetes-preserve-unknown-fields: true`"
    }
}

fn embedded(schema: &Schema, path: &Path<'_>, report: &mut Report) {
    if !schema.is_embedded_resource() {
        return;
    }
    let key = schema.x_embedded_resource.as_ref().map_or(schema.span, |at| at.key);
    if let Some(additional) = &schema.additional_properties {
        let path = path.child("additionalProperties");
        report
            .add(Code::EmbeddedResource, additional.key, "an embedded resource cannot be a map")
            .note(key, "embedded here")
            .help("remove `additionalProperties`; `x-kubernetes-preserve-unknown-fields: true` keeps unknown fields")
            .server(path.forbidden("must not be used if x-kubernetes-embedded-resource is set"));
    }
    if !schema.preserves_unknown_fields() && schema.property_list().is_empty() {
        let path = path.child("properties");
        report
            .add(Code::EmbeddedResource, key, "without `properties`, all fields of an embedded resource are pruned")
            .help("add `x-kubernetes-preserve-unknown-fields: true` or `properties` beside it")
            .server(path.required(
                "must not be empty if x-kubernetes-embedded-resource is true without x-kubernetes-preserve-unknown-fields",
            ));
    }
}
