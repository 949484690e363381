//! Defaults as Rust. In: the default of a node. Out: an expression; none if it would have to be parsed at run time.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::Types;
use super::enums::variants;
use crate::emit::structure::shape::{Shape, is_resource, strings};
use crate::plan::{Json, NodeId};

/// How deep defaults of defaults are followed.
const DEEPEST: usize = 64;

impl Types<'_> {
    /// The default of a node, which has one, as an expression of its type.
    pub(super) fn default_of(&self, id: NodeId) -> Option<TokenStream> {
        let node = self.plan.nodes.get(id)?;
        let default = node.default.as_ref()?;
        Some(match (Shape::of(self.plan, id), default) {
            (Shape::String, Json::String(text)) => quote!(String::from(#text)),
            (Shape::Integer, Json::Int(value)) => {
                let value = Literal::i64_suffixed(*value);
                quote!(#value)
            }
            (Shape::Number, Json::Int(value)) => {
                let value = Literal::f64_suffixed(*value as f64);
                quote!(#value)
            }
            (Shape::Number, Json::Float(value)) => {
                let value = Literal::f64_suffixed(*value);
                quote!(#value)
            }
            (Shape::Boolean, Json::Bool(value)) => quote!(#value),
            (Shape::IntOrString, Json::Int(value)) => {
                let value = Literal::i64_suffixed(*value);
                quote!(IntOrString::Int(#value))
            }
            (Shape::IntOrString, Json::String(text)) => {
                quote!(IntOrString::String(String::from(#text)))
            }
            (Shape::Enum, Json::String(text)) => {
                let (name, strings) = (self.names.get(&id)?, strings(node)?);
                let index = strings.iter().position(|known| known == text)?;
                let variant = variants(&strings).into_iter().nth(index)?;
                quote!(#name::#variant)
            }
            (Shape::List(_), Json::Array(items)) if items.is_empty() => quote!(Vec::new()),
            (Shape::Map(_), Json::Object(members)) if members.is_empty() => {
                quote!(BTreeMap::new())
            }
            (Shape::Object, default) if node.definition.is_none() && self.makes(id, default, 0) => {
                let name = self.names.get(&id)?;
                quote!(<#name as Default>::default())
            }
            _ => return None,
        })
    }

    /// Whether the `Default` of an object is this value.
    fn makes(&self, id: NodeId, value: &Json, depth: usize) -> bool {
        let (Some(node), Json::Object(members)) = (self.plan.nodes.get(id), value) else { return false };
        if depth > DEEPEST || !self.without_required.contains(&id) {
            return false;
        }
        let known = |name: &str| node.object.fields.iter().any(|field| field.name == name);
        members.iter().all(|(name, _)| known(name))
            && node.object.fields.iter().all(|field| {
                let found = members.iter().find(|(name, _)| *name == field.name).map(|(_, value)| value);
                let below = self.plan.nodes.get(field.node);
                let default = below.filter(|below| !below.nullable).and_then(|below| below.default.as_ref());
                match default.filter(|_| self.default_of(field.node).is_some()) {
                    Some(default) => found == Some(default),
                    None => found.is_none(),
                }
            })
    }

    /// Whether an object has no required fields.
    pub(super) fn has_no_required(&self, id: NodeId) -> bool {
        let Some(node) = self.plan.nodes.get(id) else { return false };
        let is_object = Shape::of(self.plan, id) == Shape::Object && !is_resource(self.plan, id);
        let has_default = |name: &str| {
            let field = node.object.fields.iter().find(|field| field.name == name);
            field
                .and_then(|field| self.plan.nodes.get(field.node))
                .is_some_and(|below| below.default.is_some())
        };
        is_object && node.object.required.iter().all(|name| has_default(name))
    }
}
