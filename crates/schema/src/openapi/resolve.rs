//! Converts published schemas to the form of a CRD. In: a schema as read. Out: the schema with `allOf` of one
//! reference as that reference, one spelling of int-or-string, and free-form values marked as preserving
//! unknown fields.
//!
//! Easy to break: an empty schema (`{}`) is free-form, and so is a *definition* that is an object without
//! fields: Go types with custom encoding are published that way. An object without fields inside a schema
//! means the same as in a CRD and has no fields.
//
// apimachinery: OpenAPISchemaType, OpenAPIV3OneOfTypes of intstr.IntOrString, resource.Quantity,
// runtime.RawExtension, FieldsV1; apiextensions-apiserver: pkg/controller/openapi/v2/conversion.go

use super::document::Dialect;
use super::reference;
use crate::references::says_nothing;
use crate::{At, Items, Schema, SchemaOrBool, fields};

/// Normalizes one definition; `name` is its name.
pub(super) fn definition(schema: &mut Schema, name: &str, dialect: Dialect) {
    schema_in(schema, dialect, false);
    if schema.type_name() == "object" && schema.reference.is_none() && is_bare_object(schema) {
        schema.x_preserve_unknown_fields = Some(at(schema, true));
    }
    // v2 cannot express a string or a number, and servers accept both.
    if name.ends_with(".api.resource.Quantity") && schema.type_name() == "string" {
        let kinds = ["string", "number"].map(|kind| of_type(schema, kind));
        schema.r#type = None;
        schema.any_of = Some(at(schema, kinds.into()));
    }
}

/// Replaces the metadata of a resource by that of a CRD: servers know it without a schema.
pub(super) fn metadata(schema: &mut Schema) {
    let properties = schema.properties.iter_mut().flat_map(|at| &mut at.value);
    for property in properties.filter(|property| property.name == "metadata") {
        let reference = property.schema.reference.as_ref();
        if reference.is_some_and(|at| reference::is_object_meta(&at.value)) {
            property.schema = of_type(&property.schema, "object");
        }
    }
}

/// `branch`: a branch inherits what it does not specify from the schema around it.
fn schema_in(schema: &mut Schema, dialect: Dialect, branch: bool) {
    refer(schema);
    held(schema, |inner| schema_in(inner, dialect, branch));
    branches(schema, |inner| schema_in(inner, dialect, true));
    if schema.reference.is_some() {
        return;
    }
    int_or_string(schema);
    distinct(schema);
    if schema.is_embedded_resource() {
        metadata(schema);
    }
    if !branch {
        free_form(schema, dialect);
    }
}

/// Turns `allOf` of one reference into that reference; siblings of either are overlaid.
fn refer(schema: &mut Schema) {
    // A reference with siblings is an ordinary branch.
    let plain = |inner: &Schema| inner.reference.is_some() && says_nothing(inner);
    let one = |at: &At<Vec<Schema>>| matches!(at.value.as_slice(), [one] if plain(one));
    if schema.reference.is_none()
        && let Some(mut found) = schema.all_of.take_if(|at| one(at))
        && let Some(inner) = found.value.pop()
    {
        schema.reference = inner.reference;
    }
}

/// v2 uses a format, v3 `oneOf`. A CRD's keyword is kept.
fn int_or_string(schema: &mut Schema) {
    let kinds = alternatives(schema.one_of.as_ref()).or_else(|| alternatives(schema.any_of.as_ref()));
    let both = kinds.is_some_and(|kinds| {
        matches!(kinds.as_slice(), [a, b] if [a.as_str(), b.as_str()].contains(&"integer")
            && [a.as_str(), b.as_str()].contains(&"string"))
    });
    let formatted = schema.format.as_ref().is_some_and(|at| at.value == "int-or-string");
    if schema.x_int_or_string.is_some() || !(formatted || both && schema.type_name().is_empty()) {
        return;
    }
    schema.x_int_or_string = Some(at(schema, true));
    schema.r#type = None;
    if formatted {
        schema.format = None;
    }
    if both {
        schema.one_of = None;
        schema.any_of = None;
    }
}

