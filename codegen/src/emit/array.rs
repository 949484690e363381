//! Lists: items, and how many.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::Emitter;
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
        let positions = node.array.positions.iter().zip(1i64..).map(|(items, length)| {
            let (function, length) = (self.names.of(*items), Literal::i64_unsuffixed(length));
            quote!(#length => #function(d, Member::ITEM)?,)
        });
        // An item is counted when it is met.
        let item = match node.array.positions.is_empty() {
            true => item,
            false => quote!(match l.len { #(#positions)* _ => #item }),
        };
        let mut checks = TokenStream::new();
        if let Some(min) = node.array.min.filter(|min| *min > 0) {
            let limit = Literal::i64_unsuffixed(min);
            checks.extend(quote! {
                static MIN_ITEMS: Rule = Rule::MinItems(#limit);
                if l.len < #limit {
                    l.raise(d, &MIN_ITEMS);
                }
            });
        }
        if let Some(max) = node.array.max {
            let limit = Literal::i64_unsuffixed(max);
            checks.extend(quote! {
                static MAX_ITEMS: Rule = Rule::MaxItems(#limit);
                if l.len > #limit {
                    l.raise(d, &MAX_ITEMS);
                }
            });
        }
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
