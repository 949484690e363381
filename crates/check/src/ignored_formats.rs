//! Formats that a server ignores: they are removed from its schemas before objects and defaults are
//! validated.
//
// apiextensions-apiserver: pkg/apiserver/validation/formats.go
// (StripUnsupportedFormatsPostProcessorForVersion)

use crdc_schema::{Crd, Items, Schema, SchemaOrBool};
use crdc_vocabulary::Minor;

/// Whether a server ignores formats that 1.36 checks.
pub(super) fn ignores_any(server: Minor) -> bool {
    server < Minor::NUMBER_FORMATS
}

/// Removes the formats that a server ignores from all schemas of a document.
pub(super) fn strip(crd: &mut Crd, server: Minor) {
    if !ignores_any(server) {
        return;
    }
    let parts = crd.versions.iter_mut().map(|version| &mut version.parts);
    for parts in std::iter::once(&mut crd.common).chain(parts) {
        if let Some(schema) = &mut parts.schema {
            strip_schema(&mut schema.value, server);
        }
    }
}

/// A schema without the formats that a server ignores.
pub(super) fn stripped(schema: &Schema, server: Minor) -> Schema {
    let mut schema = schema.clone();
    strip_schema(&mut schema, server);
    schema
}

/// Whether a server ignores the format of a schema, which 1.36 checks.
pub(super) fn ignores(schema: &Schema, server: Minor) -> bool {
    let Some(format) = &schema.format else { return false };
    match schema.type_name() {
        "" | "string" => {
            let found = crdc_vocabulary::format::find(&format.value).map(|format| format.name);
            server < Minor::NAME_FORMATS && matches!(found, Some("k8sshortname" | "k8slongname"))
        }
        "integer" | "number" => {
            server < Minor::NUMBER_FORMATS
                && matches!(format.value.as_str(), "int32" | "int64" | "float" | "double")
        }
        _ => false,
    }
}

fn strip_schema(schema: &mut Schema, server: Minor) {
    if ignores(schema, server) {
        schema.format = None;
    }
    for named in [&mut schema.properties, &mut schema.pattern_properties].into_iter().flatten() {
        for property in &mut named.value {
            strip_schema(&mut property.schema, server);
        }
    }
    if let Some(SchemaOrBool::Schema(values)) = schema.additional_properties.as_mut().map(|at| &mut *at.value)
    {
        strip_schema(values, server);
    }
    match schema.items.as_mut().map(|at| &mut at.value) {
        Some(Items::One(items)) => strip_schema(items, server),
        Some(Items::Each(list)) => list.iter_mut().for_each(|items| strip_schema(items, server)),
        None => {}
    }
    for list in [&mut schema.all_of, &mut schema.any_of, &mut schema.one_of].into_iter().flatten() {
        list.value.iter_mut().for_each(|branch| strip_schema(branch, server));
    }
    if let Some(not) = &mut schema.not {
        strip_schema(&mut not.value, server);
    }
}