/// If no value can match the types of two branches, `anyOf` is equivalent to `oneOf`, and faster to check.
fn distinct(schema: &mut Schema) {
    let Some(kinds) = alternatives(schema.one_of.as_ref()).filter(|_| schema.any_of.is_none()) else {
        return;
    };
    let mut seen = std::collections::HashSet::new();
    let number = |kind: &str| if kind == "integer" { "number".to_owned() } else { kind.to_owned() };
    if kinds.iter().all(|kind| seen.insert(number(kind))) {
        schema.any_of = schema.one_of.take();
    }
}

/// The types of branches that constrain only the type.
fn alternatives(branches: Option<&At<Vec<Schema>>>) -> Option<Vec<String>> {
    let branches = branches.filter(|at| !at.value.is_empty())?;
    let kind = |branch: &Schema| {
        let alone = !branch.has_extensions() && branch.has_only("type");
        alone.then(|| branch.type_name().to_owned())
    };
    branches.value.iter().map(kind).collect()
}

/// A schema without any constraint on the value's shape accepts any value and preserves it. The same holds
/// for lists without an item schema.
fn free_form(schema: &mut Schema, dialect: Dialect) {
    let typed = !schema.type_name().is_empty() || schema.is_int_or_string();
    let shaped = schema.properties.is_some()
        || schema.additional_properties.is_some()
        || schema.items.is_some()
        || [&schema.all_of, &schema.any_of, &schema.one_of].into_iter().any(Option::is_some)
        || schema.not.is_some();
    if !typed && dialect == Dialect::V2 {
        // v2 cannot express nullable values, and omits their type.
        schema.nullable = Some(at(schema, true));
    }
    if !typed && !shaped || schema.type_name() == "array" && schema.items.is_none() {
        schema.x_preserve_unknown_fields = Some(at(schema, true));
    }
}

fn is_bare_object(schema: &Schema) -> bool {
    schema.property_list().is_empty()
        && schema.additional_properties.is_none()
        && !schema.is_embedded_resource()
        && schema.x_preserve_unknown_fields.is_none()
}

/// A schema of that type, with the span of another one.
fn of_type(place: &Schema, kind: &str) -> Schema {
    Schema { span: place.span, r#type: Some(at(place, kind.to_owned())), ..Schema::default() }
}

/// Visits each direct subschema.
pub fn for_each(schema: &mut Schema, mut each: impl FnMut(&mut Schema)) {
    held(schema, &mut each);
    branches(schema, each);
}

/// Visits each subschema for a child of the value.
fn held(schema: &mut Schema, mut each: impl FnMut(&mut Schema)) {
    fields!(schema =>
        properties pattern_properties additional_properties additional_items items;
        // `branches` visits these.
        ignored: all_of one_of any_of not
        // They have no schemas, or are not compiled in a published document.
        definitions dependencies span misread misread_here id schema reference description r#type format
        title default maximum exclusive_maximum minimum exclusive_minimum max_length min_length pattern
        max_items min_items unique_items multiple_of enumeration max_properties min_properties required
        external_docs example nullable x_preserve_unknown_fields x_embedded_resource x_int_or_string
        x_list_map_keys x_list_type x_map_type x_validations marks unions normalize dialect no_prune
    );
    for named in [properties, pattern_properties].into_iter().flatten() {
        named.value.iter_mut().for_each(|property| each(&mut property.schema));
    }
    for or_bool in [additional_properties, additional_items].into_iter().flatten() {
        if let SchemaOrBool::Schema(inner) = &mut *or_bool.value {
            each(inner);
        }
    }
    match items.as_mut().map(|at| &mut at.value) {
        Some(Items::One(one)) => each(one),
        Some(Items::Each(list)) => list.iter_mut().for_each(&mut each),
        None => {}
    }
}

/// Visits each branch of its alternatives.
fn branches(schema: &mut Schema, mut each: impl FnMut(&mut Schema)) {
    for list in [&mut schema.all_of, &mut schema.any_of, &mut schema.one_of].into_iter().flatten() {
        list.value.iter_mut().for_each(&mut each);
    }
    if let Some(not) = &mut schema.not {
        each(&mut not.value);
    }
}

/// A value with the span of the schema.
fn at<T>(schema: &Schema, value: T) -> At<T> {
    At { value, span: schema.span, key: schema.span }
}
