//! Constants of a schema: numbers, values of an `enum`.

use std::collections::{BTreeMap, HashSet};

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use crdc_schema::constants::order;
use crdc_source::json::Json;

/// A `Literal` of the runtime for each value.
///
/// ```
/// use crdc_tokens as tokens;
/// use crdc_source::json::Json;
/// let values = [Json::String("a".to_owned()), Json::Int(1)];
/// let shown: Vec<String> = tokens::literals(&values).iter().map(ToString::to_string).collect();
/// assert_eq!(shown, ["Literal :: String (\"a\")", "Literal :: Int (1i64)"]);
/// ```
#[must_use]
pub fn literals(values: &[Json]) -> Vec<TokenStream> {
    let literal = |value: &Json| match value {
        Json::Null => quote!(Literal::Null),
        Json::Bool(value) => quote!(Literal::Bool(#value)),
        Json::Int(value) => quote!(Literal::Int(#value)),
        Json::Float(value) => quote!(Literal::Float(#value)),
        Json::String(value) => quote!(Literal::String(#value)),
        other => {
            let text = other.text();
            quote!(Literal::Json(#text))
        }
    };
    values.iter().map(literal).collect()
}

/// A `Rule` of the runtime that requires a value to be one of the constants.
#[must_use]
pub fn enumeration(values: &[Json]) -> TokenStream {
    let literals = literals(values);
    let Some(order) = order(values) else { return quote!(Rule::Enum(&[#(#literals),*])) };
    let order = order.into_iter().map(Literal::usize_unsuffixed);
    quote!(Rule::Listed { values: &[#(#literals),*], order: &[#(#order),*] })
}

/// A number.
///
/// # Panics
/// If it is not finite; numbers of documents always are.
#[must_use]
pub fn float(value: f64) -> TokenStream {
    let literal = Literal::f64_suffixed(value.abs());
    if value.is_sign_negative() { quote!(-#literal) } else { quote!(#literal) }
}

/// A `Bound` of the runtime. `native`: the constrained type can represent the limit.
///
/// # Panics
/// Like [`float`].
#[must_use]
pub fn bound(limit: f64, exclusive: bool, native: bool) -> TokenStream {
    let limit = float(limit);
    quote!(Bound { limit: #limit, exclusive: #exclusive, native: #native })
}

/// Up to this many strings of the same length are compared one after the other; more are searched in a sorted
/// table. A chain of thousands of comparisons nests too deep for rustc, and is slow.
const COMPARED: usize = 16;

/// An expression that tests whether `s`, a `&[u8]`, is one of the strings: by length, then by bytes.
#[must_use]
pub fn one_of(strings: &[&str]) -> TokenStream {
    let mut seen = HashSet::new();
    let mut lengths: BTreeMap<usize, Vec<&str>> = BTreeMap::new();
    for string in strings.iter().filter(|string| seen.insert(**string)) {
        lengths.entry(string.len()).or_default().push(string);
    }
    let bytes = |string: &&str| Literal::byte_string(string.as_bytes());
    let arms = lengths.into_iter().map(|(length, mut strings)| {
        let length = Literal::usize_unsuffixed(length);
        if strings.len() <= COMPARED {
            let strings = strings.iter().map(bytes);
            return quote!(#length => #(s == #strings)||*,);
        }
        strings.sort_unstable();
        let strings = strings.iter().map(bytes);
        quote!(#length => {
            static SORTED: &[&[u8]] = &[#(#strings),*];
            SORTED.binary_search(&s).is_ok()
        })
    });
    quote!(match s.len() { #(#arms)* _ => false })
}
