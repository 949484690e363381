//! Writes the body of `normalize_value`, which makes the parts of a value absent that normalization removed
//! from its tape.
//!
//! In: fields whose values may contain normalized parts, fields with `+normalize`, and members of unions.
//! Out: a call for each, with its name. Easy to break: fields are cleared after the values in them are
//! normalized.

use proc_macro2::TokenStream;
use quote::{format_ident, quote, quote_spanned};
use syn::ext::IdentExt;

use super::emitter::Emitter;
use super::spans::{located, place};
use crate::model::{Choice, Data, Field, Form, Object, Tagging};
use crdc_source::json::escaped;

impl Emitter<'_> {
    /// The code that normalizes the fields of an object, each a mutable reference.
    pub(super) fn normalize_object(
        &mut self,
        object: &Object,
        reference: impl Fn(&Field) -> TokenStream,
    ) -> TokenStream {
        let (mut code, mut cleared) = (TokenStream::new(), TokenStream::new());
        let members = object.unions.iter().flat_map(|union| &union.members).map(|member| member.field);
        let members: Vec<usize> = members.collect();
        for (index, field) in object.fields.iter().enumerate() {
            let (value, span, name) = (reference(field), place(field), escaped(&field.name));
            match self.inside(field) {
                // The fields of a flattened value are fields of this object.
                Some(inside) if field.flatten => {
                    code.extend(quote_spanned!(span=> { let value = #value; #inside; }));
                }
                Some(inside) => {
                    code.extend(quote_spanned!(span=> step.field(#name, #value, |value, step| #inside);));
                }
                None => {}
            }
            if field.normalize.is_some() || members.contains(&index) {
                cleared.extend(quote_spanned!(span=> if step.is_gone(#name) { _crdc::clear(#value); }));
            }
        }
        code.extend(cleared);
        code
    }

    /// The code that normalizes the variants of an enum.
    pub(super) fn normalize_choice(&mut self, choice: &Choice) -> TokenStream {
        let mut arms = TokenStream::new();
        for variant in choice.variants.iter().filter(|variant| !variant.variant.skipped) {
            let ident = &variant.variant.ident;
            let (pattern, code) = match &variant.data {
                Data::Unit | Data::Leaf(_) => continue,
                Data::Newtype(field) => (quote!((value)), self.inside(field).unwrap_or_default()),
                Data::Object(object) => {
                    let names = object.fields.iter().map(|field| {
                        let (member, name) = (&field.member, bound(field));
                        quote!(#member: #name)
                    });
                    let pattern = quote!({ #(#names,)* .. });
                    (pattern, self.normalize_object(object, bound))
                }
            };
            if code.is_empty() {
                continue;
            }
            let name = match &choice.tagging {
                Tagging::Internal { .. } | Tagging::Untagged => None,
                Tagging::External => Some(&variant.variant.name),
                Tagging::Adjacent { content, .. } => Some(content),
                Tagging::Union { .. } => Some(&variant.member),
            };
            let code = match name.map(|name| escaped(name)) {
                Some(name) if matches!(variant.data, Data::Newtype(_)) => {
                    quote!(step.field(#name, value, |value, step| #code))
                }
                Some(name) => quote!(step.field(#name, &mut (), |_, step| { #code })),
                None => code,
            };
            arms.extend(quote!(Self::#ident #pattern => { #code }));
        }
        if arms.is_empty() { arms } else { quote!(match self { #arms _ => {} }) }
    }

    /// The code that normalizes `value`, if it may contain normalized parts.
    pub(super) fn inside(&mut self, field: &Field) -> Option<TokenStream> {
        if field.is_whole() { None } else { self.inside_form(&field.form) }
    }

    fn inside_form(&mut self, form: &Form) -> Option<TokenStream> {
        Some(match form {
            Form::Scalar(..) => return None,
            Form::Other(ty, _) if self.is_parameter(ty) => quote!(_crdc::Value::normalize_value(value, step)),
            Form::Other(ty, _) => {
                let picked = self.picked(ty);
                quote_spanned!(located(syn::spanned::Spanned::span(ty))=> <#picked>::normalize(value, step))
            }
            Form::Optional(inner) => {
                let inner = self.inside_form(inner)?;
                quote!(step.optional(value, |value, step| #inner))
            }
            Form::Boxed(inner) => {
                let inner = self.inside_form(inner)?;
                quote!(step.boxed(value, |value, step| #inner))
            }
            Form::List { items, .. } => {
                let inner = self.inside_form(items)?;
                quote!(step.items(value, |value, step| #inner))
            }
            Form::Map { values, .. } => {
                let inner = self.inside_form(values)?;
                quote!(step.values(value, |value, step| #inner))
            }
        })
    }
}

/// The variable of a field in a pattern.
fn bound(field: &Field) -> TokenStream {
    let name = match &field.member {
        syn::Member::Named(ident) => format_ident!("new_{}", ident.unraw()),
        syn::Member::Unnamed(index) => format_ident!("new_{}", index.index),
    };
    quote!(#name)
}
