//! Literals.

use std::collections::HashSet;

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::code::Code;
use crate::cel::ast::Constant;
use crate::cel::program::{Expr, Op, Repr};

pub(super) fn literal(constant: &Constant) -> Code {
    let (tokens, repr) = match constant {
        Constant::Null => (quote!(Value::Null), Repr::Dynamic),
        Constant::Bool(value) => (quote!(#value), Repr::Bool),
        Constant::Int(value) => (quote!(#value), Repr::Int),
        Constant::Uint(value) => (quote!(#value), Repr::Uint),
        Constant::Double(value) if value.is_nan() => (quote!(f64::NAN), Repr::Double),
        Constant::Double(value) if value.is_infinite() && *value > 0.0 => {
            (quote!(f64::INFINITY), Repr::Double)
        }
        Constant::Double(value) if value.is_infinite() => (quote!(f64::NEG_INFINITY), Repr::Double),
        Constant::Double(value) => (quote!(#value), Repr::Double),
        Constant::String(text) => (quote!(#text), Repr::String),
        Constant::Bytes(bytes) => {
            let bytes = Literal::byte_string(bytes);
            (quote!(&#bytes[..]), Repr::Bytes)
        }
    };
    Code::plain(tokens, repr)
}

/// The value of a literal, as a constant expression.
pub(super) fn constant_value(expr: &Expr) -> Option<TokenStream> {
    let Op::Constant(constant) = &expr.op else { return None };
    let tokens = literal(constant);
    let tokens = tokens.infallible()?;
    Some(match constant {
        Constant::Null => quote!(Value::Null),
        Constant::Bool(_) => quote!(Value::Bool(#tokens)),
        Constant::Int(_) => quote!(Value::Int(#tokens)),
        Constant::Uint(_) => quote!(Value::Uint(#tokens)),
        Constant::Double(_) => quote!(Value::Double(#tokens)),
        Constant::String(_) => quote!(Value::String(#tokens)),
        Constant::Bytes(_) => quote!(Value::Bytes(#tokens)),
    })
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
