//! Reads `#[serde(…)]`, `#[schemars(…)]` and similar attributes. In: the attributes of an item, a field or a
//! variant. Out: their entries in order, names with values.
//!
//! Entries that do not parse are left to the macro that owns the attribute, which has better messages. If
//! schemars and serde contradict each other, schemars takes precedence, as in its derive: it determines the
//! published schema.
//
// schemars_derive: attr/schemars_to_serde.rs

use proc_macro2::{Delimiter, Span, TokenStream, TokenTree};
use syn::ext::IdentExt;
use syn::parse::discouraged::Speculative;
use syn::parse::{Parse, ParseStream, Parser};

/// An entry of an attribute: `name`, `name = value`, `name(…)`.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    /// The name: a path, or a string before a `=`.
    pub(crate) name: String,
    /// `!name`: schemars disables an attribute of serde.
    pub(crate) not: bool,
    pub(crate) value: Value,
    pub(crate) span: Span,
}

#[derive(Clone, Debug)]
pub(crate) enum Value {
    Nothing,
    /// The tokens after the `=`.
    Is(TokenStream),
    /// The tokens in parentheses, and those that parse as entries.
    Has(TokenStream, Vec<Entry>),
}

impl Entry {
    /// The string of `name = "text"`.
    pub(crate) fn text(&self) -> Option<String> {
        match &self.value {
            Value::Is(tokens) => text(tokens),
            _ => None,
        }
    }

    /// The path in `name = "a::b"`, or in `name = a::b`.
    pub(crate) fn path(&self) -> Option<syn::Path> {
        let Value::Is(tokens) = &self.value else { return None };
        match syn::parse2::<syn::LitStr>(ungrouped(tokens)) {
            Ok(text) => text.parse().ok(),
            Err(_) => syn::parse2(ungrouped(tokens)).ok(),
        }
    }

    /// The type in `name = "a::B<C>"`.
    pub(crate) fn ty(&self) -> Option<syn::Type> {
        let Value::Is(tokens) = &self.value else { return None };
        syn::parse2::<syn::LitStr>(ungrouped(tokens)).ok()?.parse().ok()
    }

    /// The entries in its parentheses.
    pub(crate) fn entries(&self) -> &[Entry] {
        match &self.value {
            Value::Has(_, entries) => entries,
            _ => &[],
        }
    }
}

/// The value of a string literal.
pub(crate) fn text(tokens: &TokenStream) -> Option<String> {
    syn::parse2::<syn::LitStr>(ungrouped(tokens)).ok().map(|text| text.value())
}

/// Removes the invisible groups that macros put around the tokens.
pub(crate) fn ungrouped(tokens: &TokenStream) -> TokenStream {
    let mut tokens = tokens.clone();
    loop {
        let mut each = tokens.clone().into_iter();
        match (each.next(), each.next()) {
            (Some(TokenTree::Group(group)), None) if group.delimiter() == Delimiter::None => {
                tokens = group.stream()
            }
            _ => return tokens,
        }
    }
}

/// The entries of all attributes of this name. An entry that does not parse is skipped, up to the next comma.
pub(crate) fn entries(attributes: &[syn::Attribute], name: &str) -> Vec<Entry> {
    let found = attributes.iter().filter(|attribute| attribute.path().is_ident(name));
    found.filter_map(|attribute| attribute.parse_args_with(readable).ok()).flatten().collect()
}

/// The entries of one attribute, or the parse error.
pub(crate) fn read(attribute: &syn::Attribute) -> syn::Result<Vec<Entry>> {
    match &attribute.meta {
        syn::Meta::Path(_) => Ok(Vec::new()),
        _ => attribute.parse_args_with(list),
    }
}

fn list(input: ParseStream<'_>) -> syn::Result<Vec<Entry>> {
    let mut entries = Vec::new();
    while !input.is_empty() {
        entries.push(entry(input)?);
    }
    Ok(entries)
}

fn readable(input: ParseStream<'_>) -> syn::Result<Vec<Entry>> {
    let mut entries = Vec::new();
    while !input.is_empty() {
        let ahead = input.fork();
        match entry(&ahead) {
            Ok(entry) => {
                input.advance_to(&ahead);
                entries.push(entry);
            }
            Err(_) => while !input.is_empty() && !is_comma(&input.parse::<TokenTree>()?) {},
        }
    }
    Ok(entries)
}

/// One entry and the comma after it.
fn entry(input: ParseStream<'_>) -> syn::Result<Entry> {
    let entry = input.parse()?;
    if !input.is_empty() {
        input.parse::<syn::Token![,]>()?;
    }
    Ok(entry)
}

fn is_comma(token: &TokenTree) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == ',')
}

impl Parse for Entry {
    fn parse(input: ParseStream<'_>) -> syn::Result<Entry> {
        let not = input.parse::<Option<syn::Token![!]>>()?.is_some();
        let span = input.span();
        let name = if input.peek(syn::LitStr) {
            input.parse::<syn::LitStr>()?.value()
        } else {
            let mut name = input.call(syn::Ident::parse_any)?.to_string();
            while input.peek(syn::Token![::]) {
                input.parse::<syn::Token![::]>()?;
                name = format!("{name}::{}", input.call(syn::Ident::parse_any)?);
            }
            name
        };
        let value = if input.peek(syn::Token![=]) {
            input.parse::<syn::Token![=]>()?;
            let mut tokens = TokenStream::new();
            while !input.is_empty() && !input.peek(syn::Token![,]) {
                tokens.extend([input.parse::<TokenTree>()?]);
            }
            Value::Is(tokens)
        } else if input.peek(syn::token::Paren) {
            let content;
            syn::parenthesized!(content in input);
            let tokens: TokenStream = content.parse()?;
            let entries = readable.parse2(tokens.clone()).unwrap_or_default();
            Value::Has(tokens, entries)
        } else {
            Value::Nothing
        };
        Ok(Entry { name, not, value, span })
    }
}
