//! The derive of crdc. Users name it as `crdc::Rules`, with the feature `derive` of the crate `crdc`.
//!
//! In: a struct or an enum with markers in its documentation. Out: Rust over its fields.

#![forbid(unsafe_code)]

use proc_macro::TokenStream;
use quote::quote;

/// Rules of a struct or an enum from the markers in its documentation. It is being built, and
/// says so wherever it is used.
#[proc_macro_derive(Rules, attributes(crdc))]
pub fn rules(_item: TokenStream) -> TokenStream {
    let error = "the derive of crdc is being built";
    quote!(::core::compile_error!(#error);).into()
}
