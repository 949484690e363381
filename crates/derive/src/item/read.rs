//! Reads a struct or an enum. In: syn's tree of it. Out: an [`Item`].
//!
//! Easy to break: a field that serde never serializes is not a field here. Its markers are errors, since they
//! would have no effect.

use super::crdc_attributes::ItemAttributes;
use super::fields::{compared, in_place, inner, object};
use super::{cel_rules, dropped, enums, schema_attributes, serde};
use crate::diag::{Diagnostics, Problem};
use crate::markers::{self, Stand};
use crate::model::{Body, Field, Form, Item};
use crate::{doc, rules, types};
use crdc_source::diag::Code;
use syn::ext::IdentExt;

/// Reads an item with its markers and reports its problems.
///
/// Never fails and never panics. If there are problems, the item lacks the parts that they concern.
///
/// ```
/// use crdc_derive::{Body, read};
///
/// let input = syn::parse_str("struct Spec {\n/// +immutable\nname: String }").unwrap();
/// let (item, problems) = read(&input);
/// assert!(problems.is_empty());
/// let Body::Object(object) = item.body else { panic!() };
/// assert!(object.fields[0].mark.is_some());
/// ```
#[must_use]
pub fn read(input: &syn::DeriveInput) -> (Item, Diagnostics) {
    let mut problems = Diagnostics::default();
    let item = item(input, &mut problems);
    (item, problems)
}

fn item(input: &syn::DeriveInput, problems: &mut Diagnostics) -> Item {
    let container = serde::Container::of(&input.attrs);
    let own = ItemAttributes::of(&input.attrs, problems);
    let input = &cel_rules::without_unchecked(input);
    dropped::report(input, problems);
    let mut markers = markers::read(&doc::marker_lines(&input.attrs), Stand::Item, problems);
    schema_attributes::read(&input.attrs, Stand::Item, &mut markers, problems);
    if let Some((_, span)) = own.union.as_ref().filter(|_| !matches!(input.data, syn::Data::Enum(_))) {
        problems.add(Problem::new(
            Code::AttributeInvalid,
            *span,
            "`#[crdc(union)]` requires an enum, whose variants are the members",
            "in a struct, write `+unionDiscriminator` and `+unionMember` on the fields",
        ));
    }
    let unchecked = cel_rules::has_opt_out(&input.attrs);
    let name = container.name.clone().unwrap_or_else(|| input.ident.unraw().to_string());
    let mut body = match &input.data {
        _ if container.foreign => {
            // Another type is written, and has the schema.
            leaf(input, false, problems);
            let written = serde::types(&input.attrs, &["into"]).into_iter();
            Body::Leaf(written.map(|ty| in_place(ty, unchecked, problems)).collect())
        }
        syn::Data::Struct(data) => structure(&data.fields, &container, &name, input, problems),
        syn::Data::Enum(data) => enums::enumeration(data, &container, &own, problems)
            .unwrap_or_else(|| leaf(input, true, problems)),
        syn::Data::Union(data) => {
            let span = data.union_token.span;
            let message = "a Rust `union` cannot be serialized";
            problems.add(Problem::new(Code::AttributeInvalid, span, message, "use an enum"));
            Body::Leaf(Vec::new())
        }
    };
    rules::item(&mut body, &markers, problems);
    let rules = cel_rules::item(input, &body, &markers, problems);
    let path =
        own.path.unwrap_or_else(|| if own.resource.is_spec { "spec".to_owned() } else { String::new() });
    #[cfg_attr(not(feature = "rules"), expect(unused_mut, reason = "nothing is compiled"))]
    let mut item = Item {
        ident: input.ident.clone(),
        generics: input.generics.clone(),
        runtime: own.runtime.unwrap_or_else(|| syn::parse_quote!(::crdc)),
        path,
        status: own.resource.status,
        scale: own.resource.scale,
        strict: own.strict,
        is_converted: container.foreign,
        read_as: if unchecked { Vec::new() } else { read_as(&input.attrs) },
        schemars: own.schemars,
        body,
        rules,
    };
    #[cfg(feature = "rules")]
    crate::cel::compile(&mut item, problems);
    item
}

/// The types of `from` and `try_from` that serde does not also write.
fn read_as(attributes: &[syn::Attribute]) -> Vec<syn::Type> {
    let written = serde::types(attributes, &["into"]);
    let mut read = serde::types(attributes, &["from", "try_from"]);
    read.retain(|ty| !serde::is_among(ty, &written));
    read
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
            found.fields.iter().for_each(|field| flattens_itself(field, &input.ident, problems));
            rules::names::fields(&found, problems);
            Body::Object(found)
        }
        _ => leaf(input, true, problems),
    }
}

/// Reports a type that flattens itself: its constants and serde's code would be infinite cycles for the
/// compiler.
fn flattens_itself(field: &Field, item: &syn::Ident, problems: &mut Diagnostics) {
    let Form::Other(ty, _) = field.form.core() else { return };
    let syn::Type::Path(path) = &**ty else { return };
    if field.flatten && path.path.get_ident().is_some_and(|ident| ident == item || ident == "Self") {
        problems.add(Problem::new(
            Code::AttributeInvalid,
            field.span,
            format!("`{item}` flattens itself, so its fields have no end, and serde cannot serialize it"),
            "remove `#[serde(flatten)]`, so that the value is a field of its own",
        ));
    }
}

/// The only serialized field of a transparent struct.
fn written(fields: &syn::Fields) -> Option<(usize, &syn::Field)> {
    let skipped = |field: &syn::Field| serde::Field::of(&field.attrs).skip_serializing;
    fields.iter().enumerate().find(|(_, field)| !types::is_named(&field.ty, "PhantomData") && !skipped(field))
}

/// A type that is compared as a whole. Markers in it are errors, and so are attributes if it has the schema
/// of its fields.
fn leaf(input: &syn::DeriveInput, has_schema: bool, problems: &mut Diagnostics) -> Body {
    let fields: Vec<&syn::Field> = match &input.data {
        syn::Data::Struct(data) => data.fields.iter().collect(),
        syn::Data::Enum(data) => data.variants.iter().flat_map(|variant| &variant.fields).collect(),
        syn::Data::Union(_) => Vec::new(),
    };
    let why = format!("`{}` is compared as a whole because it is not serialized as an object", input.ident);
    let help = "remove it, or move it to the fields that have this type";
    let fields = fields.into_iter().enumerate();
    Body::Leaf(
        fields
            .filter_map(|(index, field)| compared(field, index, (&why, help), has_schema, problems))
            .collect(),
    )
}
