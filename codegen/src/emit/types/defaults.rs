//! Writes defaults as Rust expressions. In: the default of a node. Out: an expression; none if the default
//! would have to be parsed at run time.

use std::collections::{HashMap, HashSet};

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::Types;
use crate::emit::structure::shape::{Shape, is_resource, strings};
use crate::emit::structure::words::variants;
use crdc_plan::{Field, NodeId};
use crdc_source::json::Json;

impl Types<'_> {
    /// The default of a node as an expression of the node's type; none if there is no default, or no
    /// expression for it.
    pub(super) fn default_of(&self, id: NodeId) -> Option<TokenStream> {
        let node = self.plan.nodes.get(id)?;
        let default = node.default.as_ref()?;
        if let Some(known) = self.known(id) {
            return self.known_default(known, default);
        }
        Some(match (Shape::of(self.plan, id), default) {
            // A `Time` would have to be parsed at run time.
            (Shape::String, _) if self.is_time(id) => return None,
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
                let of = self.own_int_or_string();
                quote!(#of::Int(#value))
            }
            (Shape::IntOrString, Json::String(text)) => {
                let of = self.own_int_or_string();
                quote!(#of::String(String::from(#text)))
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
            (Shape::Object, default) if node.definition.is_none() && self.default_equals(id, default) => {
                let name = self.names.get(&id)?;
                quote!(<#name as Default>::default())
            }
            _ => return None,
        })
    }

    /// Whether the impl of `Default` for an object returns this value.
    fn default_equals(&self, id: NodeId, value: &Json) -> bool {
        let (Some(node), Json::Object(members)) = (self.plan.nodes.get(id), value) else { return false };
        let mut given: HashMap<&str, &Json> =
            members.iter().map(|(name, value)| (name.as_str(), value)).collect();
        let is_made = |field: &Field| {
            let below = self.plan.nodes.get(field.node).filter(|below| !below.nullable);
            let default = below.and_then(|below| below.default.as_ref());
            given.remove(field.name.as_str()) == default.filter(|_| self.default_of(field.node).is_some())
        };
        self.without_required.contains(&id) && node.object.fields.iter().all(is_made) && given.is_empty()
    }

    /// Whether the type of an object can have a `Default`: each required field has a default.
    pub(super) fn has_no_required(&self, id: NodeId) -> bool {
        let Some(node) = self.plan.nodes.get(id) else { return false };
        let is_object = Shape::of(self.plan, id) == Shape::Object && !is_resource(self.plan, id);
        if self.alternatives(id).is_some() {
            return false;
        }
        let has_default =
            |field: &&Field| self.plan.nodes.get(field.node).is_some_and(|below| below.default.is_some());
        let fields = node.object.fields.iter().filter(has_default);
        let with_default: HashSet<&str> = fields.map(|field| field.name.as_str()).collect();
        is_object && node.object.required.iter().all(|name| with_default.contains(name.as_str()))
    }
}
