//! Asserts that fields which are compared as a whole have no rules in them, since these rules would not run.
//!
//! In: the fields of a tuple, or of an enum whose values do not determine the variant, or the types that
//! serde writes and reads in place of an item. Out: assertions that their types have no rules.

use proc_macro2::TokenStream;
use quote::quote_spanned;
use syn::spanned::Spanned;

use super::emitter::Emitter;
use super::keys::words;
use super::spans::located;
use crate::model::{Field, Form};
use crate::types::{self, shown};
use crdc_source::diag::Code;

impl Emitter<'_> {
    /// Asserts that the types of fields have no rules. Returns the assertions about types that only the impl
    /// can name.
    pub(super) fn whole(&mut self, fields: &[&Field]) -> TokenStream {
        let checked = fields.iter().filter(|field| !field.is_whole() && !field.unchecked);
        checked.map(|field| self.whole_form(&field.form)).collect()
    }

    fn whole_form(&mut self, form: &Form) -> TokenStream {
        match other(form) {
            Some(syn::Type::Tuple(tuple)) => self.elements(tuple),
            Some(ty) => self.whole_type(ty),
            None => TokenStream::new(),
        }
    }

    /// Asserts that the types in the tuples of a form have no rules.
    pub(super) fn tuples(&mut self, form: &Form) -> TokenStream {
        match other(form) {
            Some(syn::Type::Tuple(tuple)) => self.elements(tuple),
            _ => TokenStream::new(),
        }
    }

    fn elements(&mut self, tuple: &syn::TypeTuple) -> TokenStream {
        tuple.elems.iter().map(|ty| self.whole_form(&types::form(ty))).collect()
    }

    fn whole_type(&mut self, ty: &syn::Type) -> TokenStream {
        let (ty_shown, item) = (shown(ty), &self.item.ident);
        let (message, help) = match self.item.is_converted {
            false => (
                format!("`{ty_shown}` may have rules, which are not run here: this value is compared as a whole"),
                "write `#[crdc(leaf)]` on the field if nothing need be checked in it, or `#[crdc(unchecked_rules)]` if you check it"
                    .to_owned(),
            ),
            true => (
                format!("`{ty_shown}` may have rules, which are not run: serde writes it in place of `{item}` (`into`)"),
                format!("have fields of the type `{ty_shown}`; or write `#[crdc(unchecked_rules)]` on `{item}` if you check it"),
            ),
        };
        if self.item.is_converted && self.item.strict && !self.is_generic(ty) {
            self.assert(&quote_spanned!(ty.span()=> _crdc::ruled::<#ty>()));
        }
        self.given_rules(ty);
        self.must_have_none(ty, &words(&message, &help, Code::RuleUnchecked))
    }

    /// Asserts that the types which serde only reads in place of the item have no rules.
    pub(super) fn read_as(&mut self) -> TokenStream {
        let item = self.item;
        let all = item.read_as.iter().map(|ty| {
            let (ty_shown, ident) = (shown(ty), &item.ident);
            let words = words(
                &format!("`{ty_shown}` may have rules, which are not run: `{ident}` is only read from it"),
                &format!(
                    "write them on the fields of `{ident}`; or write `#[crdc(unchecked_rules)]` on `{ident}` if you check them"
                ),
                Code::RuleUnchecked,
            );
            match other(&types::form(ty)) {
                Some(ty) => self.must_have_none(ty, &words),
                None => TokenStream::new(),
            }
        });
        all.collect()
    }

    fn must_have_none(&mut self, ty: &syn::Type, words: &str) -> TokenStream {
        let picked = self.picked(ty);
        let must = quote_spanned!(located(ty.span())=> _crdc::must(!<#picked>::IS_RULED, #words));
        if self.is_generic(ty) {
            return quote_spanned!(ty.span()=> #must;);
        }
        self.assert(&must);
        TokenStream::new()
    }
}

impl Emitter<'_> {
    /// Asserts that a generic type with the derive has rules: each of its type arguments must have some.
    pub(super) fn given_rules(&mut self, ty: &syn::Type) {
        let syn::Type::Path(path) = ty else { return };
        let arguments = path.path.segments.last().map(|last| &last.arguments);
        let Some(syn::PathArguments::AngleBracketed(arguments)) = arguments else { return };
        if self.is_generic(ty) {
            return;
        }
        let given: Vec<&syn::Type> = arguments
            .args
            .iter()
            .filter_map(|argument| match argument {
                syn::GenericArgument::Type(given) => Some(given),
                _ => None,
            })
            .collect();
        let words = words(
            &format!(
                "`{}` has the derive, but a type that it is given has not, so none of its rules are run",
                shown(ty)
            ),
            "derive `crdc::Rules` for each type that it is given; or write `#[crdc(leaf)]` on the field if nothing need be checked in it",
            Code::RuleUnchecked,
        );
        self.picks = true;
        let must = quote_spanned!(located(ty.span())=>
            _crdc::must(
                <_crdc::Pick<#ty>>::HAS_RULES
                    || !<_crdc::Known<#ty>>::HAS_DERIVE
                    || !(<_crdc::Known<#ty>>::ASKS #(|| <_crdc::Pick<#given>>::IS_RULED)*),
                #words,
            )
        );
        self.assert(&must);
    }
}

/// The type within boxes, lists and maps that the derive cannot inspect.
pub(super) fn other(form: &Form) -> Option<&syn::Type> {
    match form {
        Form::Scalar(..) => None,
        Form::Other(ty, _) => Some(ty),
        Form::Optional(inner) | Form::Boxed(inner) => other(inner),
        Form::List { items: inner, .. } | Form::Map { values: inner, .. } => other(inner),
    }
}
