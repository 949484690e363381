//! What updates may not do to a value.

use crdc_vocabulary::{Dialect, Immutability};
use proc_macro2::TokenStream;
use quote::{format_ident, quote};

/// An `ImmutabilityRule` of the runtime. `presence`: whether it is seen that a field is set or left out, which rules in CEL see of
/// fields that they can [name](crate::schema::is_nameable).
#[must_use]
pub fn mark(marked: Immutability, dialect: Dialect, presence: bool) -> TokenStream {
    let (marked, dialect) = (format_ident!("{marked:?}"), format_ident!("{dialect:?}"));
    quote!(ImmutabilityRule { marked: Immutability::#marked, dialect: Dialect::#dialect, presence: #presence })
}
