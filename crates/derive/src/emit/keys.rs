//! Writes the keys of list maps: fields of another type, which are looked up by name when the user's crate is
//! compiled.
//!
//! In: the item type and the names of the keys. Out: the rule of the list, and assertions that the items have
//! these fields. If the list has an immutability marker on keys, also assertions that the key fields are
//! immutable, as far as the type determines it.

use crdc_vocabulary::Immutability;
use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};

use super::emitter::Emitter;
use crate::model::{Field, Form, Key, ListKind};
use crate::types::shown;
use crdc_source::diag::Code;
use crdc_source::json::escaped;

impl Emitter<'_> {
    /// The keys of a list map, sorted by name as in error messages: the rule.
    pub(super) fn keys(&mut self, items: &Form, keys: &[Key]) -> TokenStream {
        // Other forms have no fields and were rejected earlier.
        let Form::Other(ty, _) = items.core() else { return quote!(&_crdc::Rule::ListSet) };
        let mut keys: Vec<&Key> = keys.iter().collect();
        keys.sort_by(|a, b| a.name.cmp(&b.name));
        let (fields, is_generic) = (self.names_of(ty), self.is_generic(ty));
        let mut asserted = Vec::new();
        for key in &keys {
            let must = field_of(ty, &fields, key);
            match is_generic {
                true => asserted.push(must),
                false => self.assert(&must),
            }
        }
        let names: Vec<String> = keys.iter().map(|key| escaped(&key.name)).collect();
        quote! {
            const { #(#asserted;)* &_crdc::Rule::ListMap(const { &[#(_crdc::key(#fields, #names)),*] }) }
        }
    }

    /// The names of the fields of a type, if they are known.
    fn names_of(&mut self, ty: &syn::Type) -> TokenStream {
        let picked = self.picked(ty);
        if self.is_parameter(ty) { quote!(_crdc::Some(<#picked>::NAMES)) } else { quote!(<#picked>::NAMES) }
    }

    /// Asserts that the keys of every list map with an immutability marker on keys are immutable.
    pub(super) fn held(&mut self, field: &Field) {
        self.held_in(&field.form, field.mark);
    }

    fn held_in(&mut self, form: &Form, mark: Option<(Immutability, Span)>) {
        match form {
            Form::Optional(inner) | Form::Boxed(inner) => self.held_in(inner, mark),
            Form::Map { values, mark, .. } => self.held_in(values, *mark),
            Form::List { kind, items, mark: inner, .. } => {
                if let (ListKind::Map(keys), Some((marked, span)), Form::Other(ty, _)) =
                    (kind, mark, items.core())
                    && marked != Immutability::Immutable
                    && !self.is_generic(ty)
                {
                    let fields = self.names_of(ty);
                    for key in keys {
                        self.assert(&immutable_in(ty, &fields, key, span));
                    }
                }
                self.held_in(items, *inner);
            }
            Form::Scalar(..) | Form::Other(..) => {}
        }
    }
}

/// Asserts that a key is a field of the items.
fn field_of(ty: &syn::Type, fields: &TokenStream, key: &Key) -> TokenStream {
    let (name, shown) = (&key.name, shown(ty));
    let words = words(
        &format!("`{shown}` has no field {name:?}, which is a key of this list"),
        &format!("write the JSON name of a field of `{shown}`"),
        Code::ListMapKeys,
    );
    // With the span of the marker, the compiler shows only the marker.
    quote_spanned!(key.span=> _crdc::must(_crdc::is_field(#fields, #name), #words))
}

/// Asserts that a key is immutable. [`field_of`] asserts that it is a field.
fn immutable_in(ty: &syn::Type, fields: &TokenStream, key: &Key, span: Span) -> TokenStream {
    let (name, shown) = (&key.name, shown(ty));
    let words = words(
        &format!(
            "this list restricts changes to its keys, but the key {name:?} of `{shown}` is not immutable"
        ),
        &format!("add `+immutable` to the field of `{shown}`"),
        Code::ListKeysNotImmutable,
    );
    quote_spanned!(span=> _crdc::must(_crdc::is_held(#fields, #name), #words))
}

/// The message of an assertion, formatted like a diagnostic.
pub(super) fn words(message: &str, help: &str, code: Code) -> String {
    format!("{message}\n  help: {help}\n  code: {}", code.name())
}
