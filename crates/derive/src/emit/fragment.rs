//! Writes the schema fragment of an item: the schema as far as the item determines it.
//!
//! In: an item. Out: the body of `fragment`: a constant with the text, and the types that the text refers to.

use crdc_vocabulary::go;
use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::ext::IdentExt;
use syn::spanned::Spanned;

use super::emitter::Emitter;
use super::spans::located;
use crate::schema::{self, Written};

impl Emitter<'_> {
    /// A reference to the fragment.
    pub(super) fn fragment(&mut self) -> TokenStream {
        let Written { text, refs: types } = schema::fragment(self.item);
        let text = raw(&text);
        let name = self.item.ident.unraw().to_string();
        self.picks |= !types.is_empty();
        let refs = types.iter().map(|ty| quote_spanned!(located(ty.span())=> <_crdc::Pick<#ty>>::schema));
        quote!(&_crdc::Fragment { name: #name, text: #text, refs: &[#(#refs),*] })
    }
}

/// A text as a raw string literal, for readability.
fn raw(text: &str) -> TokenStream {
    let mut hashes = String::from("#");
    while text.contains(&format!("\"{hashes}")) {
        hashes.push('#');
    }
    let literal: Option<proc_macro2::Literal> = format!("r{hashes}\"{text}\"{hashes}").parse().ok();
    match literal {
        // A raw string literal cannot contain a carriage return, and none may change the direction of text.
        Some(literal) if text.chars().all(go::is_print) => quote!(#literal),
        _ => quote!(#text),
    }
}
