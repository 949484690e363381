//! `apiVersion`, `kind` and `metadata` of the object and of embedded resources. The server defines them: a
//! schema may only declare their types and, at the root, restrict the name.
//
// apiextensions-apiserver: pkg/apiserver/schema/validation.go

use super::level::Level;
use super::path::Path;
use super::report::Report;
use crdc_schema::Schema;
use crdc_source::diag::Code;

pub(super) fn metadata_fields(schema: &Schema, level: Level, path: &Path<'_>, report: &mut Report) {
    let resource = level == Level::Root || schema.is_embedded_resource();
    let properties = path.child("properties");
    if resource {
        for name in ["kind", "apiVersion"] {
            must_be(name, "string", schema, &properties, report);
        }
        must_be("metadata", "object", schema, &properties, report);
    }
    if level == Level::Root
        && let Some(metadata) = schema.property("metadata")
    {
        only_names(&metadata.schema, &properties.key("metadata"), report);
    }
}

fn must_be(name: &str, wanted: &str, schema: &Schema, properties: &Path<'_>, report: &mut Report) {
    let Some(property) = schema.property(name).filter(|property| property.schema.type_name() != wanted)
    else {
        return;
    };
    let found = property.schema.type_name();
    let span = property.schema.r#type.as_ref().map_or(property.key, |at| at.span);
    report
        .add(Code::MetadataSchema, span, format!("`{name}` of a resource must be of type `{wanted}`"))
        .help(format!("write `{name}: {{type: {wanted}}}`"))
        .server(properties.key(name).child("type").invalid(found, &format!("must be {wanted}")));
}

/// `metadata` of the root may only have a type, restrictions of `name` and `generateName`, and a default,
/// which another rule rejects.
fn only_names(metadata: &Schema, path: &Path<'_>, report: &mut Report) {
    let names_only = !metadata.property_list().is_empty()
        && metadata
            .property_list()
            .iter()
            .all(|property| ["name", "generateName"].contains(&property.name.as_str()));
    // The conversion to a structural schema drops these; an empty `properties` counts as absent.
    let harmless = |keyword: &str| match keyword {
        "type" | "default" => true,
        "properties" => names_only || metadata.property_list().is_empty(),
        _ => false,
    };
    let Some(other) = metadata.kept().into_iter().find(|written| !harmless(written.keyword)) else {
        return;
    };
    let span = match other.keyword {
        "properties" => metadata
            .property_list()
            .iter()
            .find(|property| !["name", "generateName"].contains(&property.name.as_str()))
            .map_or(other.key, |property| property.key),
        _ => other.key,
    };
    report
        .add(Code::MetadataSchema, span, "a schema can only restrict `name` and `generateName` of `metadata`")
        .label("the server defines the rest")
        .help("write `metadata: {type: object}`")
        .server(path.forbidden(
            "must not specify anything other than name and generateName, but metadata is implicitly specified",
        ));
}
