//! What a field is in a struct. In: a node and a field. Out: its type, its attributes, its value in a `Default`.
//!
//! Easy to break: a field is no `Option` if every stored object has it, and then reads without it only if its default has a form in
//! Rust.

use proc_macro2::TokenStream;
use quote::quote;

use super::Types;
use crate::plan::{Field, Node, NodeId};

/// How a field is written.
pub(super) enum Presence {
    /// It is always there.
    Required,
    /// It is always there, but may be null.
    RequiredOrNull,
    /// It is there, with this value if it was not given.
    Defaulted(TokenStream),
    /// It may be absent.
    Optional,
}

impl Types<'_> {
    /// How the field of an object is written.
    pub(super) fn presence(&self, id: NodeId, node: &Node, field: &Field) -> Presence {
        let is_dropped = id == self.plan.root && self.plan.status_subresource && field.name == "status";
        let Some(below) = self.plan.nodes.get(field.node).filter(|_| !is_dropped) else {
            return Presence::Optional;
        };
        let is_required = node.object.required.contains(&field.name);
        match (below.nullable, &below.default) {
            (true, None) if is_required => Presence::RequiredOrNull,
            (true, _) => Presence::Optional,
            (false, Some(_)) => match self.default_of(field.node) {
                Some(default) => Presence::Defaulted(default),
                None => Presence::Optional,
            },
            (false, None) if is_required => Presence::Required,
            (false, None) => Presence::Optional,
        }
    }

    /// The type of a field.
    pub(super) fn field_type(&self, field: &Field, presence: &Presence) -> TokenStream {
        let of = self.of(field.node);
        match presence {
            Presence::Required | Presence::Defaulted(_) => of,
            Presence::RequiredOrNull | Presence::Optional => quote!(Option<#of>),
        }
    }
}
