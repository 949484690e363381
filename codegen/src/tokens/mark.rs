//! What updates may not do to a value.

use crdc_vocabulary::{Dialect, Marked};
use proc_macro2::TokenStream;
use quote::{format_ident, quote};

/// A `Mark` of the runtime. `presence`: whether it is seen that a field is set or left out, which rules in CEL see of
/// fields that they can [name](crate::schema::is_nameable).
#[must_use]
pub fn mark(marked: Marked, dialect: Dialect, presence: bool) -> TokenStream {
    let (marked, dialect) = (format_ident!("{marked:?}"), format_ident!("{dialect:?}"));
    quote!(Mark { marked: Marked::#marked, dialect: Dialect::#dialect, presence: #presence })
}
