//! Newtypes, which are serialized as their field, and leaves, which are compared as a whole.

use quote::{quote, quote_spanned};

use super::code::Code;
use super::emitter::Emitter;
use super::forms::{is_decided, is_validated};
use super::spans::place;
use crate::typed::model::{Field, Form};

impl Emitter<'_> {
    /// A newtype: delegates everything to its field.
    pub(super) fn transparent(&mut self, field: &Field) -> Code {
        let (member, span) = (&field.member, place(field));
        self.held(field);
        let form = self.form_of(field);
        let mut code = Code {
            scalar: quote_spanned!(span=> _crdc::Form::scalar(#form, &self.#member)),
            is_empty: quote_spanned!(span=> _crdc::Form::is_empty(#form, &self.#member)),
            compare: quote_spanned!(span=> _crdc::Form::compare(#form, &self.#member, &old.#member, at);),
            ..Code::default()
        };
        if !field.is_whole() && is_other(&field.form) {
            let ty = &field.ty;
            code.inner_texts = quote_spanned!(span=> <_ as _crdc::Form<#ty>>::texts(#form));
        }
        // A scalar has no fields, keys or items.
        if !matches!(field.form.core(), Form::Scalar(..)) {
            code.member = quote_spanned!(span=> _crdc::Form::member(#form, &self.#member, index));
            code.count = quote_spanned!(span=> _crdc::Form::count(#form, &self.#member));
            code.keys = quote_spanned! {span=>
                let new = new.map(|new| &new.#member);
                _crdc::Form::keys(#form, new, old.map(|old| &old.#member), marked, at);
            };
        }
        if is_validated(field) {
            code.validate = quote_spanned! {span=>
                _crdc::Form::validate(#form, &self.#member, old.map(|old| &old.#member), at);
            };
        }
        if is_decided(field) {
            code.normalize_value = quote_spanned! {span=>
                _crdc::Form::normalize_value(#form, &mut self.#member, old.map(|old| &old.#member), step);
            };
        }
        code
    }

    /// A type that is compared as a whole.
    pub(super) fn leaf(&self) -> Code {
        Code {
            scalar: quote!(_crdc::Form::scalar(_crdc::Leaf, _crdc::whole(self))),
            is_empty: quote!(_crdc::Form::is_empty(_crdc::Leaf, _crdc::whole(self))),
            count: quote!(_crdc::Form::count(_crdc::Leaf, _crdc::whole(self))),
            compare: quote!(_crdc::Form::compare(_crdc::Leaf, _crdc::whole(self), _crdc::whole(old), at);),
            ..Code::default()
        }
    }
}

/// Whether it is another type, which may be an enum of strings.
fn is_other(form: &Form) -> bool {
    match form {
        Form::Boxed(inner) => is_other(inner),
        form => matches!(form, Form::Other(..)),
    }
}
