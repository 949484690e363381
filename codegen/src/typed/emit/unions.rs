//! Unions of fields: a static for each, assertions about it, and code that clears members.
//!
//! In: the unions of an object. Out: statics of the runtime's type, whose code validates and clears. If the
//! discriminator is an enum, also assertions that the values of the members are values of that enum.
//!
//! Easy to break: members are in the order of the schema, which is sorted by name. `Cleared` uses indices in
//! that order.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::spanned::Spanned;

use super::code::number;
use super::emitter::Emitter;
use super::keys::words;
use super::spans::located;
use crate::diag::Code;
use crate::typed::model::{Field, Form, Member, Object, Union};
use crate::typed::types::shown;

impl Emitter<'_> {
    /// Declares the unions of an object and returns their names.
    pub(super) fn unions(&mut self, object: &Object) -> Vec<Ident> {
        let one = object.unions.len() == 1;
        let name = |index: usize| if one { format_ident!("_UNION") } else { format_ident!("_UNION_{index}") };
        let mut names = Vec::new();
        for (index, union) in object.unions.iter().enumerate() {
            names.push(name(index));
            let declared = self.union(object, union, &name(index));
            self.beside.extend(declared);
        }
        names
    }

    fn union(&mut self, object: &Object, union: &Union, name: &Ident) -> Option<TokenStream> {
        let first = usize::from(object.tag.is_some());
        let discriminator = object.fields.get(union.discriminator)?;
        let tag = &discriminator.name;
        let members = members(object, union);
        let numbers = members.iter().map(|(member, field)| {
            let (index, name) = (number(first + member.field), &field.name);
            quote!((#index, #name))
        });
        let of = members.iter().map(|(member, field)| {
            let Member { value, optional, .. } = member;
            let (index, name) = (number(first + member.field), &field.name);
            quote!(Member::new(#tag, (#index, #name), #value, #optional))
        });
        // Values outside of its type or `enum` are reported there, not by the union.
        let own = own_type(discriminator).filter(|_| union.of_type);
        let listed = union.of_type || !discriminator.form.constraints().values.is_empty();
        let others = match own {
            Some(ty) => quote_spanned!(located(ty.span())=> <#ty as _crdc::Value>::TEXTS),
            None => {
                let others = &union.others;
                quote!(&[#(#others),*])
            }
        };
        let values = members.iter().map(|(member, _)| &member.value).chain(&union.others);
        let unknown = match listed {
            true => quote!(_crdc::None),
            false => quote!(_crdc::Some(&[#(#values),*])),
        };
        let required = discriminator.required;
        if let Some(ty) = own {
            for (member, _) in &members {
                self.assert(&value_of(ty, member));
            }
        }
        let index = number(first + union.discriminator);
        let runtime = &self.item.runtime;
        Some(quote! {
            static #name: #runtime::__private::extensions::Union = {
                use #runtime::__private::extensions::{Member, Union};
                Union::new((#index, #tag), &[#(#of),*], &[#(#numbers),*], #others, #unknown, #required)
            };
        })
    }

    /// Clears the members that a changed discriminator does not select.
    pub(super) fn clear(&self, object: &Object, union: &Union, name: &Ident) -> TokenStream {
        let lines = members(object, union).into_iter().enumerate().map(|(index, (_, field))| {
            let (index, member) = (number(index), &field.member);
            quote!(if cleared.has(#index) { _crdc::clear(&mut self.#member); })
        });
        quote! {
            let cleared = step.cleared(&#name, &*self, old);
            #(#lines)*
        }
    }
}

/// The members in the order of the schema, with their fields.
fn members<'o>(object: &'o Object, union: &'o Union) -> Vec<(&'o Member, &'o Field)> {
    let field = |member: &'o Member| Some((member, object.fields.get(member.field)?));
    let mut members: Vec<_> = union.members.iter().filter_map(field).collect();
    members.sort_by(|(_, a), (_, b)| a.name.cmp(&b.name));
    members
}

/// The enum type of a discriminator.
fn own_type(discriminator: &Field) -> Option<&syn::Type> {
    match discriminator.form.core() {
        Form::Other(ty, _) => Some(ty),
        _ => None,
    }
}

/// Asserts that the value of a member is a value of the discriminator.
fn value_of(ty: &syn::Type, member: &Member) -> TokenStream {
    let value = &member.value;
    let shown = shown(ty);
    let words = words(
        &format!("`{shown}` has no value {value:?}, so nothing selects this member"),
        &format!("write `+unionMember=VALUE` with a value of `{shown}` as it is serialized"),
        Code::UnionEnum,
    );
    let admits = quote!(_crdc::admits(<#ty as _crdc::Value>::TEXTS, #value));
    quote_spanned!(member.span=> _crdc::must(#admits, #words))
}
