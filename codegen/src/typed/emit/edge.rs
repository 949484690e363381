//! What is said of the way to a value: its name and its mark.

use crdc_vocabulary::Marked;
use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use crate::typed::item::model::Field;

/// The way to a field.
pub(super) fn to_field(field: &Field) -> TokenStream {
    to_name(&field.name, field.mark.map(|(marked, _)| marked))
}

/// The way to a field of this name.
pub(super) fn to_name(name: &str, mark: Option<Marked>) -> TokenStream {
    let mark = option(mark.map(|marked| {
        let marked = format_ident!("{marked:?}");
        quote!(_crdc::Marked::#marked)
    }));
    quote!(&_crdc::Edge { name: #name, mark: #mark })
}

/// The way to items of a list and values of a map.
pub(super) fn to_items(mark: Option<Marked>) -> TokenStream {
    if mark.is_none() { quote!(&_crdc::Edge::ITEMS) } else { to_name("", mark) }
}

/// An `Option`, whatever the user calls by that name.
pub(super) fn option(value: Option<TokenStream>) -> TokenStream {
    match value {
        Some(value) => quote!(_crdc::Some(#value)),
        None => quote!(_crdc::None),
    }
}
