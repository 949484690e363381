//! Fields that a user function serializes (`#[serde(with, serialize_with)]`).
//!
//! In: the field and the function. Out: a type that calls the function, and the form that compares its output.

use proc_macro2::TokenStream;
use quote::{format_ident, quote, quote_spanned};
use syn::spanned::Spanned;

use super::emitter::Emitter;
use super::generics::bounded;
use super::spans::located;
use crate::typed::model::Field;

impl Emitter<'_> {
    /// The form of a field that `path` serializes.
    pub(super) fn written(&mut self, field: &Field, path: &syn::Path) -> TokenStream {
        let at = std::ptr::from_ref(field);
        let known = self.written.iter().position(|known| std::ptr::eq(*known, at));
        let name = format_ident!("_Writes{}", known.unwrap_or(self.written.len()));
        if known.is_none() {
            self.written.push(at);
            let (ty, ident, span) = (&field.ty, &self.item.ident, located(path.span()));
            let generics = bounded(self.item);
            let (parameters, arguments, condition) = generics.split_for_impl();
            self.beside.push(quote_spanned! {span=>
                #[derive(::core::clone::Clone, ::core::marker::Copy)]
                struct #name;
                #[automatically_derived]
                impl #parameters _crdc::Write<#ident #arguments, #ty> for #name #condition {
                    fn write<__S: _crdc::serde::Serializer>(
                        value: &#ty,
                        serializer: __S,
                    ) -> ::core::result::Result<__S::Ok, __S::Error> {
                        #path(value, serializer)
                    }
                }
            });
        }
        quote!(_crdc::Written::<#name, Self>::new())
    }
}
