//! The constant that tells the runtime how to handle values of any kind at a node.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::Emitter;
use crate::plan::{Json, Node, NodeId, Type};
use crate::tokens::enumeration;

impl Emitter<'_> {
    /// `static VALUES` of a node with an `enum`.
    pub(super) fn values(&self, node: &Node) -> TokenStream {
        if node.values.is_empty() {
            return TokenStream::new();
        }
        let values = enumeration(&node.values);
        quote!(static VALUES: Rule = #values;)
    }

    /// `static VALUES` and `static SHAPE` of a node.
    pub(super) fn shape(&mut self, id: NodeId) -> TokenStream {
        let node = &self.plan.nodes[id];
        let accepts = accepts(node);
        let type_name = node.types.iter().map(|kind| kind.as_str()).collect::<Vec<_>>().join(",");
        let format = node.format.clone().unwrap_or_default();
        let (nullable, keeps_null, preserve) = (node.nullable, node.keeps_null, node.preserve);
        let values_static = self.values(node);
        let default = node.default.as_ref().map(|default| {
            let place = self.constants.place("", default);
            let function = self.names.of(id);
            let (start, end) = (Literal::u32_unsuffixed(place.value), Literal::u32_unsuffixed(place.end));
            quote!(#start, #end, #function)
        });
        let mut shape = quote!(Shape::new(#accepts, #type_name, #format));
        if nullable {
            shape.extend(quote!(.nullable()));
        }
        if keeps_null {
            shape.extend(quote!(.keeping_null()));
        }
        if preserve {
            shape.extend(quote!(.preserving()));
        }
        if let Some(default) = default {
            shape.extend(quote!(.default_at(#default)));
        }
        if !values_static.is_empty() {
            shape.extend(quote!(.one_of(&VALUES)));
        }
        quote! {
            #values_static
            static SHAPE: Shape = #shape;
        }
    }
}

/// The kinds of values that a node's type accepts.
///
/// A string node with a format accepts lists, and a node with a format and no type accepts strings and lists:
/// the server's type check ends early for them.
// kube-openapi: pkg/validation/validate/type.go
pub(super) fn accepts(node: &Node) -> TokenStream {
    let has = |kind| node.types.contains(&kind);
    let formatted = node.format.is_some() && !has(Type::Integer) && !has(Type::Number);
    if node.types.is_empty() && !formatted {
        return quote!(255);
    }
    let mut kinds = Vec::new();
    if node.types.is_empty() {
        kinds.push(quote!(kinds::NULL));
    }
    if has(Type::Boolean) {
        kinds.push(quote!(kinds::BOOL));
    }
    if has(Type::Integer) || has(Type::Number) {
        kinds.push(quote!(kinds::INT));
        kinds.push(quote!(kinds::WHOLE));
    }
    if has(Type::Number) {
        kinds.push(quote!(kinds::FLOAT));
    }
    if has(Type::String) || formatted {
        kinds.push(quote!(kinds::STRING));
    }
    if has(Type::Array) || formatted {
        kinds.push(quote!(kinds::ARRAY));
    }
    if has(Type::Object) {
        kinds.push(quote!(kinds::OBJECT));
    }
    quote!(#(#kinds)|*)
}

/// The strings of an `enum` that can be checked by comparing bytes, if it can.
pub(super) fn plain_strings(node: &Node) -> Option<Vec<&str>> {
    let strings: Option<Vec<&str>> = node
        .values
        .iter()
        .map(|value| match value {
            Json::String(value) => Some(value.as_str()),
            _ => None,
        })
        .collect();
    strings.filter(|strings| !strings.is_empty())
}
