//! How code accesses fields: those of a struct by `self` and `old`, those of a variant by the variables of
//! its pattern.
//!
//! In: a field. Out: expressions for the field in the new and the old value, and for its serialized value, an
//! `Option`.
//!
//! Easy to break: a variable for the old value is a reference in `compare`, which has both values. It is an
//! `Option` of a reference in `validate` and `normalize_value`, where the old value may be missing or another
//! variant. Old values, and new values in `compare`, are treated as normalized.

use proc_macro2::{Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::ext::IdentExt;

use super::spans::located;
use super::spans::place;
use crate::typed::model::{Field, Form};

/// How fields are accessed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Access {
    /// `self.name`, `old.name`.
    Struct,
    /// `new_name`, `old_name`: variables of a pattern.
    Bound,
}

impl Access {
    /// A reference to the new value's field.
    pub(super) fn now(self, field: &Field) -> TokenStream {
        let member = &field.member;
        match self {
            Access::Struct => quote_spanned!(place(field)=> &self.#member),
            Access::Bound => bound(Side::New, member),
        }
    }

    /// A mutable reference to the new value's field.
    pub(super) fn changed(self, field: &Field) -> TokenStream {
        let member = &field.member;
        match self {
            Access::Struct => quote_spanned!(place(field)=> &mut self.#member),
            Access::Bound => bound(Side::New, member),
        }
    }

    /// A reference to the old value's field, for `compare`.
    pub(super) fn old(self, field: &Field) -> TokenStream {
        let member = &field.member;
        match self {
            Access::Struct => quote_spanned!(place(field)=> &old.#member),
            Access::Bound => bound(Side::Old, member),
        }
    }

    /// An `Option` of a reference to the old value's field, since there may be no old value.
    pub(super) fn before(self, field: &Field) -> TokenStream {
        let old = self.old(field);
        match self {
            Access::Struct => quote!(old.map(|old| #old)),
            Access::Bound => old,
        }
    }

    /// The same, and `None` if the field is skipped.
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

/// An `Option` of a reference to a field, `None` if the field is skipped.
pub(super) fn present(field: &Field, value: &TokenStream) -> TokenStream {
    match &field.skip_if {
        Some(path) => {
            let skip = skip(path, &field.ty);
            quote!(_crdc::present(#skip, #value))
        }
        None => quote!(_crdc::Some(#value)),
    }
}

/// The same after normalization: with `+normalize`, null and empty are absent.
pub(super) fn normalized(field: &Field, form: &TokenStream, value: &TokenStream) -> TokenStream {
    let present = present(field, value);
    if field.normalize.is_some() { quote!(_crdc::normalized(#form, #present)) } else { present }
}

/// The value that a pattern matches.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    /// The new one.
    New,
    /// The old one.
    Old,
}

/// The variable of a field in a pattern.
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

/// The function of `skip_serializing_if`, as serde calls it: its argument may be a deref-coerced reference.
pub(super) fn skip(path: &syn::Path, ty: &syn::Type) -> TokenStream {
    // A function of the type itself, such as `Vec::is_empty` for a `Vec`, needs no coercion.
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

/// An `Option` of a reference to a flattened field inside options and boxes.
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
