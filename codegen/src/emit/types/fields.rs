//! The fields of a struct. In: a field. Out: its type, its attributes, its value in a `Default`.
//!
//! Easy to break: a field is no `Option` if every stored object has it, and then reads without it only if its
//! default has a form in Rust.

use proc_macro2::TokenStream;
use quote::quote;

use super::Types;
use crate::emit::structure::fields::Member;
use crdc_plan::Field;

/// The presence of a field in its struct.
pub(super) enum Presence {
    /// A field that is always there.
    Required,
    /// A field that is always there, but may be null.
    RequiredOrNull,
    /// A field that is there, with this value if it was not given.
    Defaulted(TokenStream),
    /// A field that may be absent.
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

    /// The type of what a field holds.
    pub(super) fn held_type(&self, field: &Field) -> TokenStream {
        if self.is_time(field.node) { quote!(Time) } else { self.of(field.node) }
    }

    /// The type of a field that holds this.
    pub(super) fn field_type(of: &TokenStream, presence: &Presence) -> TokenStream {
        match presence {
            Presence::Required | Presence::Defaulted(_) => of.clone(),
            Presence::RequiredOrNull | Presence::Optional => quote!(Option<#of>),
        }
    }
}
