//! The derive of crdc. Users name it as `crdc::Rules`, with the feature `derive` of the crate `crdc`.
//!
//! In: a struct or an enum with markers in its documentation. Out: Rust over its fields, of `crdc_codegen::typed`.

#![forbid(unsafe_code)]

use proc_macro::TokenStream;

/// Rules of a struct or an enum, from the markers in its documentation.
#[proc_macro_derive(Rules, attributes(crdc, serde))]
pub fn rules(item: TokenStream) -> TokenStream {
    crdc_codegen::typed::derive(item.into()).into()
}

/// An enum that is written as unions are in Kubernetes: a `type` beside the member that it names. Gives it serde's
/// `Serialize` and `Deserialize` and the rules of [`Rules`].
#[proc_macro_derive(Union, attributes(crdc, serde))]
pub fn union(item: TokenStream) -> TokenStream {
    crdc_codegen::typed::derive_union(item.into()).into()
}
