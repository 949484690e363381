//! `format` of strings: a call of the runtime's function, independent of length and pattern.
// kube-openapi: pkg/validation/validate/formats.go

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::emitter::Emitter;
use crate::plan::Node;

impl Emitter<'_> {
    /// Checks the format of a string `c` with content `s`; `None` if every string passes.
    pub(super) fn format_check(&self, node: &Node) -> Option<TokenStream> {
        let check = format_ident!("{}", node.string_format()?.name);
        let (runtime, written) = (&self.runtime, node.format.as_deref()?);
        Some(quote! {
            static FORMAT: Rule = Rule::Format(#written);
            if !#runtime::format::#check(s) {
                c.raise(&FORMAT);
            }
        })
    }
}
