//! An enum of unit variants, which is serialized as a string.

use proc_macro2::TokenStream;
use quote::quote;

use super::code::Code;
use super::emitter::Emitter;
use crate::typed::model::Variant;

impl Emitter<'_> {
    /// An enum of unit variants.
    pub(super) fn text(&mut self, variants: &[Variant]) -> Code {
        let texts = variants.iter().filter(|variant| !variant.skipped).map(|variant| &variant.name);
        if variants.is_empty() {
            // It has no values.
            return Code { scalar: quote!(match *self {}), ..Code::default() };
        }
        Code {
            texts: quote!(&[#(#texts),*]),
            scalar: self.texts(variants),
            is_empty: empty(variants),
            compare: quote!(at.scalars(_crdc::Value::scalar(self), _crdc::Value::scalar(old));),
            ..Code::default()
        }
    }

    /// The string of each variant.
    fn texts(&self, variants: &[Variant]) -> TokenStream {
        let arms = variants.iter().map(|variant| {
            let Variant { ident, name, .. } = variant;
            quote!(Self::#ident => #name)
        });
        quote!(_crdc::Scalar::Text(match self { #(#arms),* }))
    }
}

/// Whether the string is empty; no code if no variant is.
fn empty(variants: &[Variant]) -> TokenStream {
    let mut empty = variants.iter().filter(|variant| variant.name.is_empty()).map(|variant| &variant.ident);
    match empty.next() {
        Some(ident) => quote!(::core::matches!(self, Self::#ident)),
        None => TokenStream::new(),
    }
}
