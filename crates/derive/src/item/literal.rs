//! Reads JSON in an attribute, as in `extend("maxLength" = 3)`. In: tokens. Out: the value, or `None` for an
//! expression that only the compiler can evaluate.

use proc_macro2::TokenStream;
use syn::parse::{ParseStream, Parser};

use super::attributes::ungrouped;
use crdc_source::json::Json;

/// The value of literals: `3`, `-1.5`, `"a"`, `true`, `null`, `["a"]`, `{"a": 1}`.
pub(super) fn json(tokens: &TokenStream) -> Option<Json> {
    value.parse2(ungrouped(tokens)).ok()
}

fn value(input: ParseStream<'_>) -> syn::Result<Json> {
    if input.peek(syn::token::Bracket) {
        let content;
        syn::bracketed!(content in input);
        let items = content.parse_terminated(value, syn::Token![,])?;
        return Ok(Json::Array(items.into_iter().collect()));
    }
    if input.peek(syn::token::Brace) {
        let content;
        syn::braced!(content in input);
        let members = content.parse_terminated(member, syn::Token![,])?;
        return Ok(Json::Object(members.into_iter().collect()));
    }
    if input.peek(syn::Ident) {
        let word: syn::Ident = input.parse()?;
        return if word == "null" {
            Ok(Json::Null)
        } else {
            Err(syn::Error::new(word.span(), "not a literal"))
        };
    }
    let minus = input.parse::<Option<syn::Token![-]>>()?.is_some();
    let literal: syn::Lit = input.parse()?;
    let number = |digits: &str| format!("{}{digits}", if minus { "-" } else { "" });
    let found = match &literal {
        syn::Lit::Str(text) if !minus => Some(Json::String(text.value())),
        syn::Lit::Bool(flag) if !minus => Some(Json::Bool(flag.value)),
        syn::Lit::Int(int) => number(int.base10_digits()).parse().ok().map(Json::Int),
        syn::Lit::Float(float) => number(float.base10_digits())
            .parse()
            .ok()
            .filter(|float: &f64| float.is_finite())
            .map(Json::Float),
        _ => None,
    };
    found.ok_or_else(|| syn::Error::new(literal.span(), "not JSON"))
}

fn member(input: ParseStream<'_>) -> syn::Result<(String, Json)> {
    let key: syn::LitStr = input.parse()?;
    input.parse::<syn::Token![:]>()?;
    Ok((key.value(), value(input)?))
}
