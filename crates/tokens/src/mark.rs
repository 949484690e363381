//! Immutability rules.

use crdc_vocabulary::{Dialect, Immutability};
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

/// The `ImmutabilityRule` of the runtime for an extension. `presence` is whether setting and removing the
/// field is checked; CEL rules can do that only for fields that they can [name](crdc_schema::is_nameable).
#[must_use]
pub fn mark(marked: Immutability, dialect: Dialect, presence: bool) -> TokenStream {
    let marked = immutability(marked);
    let dialect = match dialect {
        Dialect::Kep => quote!(Kep),
        Dialect::Declarative => quote!(Declarative),
        Dialect::Cel => quote!(Cel),
    };
    quote!(ImmutabilityRule { marked: Immutability::#marked, dialect: Dialect::#dialect, presence: #presence })
}

/// The name of a variant of the runtime's `Immutability`.
#[must_use]
pub fn immutability(marked: Immutability) -> Ident {
    match marked {
        Immutability::Immutable => format_ident!("Immutable"),
        Immutability::ImmutableKeys => format_ident!("ImmutableKeys"),
        Immutability::AdditionOnly => format_ident!("AdditionOnly"),
        Immutability::DeletionOnly => format_ident!("DeletionOnly"),
    }
}
