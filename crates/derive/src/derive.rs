//! Expands the derives; the macro crate calls these functions.
//!
//! In: the tokens of an item. Out: its code, or its problems and a stub that prevents further compiler
//! errors.

use proc_macro2::{Span, TokenStream};
use syn::spanned::Spanned;

use super::diag::{Diagnostics, Problem};
use super::emit::{self, Docs};
use super::item::read::read;
use super::model::{Body, Choice, Data, Form, Item, Tagging};
use crdc_source::diag::Code;

/// Expands `#[derive(crdc::Rules)]` to `impl crdc::typed::Value` and `impl crdc::Rules`.
///
/// If the item has problems, expands to a `compile_error!` at the position of each problem and to impls that
/// do nothing.
///
/// ```
/// let item = "struct Spec { /** +immutable */ name: String }".parse().unwrap();
/// let code = crdc_derive::derive(item).to_string();
/// assert!(code.contains("impl :: crdc :: Rules for Spec"));
/// ```
#[must_use]
pub fn derive(item: TokenStream) -> TokenStream {
    let input: syn::DeriveInput = match syn::parse2(item) {
        Ok(input) => input,
        Err(error) => return error.to_compile_error(),
    };
    let (item, mut problems) = read(&input);
    not_a_union(&item, &input, &mut problems);
    if problems.is_empty() {
        return emit::emit(&item);
    }
    let mut code = problems.compile_errors();
    code.extend(emit::stub(&item));
    code
}

/// Expands `#[derive(crdc::Union)]` to the impls of [`derive()`] and to `impl serde::Serialize` and
/// `impl serde::Deserialize`, for an enum that is serialized as a Kubernetes union:
/// `{"type": "S3", "s3": {…}}`.
///
/// ```
/// let item = "enum Storage { S3(Bucket), None }".parse().unwrap();
/// let code = crdc_derive::derive_union(item).to_string();
/// assert!(code.contains("Deserialize < 'de > for Storage"));
/// ```
#[must_use]
pub fn derive_union(item: TokenStream) -> TokenStream {
    let mut input: syn::DeriveInput = match syn::parse2(item) {
        Ok(input) => input,
        Err(error) => return error.to_compile_error(),
    };
    if markers(&input, "union").is_none() {
        input.attrs.push(syn::parse_quote!(#[crdc(union)]));
    }
    let (mut item, mut problems) = read(&input);
    if let Body::Choice(choice) = &mut item.body {
        members(choice, &mut problems);
    }
    if problems.is_empty() {
        return emit::emit_union(&item, &Docs::of(&input));
    }
    let mut code = problems.compile_errors();
    code.extend(emit::stub_of_union(&item));
    code
}

/// Rejects a union under `crdc::Rules`, which leaves serialization to serde, and `#[crdc(schemars)]` on an
/// item that is not a union.
fn not_a_union(item: &Item, input: &syn::DeriveInput, problems: &mut Diagnostics) {
    if let Body::Choice(Choice { tagging: Tagging::Union { .. }, .. }) = &item.body {
        problems.add(Problem::new(
            Code::AttributeInvalid,
            markers(input, "union").unwrap_or_else(Span::call_site),
            "serde cannot derive the JSON form of a union",
            "derive `crdc::Union` instead of `crdc::Rules`, `Serialize` and `Deserialize`",
        ));
    } else if item.schemars.is_some() {
        problems.add(Problem::new(
            Code::AttributeInvalid,
            markers(input, "schemars").unwrap_or_else(Span::call_site),
            "`schemars` is only valid with `crdc::Union`",
            "derive `schemars::JsonSchema` in addition to `crdc::Rules`, and remove this",
        ));
    }
}

/// Checks that each variant of a union contains no data or a single value, the value of its member.
fn members(choice: &mut Choice, problems: &mut Diagnostics) {
    for variant in &mut choice.variants {
        let ident = &variant.variant.ident;
        match &variant.data {
            // `None` is not serialized.
            Data::Newtype(field) => variant.optional |= matches!(field.form, Form::Optional(_)),
            Data::Unit => {}
            Data::Object(_) | Data::Leaf(_) => problems.add(Problem::new(
                Code::AttributeInvalid,
                variant.variant.span,
                format!("`{ident}` has fields, but a variant of a union holds the value of one member"),
                format!("move them to a struct: `{ident}({ident})`"),
            )),
        }
        if let Data::Newtype(field) = &variant.data
            && variant.optional
            && !matches!(field.form, Form::Optional(_))
        {
            problems.add(Problem::new(
                Code::AttributeInvalid,
                field.ty.span(),
                format!("the member of `{ident}` is optional, but the variant always holds a value"),
                format!("make it `{ident}(Option<…>)`"),
            ));
        }
        if variant.variant.skipped || variant.untagged {
            problems.add(Problem::new(
                Code::AttributeInvalid,
                variant.variant.span,
                format!("`{ident}` is skipped or untagged, but a union names each of its values"),
                "remove the attribute",
            ));
        }
    }
}

/// The span of the entry of this name in `#[crdc(…)]`.
fn markers(input: &syn::DeriveInput, name: &str) -> Option<Span> {
    let entries = super::item::attributes::entries(&input.attrs, "crdc");
    entries.into_iter().find(|entry| entry.name == name).map(|entry| entry.span)
}
