//! Literals.

use std::collections::HashSet;

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use crate::cel::ast::Constant;
use crate::cel::program::{Expr, Op};

/// A literal, as a constant of a program.
pub(super) fn constant(of: &Constant) -> TokenStream {
    match of {
        Constant::Null => quote!(Null),
        Constant::Bool(value) => quote!(Bool(#value)),
        Constant::Int(value) => quote!(Int(#value)),
        Constant::Uint(value) => quote!(Uint(#value)),
        Constant::Double(value) if value.is_nan() => quote!(Double(f64::NAN)),
        Constant::Double(value) if value.is_infinite() && *value > 0.0 => quote!(Double(f64::INFINITY)),
        Constant::Double(value) if value.is_infinite() => quote!(Double(f64::NEG_INFINITY)),
        Constant::Double(value) => quote!(Double(#value)),
        Constant::String(text) => quote!(String(#text)),
        Constant::Bytes(bytes) => {
            // A slice of it would be a call, which constants cannot have.
            let bytes = Literal::byte_string(bytes);
            quote!(Bytes(#bytes))
        }
    }
}

/// The texts of a list that has only constant texts, each once: rustc warns about patterns that repeat.
pub(super) fn texts(items: &[(Expr, bool)]) -> Option<Vec<&str>> {
    let mut texts: Vec<&str> = items
        .iter()
        .map(|(item, optional)| match &item.op {
            Op::Constant(Constant::String(text)) if !optional => Some(text.as_str()),
            _ => None,
        })
        .collect::<Option<_>>()?;
    let mut known = HashSet::new();
    texts.retain(|text| known.insert(*text));
    Some(texts)
}
