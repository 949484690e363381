//! The fields of a struct. In: a field. Out: its type, its attributes, its value in a `Default`.
//!
//! Easy to break: a field that every stored object has is no `Option`. An object without this field can be
//! read only if the default of the field has an expression in Rust.

use proc_macro2::TokenStream;
use quote::quote;

use super::Types;
use crate::emit::structure::fields::Member;
use crdc_plan::Field;

/// The presence of a field in its struct.
pub(super) enum Presence {
    /// Every stored object has the field.
    Required,
    /// Every stored object has the field, but it may be null.
    RequiredOrNull,
    /// Every stored object has the field. An absent field has this value.
    Defaulted(TokenStream),
    /// The field may be absent.
    Optional,
}

impl Types<'_> {
    /// The presence of a field of an object.
    pub(super) fn presence(&self, member: &Member<'_>) -> Presence {
        let Some(below) = member.stored else { return Presence::Optional };
        match (below.nullable, &below.default) {
            (true, None) if member.required => Presence::RequiredOrNull,
            (true, _) => Presence::Optional,
            (false, Some(_)) => match self.default_of(member.field.node) {
                Some(default) => Presence::Defaulted(default),
                None => Presence::Optional,
            },
            (false, None) if member.required => Presence::Required,
            (false, None) => Presence::Optional,
        }
    }

    /// The type of a field's values, without the `Option` of an optional field.
    pub(super) fn held_type(&self, field: &Field) -> TokenStream {
        if self.is_time(field.node) { quote!(Time) } else { self.of(field.node) }
    }

    /// The type of a field with values of the type `of`.
    pub(super) fn field_type(of: &TokenStream, presence: &Presence) -> TokenStream {
        match presence {
            Presence::Required | Presence::Defaulted(_) => of.clone(),
            Presence::RequiredOrNull | Presence::Optional => quote!(Option<#of>),
        }
    }
}
