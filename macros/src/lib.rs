//! The derive macros of crdc, which users import from the crate `crdc` with its feature `derive`.
//!
//! In: a struct or an enum with markers in its doc comments. Out: Rust code from `crdc_derive`.

#![forbid(unsafe_code)]

use proc_macro::TokenStream;

/// Derives the rules of a struct or an enum from the markers in its doc comments.
#[proc_macro_derive(Rules, attributes(crdc, serde))]
pub fn rules(item: TokenStream) -> TokenStream {
    crdc_derive::derive(item.into()).into()
}

/// Derives an enum that is serialized as a Kubernetes union: a `type` and the member that it selects.
/// Implements serde's `Serialize` and `Deserialize`, and the rules of [`Rules`].
#[proc_macro_derive(Union, attributes(crdc, serde))]
pub fn union(item: TokenStream) -> TokenStream {
    crdc_derive::derive_union(item.into()).into()
}
