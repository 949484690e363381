//! Lists: items, and how many.

use proc_macro2::TokenStream;
use quote::quote;

use super::Emitter;
use super::limits::Limits;
use crate::plan::{Node, NodeId};

impl Emitter<'_> {
    /// The function of a node that is a list and nothing else.
    pub(super) fn array(&mut self, id: NodeId) -> TokenStream {
        let node = &self.plan.nodes[id];
        let shape = self.shape(id);
        let body = self.array_body(node);
        quote! {
            #shape
            let mut l = Array::new();
            if !d.array(&mut l, m, &SHAPE)? {
                return Ok(());
            }
            #body
            Ok(())
        }
    }

    /// Items of a list `l` that was just opened, and what is asked of it.
    pub(super) fn array_body(&self, node: &Node) -> TokenStream {
        let item = match node.array.items {
            Some(items) => {
                let function = self.names.of(items);
                quote!(#function(d, Member::ITEM)?)
            }
            None if node.preserve => quote!(d.any(Member::ITEM)?),
            None => quote!(d.emptied(Member::ITEM)?),
        };
        let limits = Limits { of: "Items", min: node.array.min, max: node.array.max };
        let mut checks = limits.checks(&quote!(l.len), |rule| quote!(l.raise(d, &#rule);));
        if !node.values.is_empty() {
            checks.extend(quote!(l.check_values(d, &VALUES);));
        }
        quote! {
            while d.next_item(&mut l)? {
                #item;
            }
            #checks
        }
    }
}
