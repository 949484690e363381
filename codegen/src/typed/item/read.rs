//! In: a struct or an enum. Out: an [`Item`].
//!
//! Easy to break: a field that serde never serializes is not a field here. Its markers are errors, since they
//! would have no effect.

use super::case::Case;
use super::crdc_attributes::{self, ItemAttributes};
use super::model::{Body, Field, Form, Item, Object};
use super::{cel_rules, doc, enums, merge_strategy, serde, types, validation};
use crate::diag::Code;
use crate::typed::diag::{Diagnostics, Problem};
use crate::typed::markers::{self, MarkerSet, Stand};
use crate::typed::rules;
use syn::ext::IdentExt;
use syn::spanned::Spanned;

pub(crate) fn read(input: &syn::DeriveInput, problems: &mut Diagnostics) -> Item {
    let container = serde::Container::of(&input.attrs);
    let own = ItemAttributes::of(&input.attrs, problems);
    cel_rules::refuse(input, problems);
    let markers = markers::read(&doc::marker_lines(&input.attrs), Stand::Item, problems);
    if let Some((_, span)) = own.union.as_ref().filter(|_| !matches!(input.data, syn::Data::Enum(_))) {
        problems.add(Problem::new(
            Code::AttributeInvalid,
            *span,
            "`#[crdc(union)]` requires an enum, whose variants are the members",
            "in a struct, write `+unionDiscriminator` and `+unionMember` on the fields",
        ));
    }
    let name = container.name.clone().unwrap_or_else(|| input.ident.unraw().to_string());
    let mut body = match &input.data {
        _ if container.foreign.is_some() => leaf(input, container.foreign, problems),
        syn::Data::Struct(data) => structure(&data.fields, &container, &name, input, problems),
        syn::Data::Enum(data) => enums::enumeration(data, &container, &own, problems)
            .unwrap_or_else(|span| leaf(input, Some(span), problems)),
        syn::Data::Union(data) => {
            let span = data.union_token.span;
            let message = "a Rust `union` cannot be serialized";
            problems.add(Problem::new(Code::AttributeInvalid, span, message, "use an enum"));
            Body::Leaf(span)
        }
    };
    rules::item(&mut body, &markers, problems);
    let path = own.path.unwrap_or_else(|| if own.resource { "spec".to_owned() } else { String::new() });
    Item {
        ident: input.ident.clone(),
        generics: input.generics.clone(),
        runtime: own.runtime.unwrap_or_else(|| syn::parse_quote!(::crdc)),
        path,
        strict: own.strict,
        schemars: own.schemars,
        body,
    }
}

fn structure(
    fields: &syn::Fields,
    container: &serde::Container,
    name: &str,
    input: &syn::DeriveInput,
    problems: &mut Diagnostics,
) -> Body {
    let only = match fields {
        // serde ignores all other attributes of a newtype.
        syn::Fields::Unnamed(unnamed) if unnamed.unnamed.len() == 1 => {
            unnamed.unnamed.first().map(|field| (0, field))
        }
        _ if container.transparent => written(fields),
        _ => None,
    };
    if let Some((index, field)) = only {
        return Body::Transparent(Box::new(inner(field, index, problems)));
    }
    match fields {
        syn::Fields::Named(_) => {
            let mut found = object(fields, container.rename_all, container.default, problems);
            found.tag = container.tag.clone().map(|tag| (tag, name.to_owned()));
            rules::names::fields(&found, problems);
            Body::Object(found)
        }
        _ => leaf(input, Some(input.ident.span()), problems),
    }
}

/// The only serialized field of a transparent struct.
fn written(fields: &syn::Fields) -> Option<(usize, &syn::Field)> {
    let skipped = |field: &syn::Field| serde::Field::of(&field.attrs).skip_serializing;
    fields.iter().enumerate().find(|(_, field)| !types::is_named(&field.ty, "PhantomData") && !skipped(field))
}

/// Named fields, and their unions.
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
    Object { fields: found.into_iter().map(|(field, _)| field).collect(), unions, ..Object::default() }
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
        return None;
    }
    let mut found = plain(field, index, &attributes, problems);
    found.default |= default;
    if attributes.flatten {
        found.flatten = true;
        let why = format!("`{rust}` is flattened and not a field in JSON");
        rules::nothing_may_be_said(&markers, &why, "move it to the fields of the flattened type", problems);
        return Some((found, MarkerSet::default()));
    }
    found.name = attributes
        .name
        .clone()
        .unwrap_or_else(|| case.map_or_else(|| rust.clone(), |case| case.field(&rust)));
    let skip = attributes.skip_if.as_ref().map(|(_, span)| *span);
    rules::field(&mut found, &markers, skip, problems);
    Some((found, markers))
}

/// The field of a newtype. Its markers apply to the newtype.
pub(super) fn inner(field: &syn::Field, index: usize, problems: &mut Diagnostics) -> Field {
    let attributes = serde::Field::of(&field.attrs);
    let markers = markers(field, problems);
    let mut found = plain(field, index, &attributes, problems);
    rules::inner(&mut found, &markers, problems);
    found
}

fn markers(field: &syn::Field, problems: &mut Diagnostics) -> MarkerSet {
    let mut markers = markers::read(&doc::marker_lines(&field.attrs), Stand::Field, problems);
    merge_strategy::merge_strategy(&field.attrs, &mut markers);
    validation::validation(&field.attrs, &types::form(&field.ty), &mut markers, problems);
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
        required: false,
        default_value: None,
        mark: None,
        normalize: None,
        span: field.ident.as_ref().map_or_else(|| field.ty.span(), syn::Ident::span),
    }
}

/// A type that is compared as a whole. Markers in it are errors.
fn leaf(input: &syn::DeriveInput, span: Option<proc_macro2::Span>, problems: &mut Diagnostics) -> Body {
    let fields: Vec<&syn::Field> = match &input.data {
        syn::Data::Struct(data) => data.fields.iter().collect(),
        syn::Data::Enum(data) => data.variants.iter().flat_map(|variant| &variant.fields).collect(),
        syn::Data::Union(_) => Vec::new(),
    };
    for field in fields {
        let markers = markers::read(&doc::marker_lines(&field.attrs), Stand::Field, problems);
        let why =
            format!("`{}` is compared as a whole because it is not serialized as an object", input.ident);
        rules::nothing_may_be_said(
            &markers,
            &why,
            "remove the marker, or move it to the fields that have this type",
            problems,
        );
    }
    Body::Leaf(span.unwrap_or_else(|| input.ident.span()))
}
