//! Reads enums. Enums of unit variants are strings; other enums have one of serde's representations or are a
//! Kubernetes union.

use super::crdc_attributes::{self, ItemAttributes};
use super::{fields, schema_attributes, serde};
use crate::case::Case;
use crate::diag::{Diagnostics, Problem};
use crate::markers::{self, MarkerSet, Stand};
use crate::model::{Body, Choice, ChoiceVariant, Data, Tagging, Variant};
use crate::{case, doc, rules};
use crdc_source::diag::Code;
use proc_macro2::Span;
use syn::ext::IdentExt;

/// The body of an enum; `None` if another function serializes a variant.
pub(super) fn enumeration(
    data: &syn::DataEnum,
    container: &serde::Container,
    own: &ItemAttributes,
    problems: &mut Diagnostics,
) -> Option<Body> {
    let attributes: Vec<serde::Variant> =
        data.variants.iter().map(|variant| serde::Variant::of(&variant.attrs)).collect();
    if attributes.iter().any(|found| found.foreign) {
        return None;
    }
    let tagging = tagging(container, own);
    let units = data.variants.iter().all(|variant| matches!(variant.fields, syn::Fields::Unit));
    let text = units && tagging == Tagging::External && !attributes.iter().any(|found| found.untagged);
    // The variant cannot be determined from a value.
    let is_whole = tagging == Tagging::Untagged || attributes.iter().any(|found| found.untagged);
    let mut variants = Vec::new();
    for (variant, attributes) in data.variants.iter().zip(&attributes) {
        let mut markers = markers::read(&doc::marker_lines(&variant.attrs), Stand::Variant, problems);
        schema_attributes::read(&variant.attrs, Stand::Variant, &mut markers, problems);
        variants.push(choice(variant, attributes, container, &tagging, (&markers, is_whole), problems));
    }
    if tagging != Tagging::Untagged {
        let named = variants.iter().filter(|choice| !choice.untagged).map(|choice| &choice.variant);
        rules::names::variants(named, problems);
    }
    if text {
        return Some(Body::Text(variants.into_iter().map(|choice| choice.variant).collect()));
    }
    twice(&variants, &tagging, problems);
    Some(Body::Choice(Choice { tagging, variants }))
}

fn tagging(container: &serde::Container, own: &ItemAttributes) -> Tagging {
    if let Some((tag, _)) = &own.union {
        return Tagging::Union { tag: tag.clone() };
    }
    match (&container.tag, &container.content) {
        _ if container.untagged => Tagging::Untagged,
        (Some(tag), Some(content)) => Tagging::Adjacent { tag: tag.clone(), content: content.clone() },
        (Some(tag), None) => Tagging::Internal { tag: tag.clone() },
        (None, _) => Tagging::External,
    }
}

fn choice(
    variant: &syn::Variant,
    attributes: &serde::Variant,
    container: &serde::Container,
    tagging: &Tagging,
    (markers, is_whole): (&MarkerSet, bool),
    problems: &mut Diagnostics,
) -> ChoiceVariant {
    let rust = variant.ident.unraw().to_string();
    let renamed = || container.rename_all.map_or_else(|| rust.clone(), |case| case.variant(&rust));
    let mut name = attributes.name.clone().unwrap_or_else(renamed);
    let written = crdc_attributes::member(&variant.attrs, problems);
    let union = matches!(tagging, Tagging::Union { .. });
    if let Some((_, span)) = written.as_ref().filter(|_| !union) {
        problems.add(Problem::new(
            Code::AttributeInvalid,
            *span,
            "`member` names a field of a union, but this enum is not a union",
            "write `#[crdc(union)]` on the enum, or remove it",
        ));
    }
    let member = written.map_or_else(|| case::member(&name), |(member, _)| member);
    let optional = union_member(markers, union, variant, &member, &mut name, problems);
    let data = match is_whole {
        true => whole_data(variant, problems),
        false => data_of(variant, attributes.rename_all.or(container.rename_all_fields), problems),
    };
    ChoiceVariant {
        variant: Variant {
            ident: variant.ident.clone(),
            name,
            skipped: attributes.skip_serializing,
            span: variant.ident.span(),
        },
        data,
        untagged: attributes.untagged,
        member,
        optional,
    }
}

