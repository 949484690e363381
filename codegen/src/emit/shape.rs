//! The constant that tells the runtime how to handle values of any kind at a node.

use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};

use super::actions::Shape;
use super::emitter::Emitter;
use crate::plan::{Node, NodeId};
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
        let Shape { accepts, types, format, nullable, keeps_null, preserve, default, .. } = self.shape_of(id);
        let values_static = self.values(&self.plan.nodes[id]);
        let accepts = bits(&accepts);
        let default = default.map(|place| {
            let function = self.names.of(id);
            let (start, end) = (Literal::u32_unsuffixed(place.value), Literal::u32_unsuffixed(place.end));
            quote!(#start, #end, #function)
        });
        let mut shape = quote!(Shape::new(#accepts, #types, #format));
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

/// The bits of kinds, by their names; all of them without names.
pub(super) fn bits(names: &[&str]) -> TokenStream {
    if names.is_empty() {
        return quote!(255);
    }
    let names = names.iter().map(|name| format_ident!("{name}"));
    quote!(#(kinds::#names)|*)
}
