//! Writes the unions of fields: a constant of the runtime's type for each.
//!
//! In: the unions of an object. Out: the constants. If the discriminator is an enum, also assertions that the
//! values of the members are values of that enum.
//!
//! Easy to break: members are in the order of the schema, which is sorted by name.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;

use super::emitter::Emitter;
use super::keys::words;
use super::parts::number;
use super::spans::located;
use crate::model::{Field, Form, Member, Object, Union};
use crate::types::shown;
use crdc_source::diag::Code;

impl Emitter<'_> {
    /// A union of an object.
    pub(super) fn union(&mut self, object: &Object, union: &Union) -> Option<TokenStream> {
        // Flattened fields have numbers after all others.
        let own = |field: usize| object.fields.iter().take(field).filter(|field| !field.flatten).count();
        let first = |field: usize| usize::from(object.tag.is_some()) + own(field);
        let discriminator = object.fields.get(union.discriminator)?;
        let tag = &discriminator.name;
        let members = members(object, union);
        let numbers = members.iter().map(|(member, field)| {
            let (index, name) = (number(first(member.field)), &field.name);
            quote!((#index, #name))
        });
        let of = members.iter().map(|(member, field)| {
            let Member { value, optional, .. } = member;
            let (index, name) = (number(first(member.field)), &field.name);
            quote!(Member::new(#tag, (#index, #name), #value, #optional))
        });
        // Values that the discriminator's type or `enum` does not have are reported by these, not by the
        // union.
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
        let index = number(first(union.discriminator));
        let runtime = &self.item.runtime;
        Some(quote!({
            use #runtime::__private::extensions::{Member, Union};
            Union::new((#index, #tag), const { &[#(#of),*] }, const { &[#(#numbers),*] }, #others, #unknown, #required)
        }))
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