fn data_of(variant: &syn::Variant, case: Option<Case>, problems: &mut Diagnostics) -> Data {
    match &variant.fields {
        syn::Fields::Unit => Data::Unit,
        syn::Fields::Named(_) => {
            let object = fields::object(&variant.fields, case, false, problems);
            rules::names::fields(&object, problems);
            Data::Object(object)
        }
        syn::Fields::Unnamed(unnamed) => match unnamed.unnamed.first() {
            Some(field) if unnamed.unnamed.len() == 1 => {
                Data::Newtype(Box::new(fields::inner(field, 0, problems)))
            }
            _ => {
                let why = format!(
                    "`{}` has several values without names, which are compared as a whole",
                    variant.ident
                );
                compared(variant, &why, "remove it, or give the values names", problems)
            }
        },
    }
}

/// The data of a variant of an enum that is compared as a whole.
fn whole_data(variant: &syn::Variant, problems: &mut Diagnostics) -> Data {
    let why = "this enum has an untagged variant, so its values are compared as a whole";
    let help = "remove it, or give the enum a tag, such as `#[serde(tag = \"type\")]`";
    compared(variant, why, help, problems)
}

fn compared(variant: &syn::Variant, why: &str, help: &str, problems: &mut Diagnostics) -> Data {
    if matches!(variant.fields, syn::Fields::Unit) {
        return Data::Unit;
    }
    let fields = variant.fields.iter().enumerate();
    Data::Leaf(
        fields
            .filter_map(|(index, field)| fields::compared(field, index, (why, help), true, problems))
            .collect(),
    )
}

/// Applies `+unionMember[=VALUE][,optional]` of a variant. Returns whether the member is optional.
fn union_member(
    markers: &MarkerSet,
    union: bool,
    variant: &syn::Variant,
    member: &str,
    name: &mut String,
    problems: &mut Diagnostics,
) -> bool {
    let Some((found, at)) = &markers.member else { return false };
    if !union {
        problems.add(Problem::new(
            Code::MarkerMisplaced,
            at.span,
            format!("`{}` is on a variant, but its enum is not a union", at.text),
            "write `#[crdc(union)]` on the enum, and derive `crdc::Union` instead of serde's traits",
        ));
        return false;
    }
    if matches!(variant.fields, syn::Fields::Unit) {
        problems.add(Problem::new(
            Code::MarkerMisplaced,
            at.span,
            format!("`{}` is on `{}`, which holds no value and selects no member", at.text, variant.ident),
            "remove it, or add the value of the member to the variant",
        ));
        return false;
    }
    if let Some(value) = &found.value {
        if !value.eq_ignore_ascii_case(member) {
            problems.add(Problem::new(
                Code::UnionMemberUnknown,
                at.span,
                format!("the value `{value}` must match the member name `{member}`, ignoring case"),
                format!("write `#[crdc(member = \"{}\")]` on the variant", case::member(value)),
            ));
        }
        name.clone_from(value);
    }
    found.optional
}

/// Reports members of a union that have the same name.
fn twice(variants: &[ChoiceVariant], tagging: &Tagging, problems: &mut Diagnostics) {
    let Tagging::Union { tag } = tagging else { return };
    let mut seen: std::collections::HashMap<&str, Span> =
        std::collections::HashMap::from([(tag.as_str(), Span::call_site())]);
    for choice in variants.iter().filter(|choice| !matches!(choice.data, Data::Unit)) {
        if let Some(other) = seen.insert(&choice.member, choice.variant.span) {
            let message = if choice.member == *tag {
                format!("the member `{tag}` of `{}` has the name of the discriminator", choice.variant.ident)
            } else {
                format!("two variants have the member `{}`", choice.member)
            };
            let help = "give it a different name with `#[crdc(member = \"…\")]`";
            let problem = Problem::new(Code::UnionMemberTwice, choice.variant.span, message, help);
            problems.add(if choice.member == *tag {
                problem
            } else {
                problem.beside(other, "the other variant is here")
            });
        }
    }
}
