//! Writes constants that report whether a type has checks: values that are compared as a whole may contain
//! only types without checks.
//!
//! In: an item. Out: a constant expression, which uses the constants of other types.
//!
//! Easy to break: types may be recursive. So a type only uses whether another type has the derive, which does
//! not depend on further types.

use std::collections::HashSet;

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;

use super::emitter::Emitter;
use super::generics::{all_fields, mentions};
use super::spans::located;
use super::whole::other;
use crate::model::{Body, Choice, Field, Form, ListKind, Tagging};
use crate::types;

impl Emitter<'_> {
    /// The expression for whether the item, or possibly a type in it, has checks. Empty if there are no
    /// checks.
    pub(super) fn is_ruled(&mut self) -> TokenStream {
        self.any_asks(|_, _| true)
    }

    /// The expression for whether the item has checks, whatever its type parameters are.
    pub(super) fn is_ruled_anyway(&mut self) -> TokenStream {
        self.any_asks(|emitter, ty| !emitter.is_generic(ty))
    }

    fn any_asks(&mut self, counts: fn(&Self, &syn::Type) -> bool) -> TokenStream {
        let (mut fields, body) = (Vec::new(), &self.item.body);
        all_fields(body, &mut fields);
        let unions = match body {
            Body::Object(object) => !object.unions.is_empty(),
            Body::Choice(Choice { tagging, .. }) => matches!(tagging, Tagging::Union { .. }),
            _ => false,
        };
        if unions || !self.item.rules.is_empty() || fields.iter().any(|field| asks(field)) {
            return quote!(true);
        }
        let mut named = types_of(&fields);
        named.retain(|ty| counts(self, ty));
        self.any(named, &quote!(IS_DERIVED))
    }

    /// The expression for whether an item that is compared as a whole has checks because of a type that only
    /// its impl can name. Assertions cover the other types.
    pub(super) fn whole_is_ruled(&mut self, fields: &[&Field]) -> TokenStream {
        let itself = HashSet::from([self.item.ident.clone(), Ident::new("Self", Span::call_site())]);
        let mut named = types_of(fields);
        named.retain(|ty| self.is_generic(ty) && !mentions(ty.to_token_stream(), &itself));
        self.any(named, &quote!(IS_RULED))
    }

    /// The expression for whether a constant is true for one of these types.
    fn any(&mut self, mut named: Vec<syn::Type>, constant: &TokenStream) -> TokenStream {
        let mut seen = HashSet::new();
        named.retain(|ty| seen.insert(ty.to_token_stream().to_string()));
        let mut all = TokenStream::new();
        for ty in &named {
            let picked = self.picked(ty);
            let or = (!all.is_empty()).then(|| quote!(||));
            all.extend(quote_spanned!(located(ty.span())=> #or <#picked>::#constant));
        }
        all
    }
}

/// The types in fields, and in tuples, that the derive cannot inspect.
fn types_of(fields: &[&Field]) -> Vec<syn::Type> {
    fn of(form: &Form) -> Vec<syn::Type> {
        match other(form) {
            Some(syn::Type::Tuple(tuple)) => tuple.elems.iter().flat_map(|ty| of(&types::form(ty))).collect(),
            Some(ty) => vec![ty.clone()],
            None => Vec::new(),
        }
    }
    let checked = fields.iter().filter(|field| !field.is_whole() && !field.unchecked);
    checked.flat_map(|field| of(&field.form)).collect()
}

/// Whether a field has checks of its own.
fn asks(field: &Field) -> bool {
    let marked = field.mark.is_some() || field.normalize.is_some() || field.default_value.is_some();
    let may_lack = field.skip_if.is_some() || field.form.is_optional();
    let ruled = !field.rules.is_empty() || !field.each.is_empty();
    marked || ruled || (field.required && may_lack) || form_asks(&field.form)
}

fn form_asks(form: &Form) -> bool {
    match form {
        Form::Scalar(_, constraints) | Form::Other(_, constraints) => constraints.any(),
        Form::Optional(inner) | Form::Boxed(inner) => form_asks(inner),
        Form::List { kind, items, mark, constraints } => {
            let identified = matches!(kind, ListKind::Set | ListKind::Map(_));
            identified || mark.is_some() || constraints.any() || form_asks(items)
        }
        Form::Map { values, mark, constraints, .. } => {
            mark.is_some() || constraints.any() || form_asks(values)
        }
    }
}
