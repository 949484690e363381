//! How code reaches fields: those of a struct by `self` and `old`, those of a variant by what its pattern bound.
//!
//! In: a field. Out: expressions for it in the new value and in the old one; for what is written of it, an `Option`.
//!
//! Easy to break: what a pattern bound of the old value is a reference in `compare`, which has both values, and an
//! `Option` of one in `validate` and `normalize_value`, where the old value may be none or of another variant. Old values, and new ones
//! where they are compared, stand as if they were normalised.

use proc_macro2::{Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::ext::IdentExt;

use super::forms::located;
use super::object::place;
use crate::typed::item::model::{Field, Form};

/// How fields are reached.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Access {
    /// `self.name`, `old.name`.
    Struct,
    /// `new_name`, `old_name`: what a pattern bound.
    Bound,
}

impl Access {
    /// The new value's field, as a reference.
    pub(super) fn now(self, field: &Field) -> TokenStream {
        let member = &field.member;
        match self {
            Access::Struct => quote_spanned!(place(field)=> &self.#member),
            Access::Bound => bound(Side::New, member),
        }
    }

    /// The new value's field, as a reference through which it is changed.
    pub(super) fn changed(self, field: &Field) -> TokenStream {
        let member = &field.member;
        match self {
            Access::Struct => quote_spanned!(place(field)=> &mut self.#member),
            Access::Bound => bound(Side::New, member),
        }
    }

    /// The old value's field, as a reference; in `compare`.
    pub(super) fn old(self, field: &Field) -> TokenStream {
        let member = &field.member;
        match self {
            Access::Struct => quote_spanned!(place(field)=> &old.#member),
            Access::Bound => bound(Side::Old, member),
        }
    }

    /// The old value's field, if there is an old value, as an `Option`.
    pub(super) fn before(self, field: &Field) -> TokenStream {
        let old = self.old(field);
        match self {
            Access::Struct => quote!(old.map(|old| #old)),
            Access::Bound => old,
        }
    }

    /// What is written of the old value's field, if there is an old value.
    pub(super) fn before_if_present(self, field: &Field, form: &TokenStream) -> TokenStream {
        if field.skip_if.is_none() {
            return self.before(field);
        }
        let (old, then) = match self {
            Access::Struct => (quote!(old), self.old(field)),
            Access::Bound => (self.old(field), quote!(old)),
        };
        let present = normalized(field, form, &then);
        quote!(#old.and_then(|old| #present))
    }
}

/// What is written of a field, as an `Option` of the reference.
pub(super) fn present(field: &Field, value: &TokenStream) -> TokenStream {
    match &field.skip_if {
        Some(path) => {
            let skip = skip(path, &field.ty);
            quote!(_crdc::present(#skip, #value))
        }
        None => quote!(_crdc::Some(#value)),
    }
}

/// The same as if it were normalised: under `+normalize`, null and empty are as good as absent.
pub(super) fn normalized(field: &Field, form: &TokenStream, value: &TokenStream) -> TokenStream {
    let present = present(field, value);
    if field.normalize.is_some() { quote!(_crdc::normalized(#form, #present)) } else { present }
}

/// Which value a pattern took apart.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    /// The new one.
    New,
    /// The old one.
    Old,
}

/// The name that a pattern gives a field.
pub(super) fn bound(side: Side, member: &syn::Member) -> TokenStream {
    let name = match member {
        syn::Member::Named(ident) => ident.unraw().to_string(),
        syn::Member::Unnamed(index) => index.index.to_string(),
    };
    let ident = match side {
        Side::New => format_ident!("new_{name}"),
        Side::Old => format_ident!("old_{name}"),
    };
    quote!(#ident)
}

/// What `skip_serializing_if` names, as serde calls it: with a reference that may be to what is inside.
pub(super) fn skip(path: &syn::Path, ty: &syn::Type) -> TokenStream {
    // A function of the type itself, as `Vec::is_empty` is of a `Vec`, is given no other reference.
    let own = match ty {
        syn::Type::Path(ty) => ty.path.segments.last().map(|last| &last.ident),
        _ => None,
    };
    let of = path.segments.iter().rev().nth(1).map(|of| &of.ident);
    let span = path.segments.first().map_or_else(Span::call_site, |first| first.ident.span());
    if of.is_some() && of == own {
        quote!(#path)
    } else {
        quote_spanned!(located(span)=> |value| #path(value))
    }
}

/// A flattened field that may be behind options and boxes, as an `Option` of a reference.
pub(super) fn flat(form: &Form, reference: &TokenStream) -> TokenStream {
    match form {
        Form::Optional(inner) if matches!(**inner, Form::Other(..)) => {
            quote!(_crdc::Option::as_ref(#reference))
        }
        Form::Optional(inner) => {
            let inner = flat(inner, &quote!(inner));
            quote!(_crdc::Option::as_ref(#reference).and_then(|inner| #inner))
        }
        Form::Boxed(inner) => flat(inner, &quote!(&**#reference)),
        _ => quote!(_crdc::Some(#reference)),
    }
}
