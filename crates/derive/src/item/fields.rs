//! Reads the fields of a struct or of a variant. In: a field of syn. Out: a field with its markers.
//!
//! Easy to break: a field that serde never serializes is not a field here. Its markers are errors, since they
//! would have no effect.

use super::crdc_attributes;
use super::{cel_rules, merge_strategy, schema_attributes, serde, validation};
use crate::case::Case;
use crate::diag::Diagnostics;
use crate::markers::{self, MarkerSet, Stand};
use crate::model::{Field, Form, Object};
use crate::{doc, rules, types};
use syn::ext::IdentExt;
use syn::spanned::Spanned;

/// The object of named fields, with its unions.
pub(super) fn object(
    fields: &syn::Fields,
    case: Option<Case>,
    default: bool,
    problems: &mut Diagnostics,
) -> Object {
    let mut found: Vec<(Field, MarkerSet)> = Vec::new();
    for (index, field) in fields.iter().enumerate() {
        found.extend(named(field, index, case, default, problems));
    }
    let unions = rules::unions(&found, problems);
    let lowered = rules::of_fields(&found, problems);
    Object {
        fields: found.into_iter().map(|(field, _)| field).collect(),
        unions,
        lowered,
        ..Object::default()
    }
}

/// A named field, unless it is never serialized.
fn named(
    field: &syn::Field,
    index: usize,
    case: Option<Case>,
    default: bool,
    problems: &mut Diagnostics,
) -> Option<(Field, MarkerSet)> {
    let attributes = serde::Field::of(&field.attrs);
    let markers = markers(field, problems);
    let rust = field.ident.as_ref().map_or_else(|| index.to_string(), |ident| ident.unraw().to_string());
    if attributes.skip_serializing {
        let why = format!("`{rust}` is skipped and never serialized");
        rules::nothing_may_be_said(&markers, &why, "remove the marker, or `skip`", problems);
        crdc_attributes::is_leaf(&field.attrs, problems);
        cel_rules::none(&field.attrs, &why, problems);
        return None;
    }
    let mut found = plain(field, index, &attributes, problems);
    found.default |= default;
    if attributes.flatten {
        found.flatten = true;
        let why = format!("`{rust}` is flattened and not a field in JSON");
        cel_rules::none(&field.attrs, &why, problems);
        rules::nothing_may_be_said(&markers, &why, "move it to the fields of the flattened type", problems);
        return Some((found, MarkerSet::default()));
    }
    found.name = attributes
        .name
        .clone()
        .unwrap_or_else(|| case.map_or_else(|| rust.clone(), |case| case.field(&rust)));
    let skip = attributes.skip_if.as_ref().map(|(_, span)| *span);
    rules::field(&mut found, &markers, skip, problems);
    cel_rules::field(&mut found, &field.attrs, &markers, problems);
    Some((found, markers))
}

/// The field of a newtype. Its markers apply to the newtype.
pub(crate) fn inner(field: &syn::Field, index: usize, problems: &mut Diagnostics) -> Field {
    let attributes = serde::Field::of(&field.attrs);
    let markers = markers(field, problems);
    let mut found = plain(field, index, &attributes, problems);
    rules::inner(&mut found, &markers, problems);
    cel_rules::field(&mut found, &field.attrs, &markers, problems);
    found
}

/// A field that is compared as a whole, unless it is never serialized. Its markers and rules are errors, and
/// so are attributes that are in the schema.
pub(super) fn compared(
    field: &syn::Field,
    index: usize,
    (why, help): (&str, &str),
    has_schema: bool,
    problems: &mut Diagnostics,
) -> Option<Field> {
    let attributes = serde::Field::of(&field.attrs);
    let found = plain(field, index, &attributes, problems);
    let mut markers = markers::read(&doc::marker_lines(&field.attrs), Stand::Field, problems);
    if has_schema && !cel_rules::has_schema_opt_out(&field.attrs) {
        schema_attributes::read(&field.attrs, Stand::Field, &mut markers, problems);
        validation::none(&field.attrs, why, help, problems);
    }
    rules::nothing_may_be_said(&markers, why, help, problems);
    cel_rules::none(&field.attrs, why, problems);
    (!attributes.skip_serializing).then_some(found)
}

/// A field without attributes, of a type that serde writes in place of another one.
pub(super) fn in_place(ty: syn::Type, unchecked: bool, problems: &mut Diagnostics) -> Field {
    let field = syn::Field {
        attrs: Vec::new(),
        vis: syn::Visibility::Inherited,
        modifiers: syn::FieldModifiers::default(),
        ident: None,
        colon_token: None,
        ty,
        default: None,
    };
    let found = plain(&field, 0, &serde::Field::default(), problems);
    Field { unchecked, ..found }
}

/// The markers of a field, with the attributes of other tools as markers.
fn markers(field: &syn::Field, problems: &mut Diagnostics) -> MarkerSet {
    let mut markers = markers::read(&doc::marker_lines(&field.attrs), Stand::Field, problems);
    schema_attributes::read(&field.attrs, Stand::Field, &mut markers, problems);
    merge_strategy::merge_strategy(&field.attrs, &mut markers);
    let shown = types::form(&schema_attributes::shown(field));
    validation::validation(&field.attrs, &shown, &mut markers, problems);
    markers
}

/// A field without its markers.
fn plain(field: &syn::Field, index: usize, attributes: &serde::Field, problems: &mut Diagnostics) -> Field {
    let leaf = crdc_attributes::is_leaf(&field.attrs, problems);
    let whole = leaf || attributes.serialize_with.is_some();
    let form = if whole {
        Form::Other(Box::new(field.ty.clone()), Default::default())
    } else {
        types::form(&field.ty)
    };
    let member = match &field.ident {
        Some(ident) => syn::Member::Named(ident.clone()),
        None => syn::Member::Unnamed(syn::Index::from(index)),
    };
    Field {
        member,
        name: String::new(),
        ty: field.ty.clone(),
        form,
        flatten: false,
        skip_if: attributes.skip_if.as_ref().map(|(path, _)| path.clone()),
        default: attributes.default,
        serialize_with: attributes.serialize_with.clone(),
        unread: attributes.skip_deserializing,
        foreign_schema: attributes.foreign_schema,
        leaf,
        unchecked: cel_rules::has_opt_out(&field.attrs),
        required: false,
        nullable: false,
        default_value: None,
        mark: None,
        normalize: None,
        rules: Vec::new(),
        each: Vec::new(),
        span: field.ident.as_ref().map_or_else(|| field.ty.span(), syn::Ident::span),
    }
}
