//! Immutability rules.

use crdc_vocabulary::{Dialect, Immutability};
use proc_macro2::TokenStream;
use quote::{format_ident, quote};

/// An `ImmutabilityRule` of the runtime. `presence`: whether setting and removing the field is checked; CEL
/// rules can do that only for fields that they can [name](crate::schema::is_nameable).
#[must_use]
pub fn mark(marked: Immutability, dialect: Dialect, presence: bool) -> TokenStream {
    let (marked, dialect) = (format_ident!("{marked:?}"), format_ident!("{dialect:?}"));
    quote!(ImmutabilityRule { marked: Immutability::#marked, dialect: Dialect::#dialect, presence: #presence })
}
