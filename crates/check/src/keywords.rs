//! Reports keywords and values that are not allowed in any schema of a CustomResourceDefinition.
//
// apiextensions-apiserver: pkg/apis/apiextensions/validation/validation.go

use super::path::Path;
use super::report::Report;
use super::schema_context::{NoDefault, SchemaContext};
use crdc_schema::{At, Items};
use crdc_source::Span;
use crdc_source::diag::Code;
use crdc_source::diag::{meant_or, nearest};

pub(super) const TYPES: [&str; 6] = ["array", "boolean", "integer", "number", "object", "string"];

/// `type` must be one of the six types.
pub(super) fn type_names(place: &SchemaContext<'_>, report: &mut Report) {
    let Some(found) = place.schema.r#type.as_ref().filter(|found| !found.value.is_empty()) else {
        return;
    };
    let path = place.path.child("type");
    if TYPES.contains(&found.value.as_str())
        || (!place.validation_options.type_names && found.value != "null")
    {
        return;
    }
    let words = path.unsupported(&found.value, &TYPES);
    if found.value == "null" {
        let mut finding = report
            .add(Code::TypeUnknown, found.span, "`type` cannot be `null`")
            .help("write the type of the non-null values, and `nullable: true`");
        if place.validation_options.type_names {
            finding = finding.server(words);
        }
        finding.server(path.forbidden("type cannot be set to null, use nullable as an alternative"));
        return;
    }
    let help = match found.value.as_str() {
        "int" | "int32" | "int64" | "long" => "write `integer`".to_owned(),
        "float" | "double" | "decimal" => "write `number`".to_owned(),
        "map" | "struct" | "dict" => "write `object`".to_owned(),
        "list" | "slice" => "write `array`".to_owned(),
        "bool" => "write `boolean`".to_owned(),
        "str" | "text" => "write `string`".to_owned(),
        other => meant_or(nearest(other, TYPES.into_iter()), || format!("write one of {}", TYPES.join(", "))),
    };
    report
        .add(Code::TypeUnknown, found.span, format!("unknown type `{}`", found.value))
        .help(help)
        .server(words);
}

/// Reports keywords of JSON Schema that the server recognizes and rejects.
pub(super) fn unsupported_keywords(place: &SchemaContext<'_>, report: &mut Report) {
    let schema = place.schema;
    fn key<T>(at: &Option<At<T>>) -> Option<Span> {
        at.as_ref().map(|at| at.key)
    }
    let filled = |at: &Option<At<crdc_schema::Properties>>| {
        at.as_ref().filter(|at| !at.value.is_empty()).map(|at| at.key)
    };
    let found: [(&str, Option<Span>, &str); 6] = [
        ("id", schema.id.as_ref().filter(|id| !id.value.is_empty()).map(|id| id.key), "remove it"),
        ("additionalItems", key(&schema.additional_items), "write one schema for all items under `items`"),
        (
            "patternProperties",
            filled(&schema.pattern_properties),
            "write `additionalProperties`, and a rule under `x-kubernetes-validations` for the names",
        ),
        ("definitions", filled(&schema.definitions), "write the schema out where it is used"),
        ("dependencies", key(&schema.dependencies), "write a rule under `x-kubernetes-validations`"),
        ("$ref", key(&schema.reference), "write the schema out where it is used"),
    ];
    for (keyword, span, help) in found {
        // Without array-form items, `additionalItems` has no meaning.
        let known = place.by_skeleton && keyword == "additionalItems";
        if let Some(span) = span.filter(|_| !known) {
            report
                .add(
                    Code::KeywordUnsupported,
                    span,
                    format!("`{keyword}` is not supported in a CustomResourceDefinition"),
                )
                .help(help)
                .server(place.path.child(keyword).forbidden(&format!("{keyword} is not supported")));
        }
    }
    if let Some(At { value: Items::Each(list), span, .. }) = &schema.items
        && !list.is_empty()
        && !place.by_skeleton
    {
        report
            .add(Code::ItemsList, *span, "`items` must be one schema, found a list")
            .label("expected one schema for all items")
            .help("write `items: {type: …}`; if items differ by position, use an object with fields")
            .server(place.path.child("items").forbidden("items must be a schema object and not an array"));
    }
}

/// Defaults are not allowed where the server could not apply them.
pub(super) fn defaults(place: &SchemaContext<'_>, report: &mut Report) {
    let (Some(default), Some(reason)) = (&place.schema.default, place.no_default) else {
        return;
    };
    let (message, detail) = match reason {
        NoDefault::TopLevel(name) => (
            format!("`{name}` at the root cannot have a default"),
            format!("must not be set in top-level {name}"),
        ),
        NoDefault::MetadataMap => (
            "a map in metadata cannot have defaults".to_owned(),
            "must not be set inside additionalProperties applying to object metadata".to_owned(),
        ),
    };
    report
        .add(Code::DefaultMisplaced, default.key, message)
        .help("remove the default")
        .server(place.path.child("default").forbidden(&detail));
}

