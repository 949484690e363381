//! Keys of list maps: fields of another type, looked up by name when the user's crate is compiled.
//!
//! In: the item type and the names of the keys. Out: constants, and assertions that the items have these
//! fields. If the list has an immutability marker on keys, also assertions that the key fields are immutable,
//! as far as the type tells.

use crdc_vocabulary::Immutability;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::spanned::Spanned;

use super::emitter::Emitter;
use super::spans::located;
use crate::diag::Code;
use crate::typed::model::{Field, Form, Key, ListKind};
use crate::typed::types::shown;

impl Emitter<'_> {
    /// The keys of a list map, sorted by name as in error messages, and whether they are a constant.
    pub(super) fn keys(&mut self, items: &Form, keys: &[Key]) -> (TokenStream, bool) {
        // Other forms have no fields and were rejected earlier.
        let Form::Other(ty, _) = items.core() else { return (quote!(&[]), true) };
        let mut keys: Vec<&Key> = keys.iter().collect();
        keys.sort_by(|a, b| a.name.cmp(&b.name));
        let names = keys.iter().map(|key| &key.name);
        if self.is_generic(ty) {
            let span = located(ty.span());
            let of = names.map(|name| quote_spanned!(span=> _crdc::Key::of_type::<#ty>(#name)));
            let asserted = keys.iter().map(|key| {
                let name = &key.name;
                field_of(ty, &quote!(_crdc::names(<#ty as _crdc::Value>::FIELDS, #name)), key)
            });
            return (quote!(const { #(#asserted;)* &[#(#of),*] }), false);
        }
        let listed = self.listed(ty);
        for key in &keys {
            let name = &key.name;
            self.assert(&field_of(ty, &quote!(_crdc::is_field::<#listed>(#name)), key));
        }
        (quote!(&[#(_crdc::Key::of_items::<#listed>(#names)),*]), true)
    }

    /// Declares a type that implements `Listed` for an item type. There the compiler determines once whether
    /// the items have rules.
    pub(super) fn listed(&mut self, ty: &syn::Type) -> Ident {
        let text = ty.to_token_stream().to_string();
        if let Some((_, name)) = self.listed.iter().find(|(known, _)| *known == text) {
            return name.clone();
        }
        let name = format_ident!("_Items{}", self.listed.len());
        let form = self.picked(ty);
        self.knows = true;
        self.beside.push(quote! {
            struct #name;
            impl _crdc::Listed for #name {
                type Item = #ty;
                const KNOWN: _crdc::Option<_crdc::Known<()>> = <_crdc::Known<#ty>>::OF;
                #[inline(always)]
                fn form() -> impl _crdc::Form<#ty> {
                    #form
                }
            }
        });
        self.listed.push((text, name.clone()));
        name
    }

    /// Asserts an expression when the user's crate is compiled, once per span.
    pub(super) fn assert(&mut self, must: &TokenStream) {
        let place = must.clone().into_iter().next().map(|token| token.span());
        if self.asserted.insert(format!("{place:?} {must}")) {
            self.beside.push(quote!(const _: () = #must;));
        }
    }

    /// Asserts that the keys of every list map with an immutability marker on keys are immutable.
    pub(super) fn held(&mut self, field: &Field) {
        self.held_in(&field.form, field.mark);
    }

    fn held_in(&mut self, form: &Form, mark: Option<(Immutability, Span)>) {
        match form {
            Form::Optional(inner) | Form::Boxed(inner) => self.held_in(inner, mark),
            Form::Map { values, mark, .. } => self.held_in(values, *mark),
            Form::List { kind, items, mark: inner, .. } => {
                if let (ListKind::Map(keys), Some((marked, span)), Form::Other(ty, _)) =
                    (kind, mark, items.core())
                    && marked != Immutability::Immutable
                    && !self.is_generic(ty)
                {
                    let listed = self.listed(ty);
                    for key in keys {
                        self.assert(&immutable_in(ty, &listed, key, span));
                    }
                }
                self.held_in(items, *inner);
            }
            Form::Scalar(..) | Form::Other(..) => {}
        }
    }
}

/// Asserts that a key is a field of the items.
fn field_of(ty: &syn::Type, has: &TokenStream, key: &Key) -> TokenStream {
    let (name, shown) = (&key.name, shown(ty));
    let words = words(
        &format!("`{shown}` has no field {name:?}, which is a key of this list"),
        &format!("write the JSON name of a field of `{shown}`"),
        Code::ListMapKeys,
    );
    // With the span of the marker, the compiler shows only the marker.
    quote_spanned!(key.span=> _crdc::must(#has, #words))
}

/// Asserts that a key is immutable. [`field_of`] asserts that it is a field.
fn immutable_in(ty: &syn::Type, listed: &Ident, key: &Key, span: Span) -> TokenStream {
    let (name, shown) = (&key.name, shown(ty));
    let words = words(
        &format!(
            "this list restricts changes to its keys, but the key {name:?} of `{shown}` is not immutable"
        ),
        &format!("add `+immutable` to the field of `{shown}`"),
        Code::ListKeysNotImmutable,
    );
    let is_field = quote!(_crdc::is_field::<#listed>(#name));
    let is_held = quote!(_crdc::is_held::<#listed>(#name));
    quote_spanned!(span=> _crdc::must(!#is_field || #is_held, #words))
}

/// The message of an assertion, formatted like a diagnostic.
pub(super) fn words(message: &str, help: &str, code: Code) -> String {
    format!("{message}\n  help: {help}\n  code: {}", code.name())
}
