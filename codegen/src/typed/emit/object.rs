//! An object: straight-line code over its fields.
//!
//! In: an [`Object`] and how its fields are accessed. Out: the bodies of `compare`, `validate` and
//! `normalize_value`, with code only for fields that need it.
//!
//! Easy to break: `compare` covers every field, since inside an immutable value all fields must be equal.
//! Errors of the object itself come before those of its fields. Fields are cleared after the values in them
//! are normalized.

use crdc_vocabulary::Immutability;
use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};

use super::access::{Access, flat, normalized, present, skip};
use super::code::{Code, number};
use super::emitter::Emitter;
use super::forms::{is_decided, is_validated};
use super::spans::place;
use crate::json::Json;
use crate::tokens::immutability;
use crate::typed::model::{Field, Form, Object};

impl Emitter<'_> {
    /// A struct with named fields.
    pub(super) fn object(&mut self, object: &Object) -> Code {
        object.fields.iter().for_each(|field| self.held(field));
        let fields = self.fields(object);
        let compare = self.compare(object, Access::Struct);
        let unions = self.unions(object);
        let mut validate = required(object, Access::Struct);
        validate.extend(unions.iter().map(|name| quote!(at.union(&#name, self, old);)));
        validate.extend(self.validate(object, Access::Struct));
        let mut normalize_value = self.normalize_value(object, Access::Struct);
        for (union, name) in object.unions.iter().zip(&unions) {
            normalize_value.extend(self.clear(object, union, name));
        }
        Code {
            names: names(object),
            immutable: immutable(object),
            defaults: defaults(object, &self.item.runtime),
            fields,
            is_empty: self.empty(object),
            compare,
            validate,
            normalize_value,
            ..Code::default()
        }
    }

    /// The arms of `Value::field`: the scalar of each field.
    fn fields(&mut self, object: &Object) -> TokenStream {
        let mut code = TokenStream::new();
        if let Some((_, text)) = &object.tag {
            code.extend(quote!(0 => _crdc::Scalar::Text(#text),));
        }
        let first = usize::from(object.tag.is_some());
        // Lists and maps that are always serialized.
        let mut others = Vec::new();
        for (index, field) in object.fields.iter().enumerate().filter(|(_, field)| !field.flatten) {
            let (index, new, span) = (number(first + index), Access::Struct.now(field), place(field));
            let whole = field.is_whole();
            match (&field.form, &field.skip_if) {
                // The output of its function exists only in the serialized object.
                _ if field.serialize_with.is_some() && field.normalize.is_none() => {
                    let name = &field.name;
                    code.extend(quote_spanned!(span=> #index => _crdc::part(self, #name),));
                }
                (Form::List { .. } | Form::Map { .. }, None) if !whole => others.push(index),
                (Form::Scalar(..), None) if !whole => {
                    code.extend(quote_spanned!(span=> #index => _crdc::Plain::scalar(#new),));
                }
                _ => {
                    let form = self.form_of(field);
                    let value = normalized(field, &form, &new);
                    code.extend(quote_spanned!(span=> #index => _crdc::scalar(#form, #value),));
                }
            }
        }
        if !others.is_empty() {
            code.extend(quote!(#(#others)|* => _crdc::Scalar::Other,));
        }
        code
    }

    /// Compares every field with the old one.
    pub(super) fn compare(&mut self, object: &Object, access: Access) -> TokenStream {
        let mut code = TokenStream::new();
        if let Some((name, text)) = &object.tag {
            code.extend(quote!(at.field(#name, _crdc::Scalars, _crdc::Pair::always(#text, #text));));
        }
        for field in &object.fields {
            let (new, old) = (access.now(field), access.old(field));
            if let (true, Form::Other(..)) = (field.flatten, &field.form) {
                code.extend(quote_spanned!(place(field)=> at.flatten(_crdc::Pair::always(#new, #old));));
                continue;
            }
            if field.flatten {
                let (new, old) = (flat(&field.form, &new), flat(&field.form, &old));
                code.extend(self.flattened(field, &new, &old));
                continue;
            }
            let form = self.form_of(field);
            let both = match &field.skip_if {
                Some(_) if field.normalize.is_some() => {
                    let (new, old) = (normalized(field, &form, &new), normalized(field, &form, &old));
                    quote!(_crdc::Pair::of(#new, #old))
                }
                Some(path) => {
                    let skip = skip(path, &field.ty);
                    quote!(_crdc::Pair::unless(#skip, #new, #old))
                }
                None => quote!(_crdc::Pair::always(#new, #old)),
            };
            code.extend(compared(&field.name, field, &form, &both));
        }
        code
    }

    /// Compares a flattened field, whose fields or map keys are fields of the object.
    pub(super) fn flattened(&mut self, field: &Field, new: &TokenStream, old: &TokenStream) -> TokenStream {
        let span = place(field);
        if matches!(field.form.core(), Form::Other(..)) {
            return quote_spanned!(span=> at.flatten(_crdc::Pair::of(#new, #old)););
        }
        let form = self.form_of(field);
        quote_spanned! {span=>
            if let (_crdc::Some(new), _crdc::Some(old)) = (#new, #old) {
                _crdc::Form::compare(#form, new, old, at);
            }
        }
    }

    /// Validates the fields that can be invalid.
    pub(super) fn validate(&mut self, object: &Object, access: Access) -> TokenStream {
        let mut code = TokenStream::new();
        for field in object.fields.iter().filter(|field| is_validated(field)) {
            let (new, span) = (access.now(field), place(field));
            if field.flatten {
                code.extend(self.flat_validated(field, access));
                continue;
            }
            let (name, form) = (&field.name, self.form_of(field));
            let (new, old) = (present(field, &new), access.before_if_present(field, &form));
            code.extend(quote_spanned!(span=> at.field(#name, #form, #new, #old);));
        }
        code
    }

    fn flat_validated(&mut self, field: &Field, access: Access) -> TokenStream {
        let (span, before) = (place(field), access.before(field));
        if !matches!(field.form.core(), Form::Other(..)) {
            let (form, new) = (self.form_of(field), access.now(field));
            return quote_spanned!(span=> _crdc::Form::validate(#form, #new, #before, at););
        }
        let new = access.now(field);
        if matches!(field.form, Form::Other(..)) {
            return quote_spanned!(span=> at.flatten(#new, #before););
        }
        let (new, old) = (flat(&field.form, &new), flat(&field.form, &quote!(old)));
        quote_spanned! {span=>
            if let _crdc::Some(new) = #new {
                at.flatten(new, #before.and_then(|old| #old));
            }
        }
    }

    /// Normalizes the values in fields, then the fields with `+normalize`.
    pub(super) fn normalize_value(&mut self, object: &Object, access: Access) -> TokenStream {
        let mut code = TokenStream::new();
        for field in object.fields.iter().filter(|field| is_decided(field)) {
            let (new, old, form) = (access.changed(field), access.before(field), self.form_of(field));
            code.extend(quote_spanned!(place(field)=> step.field(#form, #new, #old);));
        }
        for field in object.fields.iter().filter(|field| field.normalize.is_some()) {
            let (new, form, changed) = (access.now(field), self.form_of(field), access.changed(field));
            code.extend(quote_spanned! {place(field)=>
                if step.normalizes(#form, #new) {
                    _crdc::clear(#changed);
                }
            });
        }
        code
    }

    /// Whether no field is serialized; no code if one always is.
    fn empty(&mut self, object: &Object) -> TokenStream {
        let skipped = |field: &Field| field.skip_if.is_some() || field.flatten;
        if object.tag.is_some() || !object.fields.iter().all(skipped) {
            return TokenStream::new();
        }
        if object.fields.is_empty() {
            return quote!(true);
        }
        let absent = object.fields.iter().map(|field| {
            let (form, new) = (self.form_of(field), Access::Struct.now(field));
            if field.flatten {
                return quote!(_crdc::Form::is_empty(#form, #new));
            }
            let present = normalized(field, &form, &new);
            quote!(#present.is_none())
        });
        quote!(#(#absent)&&*)
    }
}

/// The line that compares a field.
pub(super) fn compared(name: &str, field: &Field, form: &TokenStream, both: &TokenStream) -> TokenStream {
    match field.mark {
        Some((marked, _)) => {
            let marked = immutability(marked);
            quote_spanned!(place(field)=> at.marked(#name, _crdc::Immutability::#marked, #form, #both);)
        }
        None => quote_spanned!(place(field)=> at.field(#name, #form, #both);),
    }
}

/// The JSON names of the fields.
pub(super) fn names(object: &Object) -> Vec<String> {
    let tag = object.tag.iter().map(|(name, _)| name.clone());
    tag.chain(object.fields.iter().map(|field| field.name.clone())).collect()
}

/// The JSON names of the immutable fields.
pub(super) fn immutable(object: &Object) -> Vec<String> {
    let marked = |field: &&Field| matches!(field.mark, Some((Immutability::Immutable, _)));
    object.fields.iter().filter(marked).map(|field| field.name.clone()).collect()
}

/// The default values of the fields, by number; no code if there are none.
fn defaults(object: &Object, runtime: &syn::Path) -> TokenStream {
    let scalar = |field: &Field| match &field.default_value {
        Some(value @ (Json::Bool(_) | Json::Int(_) | Json::Float(_) | Json::String(_))) => {
            Some(value.clone())
        }
        _ => None,
    };
    let mut values: Vec<Option<Json>> = object.tag.iter().map(|_| None).collect();
    values.extend(object.fields.iter().map(scalar));
    while values.last().is_some_and(Option::is_none) {
        values.pop();
    }
    if values.is_empty() {
        return TokenStream::new();
    }
    let values = values.into_iter().map(|value| match value {
        Some(value) => {
            let value = crate::tokens::literals(&[value]);
            quote!(Some(#(#value)*))
        }
        None => quote!(None),
    });
    quote! {{
        use #runtime::__private::Literal;
        use _crdc::{None, Some};
        &[#(#values),*]
    }}
}

/// Checks that fields are present that the schema requires but that may be skipped.
pub(super) fn required(object: &Object, access: Access) -> TokenStream {
    let mut code = TokenStream::new();
    for field in object.fields.iter().filter(|field| field.required && !field.flatten) {
        let (name, new) = (&field.name, access.now(field));
        let written = present(field, &new);
        let there = match (&field.form, &field.skip_if) {
            (Form::Optional(_), None) => quote!(_crdc::Option::is_some(#new)),
            (Form::Optional(_), Some(_)) => quote!(#written.is_some_and(_crdc::Option::is_some)),
            (_, Some(_)) => quote!(#written.is_some()),
            (_, None) => continue,
        };
        code.extend(quote_spanned!(place(field)=> at.required(#name, #there);));
    }
    code
}