/// `uniqueItems` must not be true: the check would be slow for large lists.
pub(super) fn unique_items(place: &SchemaContext<'_>, report: &mut Report) {
    if let Some(unique) = place.schema.unique_items.as_ref().filter(|unique| unique.value) {
        let path = place.path.child("uniqueItems");
        report
            .add(Code::UniqueItems, unique.key, "`uniqueItems` cannot be true")
            .help("write `x-kubernetes-list-type: set`")
            .server(path.forbidden(
                "uniqueItems cannot be set to true since the runtime complexity becomes quadratic",
            ));
    }
}

/// A schema cannot have both `properties` and `additionalProperties`.
pub(super) fn struct_or_map(place: &SchemaContext<'_>, report: &mut Report) {
    let Some(additional) = &place.schema.additional_properties else {
        return;
    };
    let unrestricted = matches!(*additional.value, crdc_schema::SchemaOrBool::Bool(true));
    if place.schema.property_list().is_empty() || unrestricted {
        return;
    }
    let properties = place.schema.properties.as_ref().map_or(place.key, |properties| properties.key);
    let path = place.path.child("additionalProperties");
    report
        .add(Code::StructOrMap, additional.key, "`additionalProperties` cannot be combined with `properties`")
        .note(properties, "the properties")
        .help(if matches!(*additional.value, crdc_schema::SchemaOrBool::Bool(false)) {
            "remove `additionalProperties: false`: unknown fields are pruned anyway"
        } else {
            "keep `properties` for a struct, or `additionalProperties` for a map"
        })
        .server(path.forbidden("additionalProperties and properties are mutual exclusive"));
}

/// `x-kubernetes-*` keywords with an invalid value, or on a schema of the wrong type.
pub(super) fn extensions(place: &SchemaContext<'_>, report: &mut Report) {
    let schema = place.schema;
    if let Some(preserve) = schema.x_preserve_unknown_fields.as_ref().filter(|preserve| !preserve.value) {
        let path = place.path.child("x-kubernetes-preserve-unknown-fields");
        report
            .add(Code::PreserveFalse, preserve.span, "`x-kubernetes-preserve-unknown-fields` cannot be false")
            .help("remove it: unknown fields are pruned unless it is true")
            .server(path.invalid(false, "must be true or undefined"));
    }
    if let Some(embedded) =
        schema.x_embedded_resource.as_ref().filter(|embedded| embedded.value && place.inside_meta)
    {
        let path = place.path.child("x-kubernetes-embedded-resource");
        report
            .add(Code::EmbeddedResource, embedded.key, "metadata cannot contain embedded resources")
            .help("remove it")
            .server(path.forbidden("must not be used inside of resource meta"));
    }
    if let Some(map_type) = &schema.x_map_type {
        needs_type(place, map_type, "object", "x-kubernetes-map-type", report);
        one_of(place.path, map_type, "x-kubernetes-map-type", &["atomic", "granular"], report);
    }
}

/// Checks that a keyword is on a schema of type `wanted`.
pub(super) fn needs_type(
    place: &SchemaContext<'_>,
    at: &At<String>,
    wanted: &str,
    keyword: &str,
    report: &mut Report,
) {
    let written = place.schema.type_name();
    if written == wanted {
        return;
    }
    let path = place.path.child("type");
    let detail = format!("must be {wanted} if {keyword} is specified");
    let words = if written.is_empty() { path.required(&detail) } else { path.invalid(written, &detail) };
    let mut finding = report
        .add(Code::WrongTopology, at.key, format!("`{keyword}` requires type `{wanted}`"))
        .server(words);
    finding = match &place.schema.r#type {
        Some(found) => finding.note(found.span, format!("of type `{written}`")),
        None => finding,
    };
    finding.help(format!("remove it, or write `type: {wanted}`"));
}

/// Checks that the value of a keyword is one of `words`.
pub(super) fn one_of(path: &Path<'_>, at: &At<String>, keyword: &str, words: &[&str], report: &mut Report) {
    if words.contains(&at.value.as_str()) {
        return;
    }
    let help =
        meant_or(nearest(&at.value, words.iter().copied()), || format!("write one of {}", words.join(", ")));
    report
        .add(Code::WrongTopology, at.span, format!("`{keyword}` cannot be `{}`", at.value))
        .help(help)
        .server(path.child(keyword).unsupported(&at.value, words));
}
