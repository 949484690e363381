//! Lists: items and their number.

use std::collections::BTreeSet;

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::Emitter;
use super::limits::Limits;
use crate::json::escaped;
use crate::plan::{Node, NodeId, Plan};

/// Fields that are the only key of a list map, by the node of its items.
pub(super) fn keys(plan: &Plan) -> BTreeSet<(NodeId, &str)> {
    let maps = plan.nodes.iter().map(|node| &node.array);
    let maps = maps.filter(|list| list.list_type.as_deref() == Some("map"));
    maps.filter_map(|list| match (list.items, list.keys.as_slice()) {
        (Some(items), [key]) => Some((items, key.as_str())),
        _ => None,
    })
    .collect()
}

impl Emitter<'_> {
    /// The function of a node that is only a list.
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

    /// The items of a list `l` that was just opened, and its constraints.
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
        // An item is counted when it is read.
        let item = match node.array.positions.is_empty() {
            true => item,
            false => quote!(match l.len { #(#positions)* _ => #item }),
        };
        let limits = Limits { of: "Items", min: node.array.min, max: node.array.max };
        let mut checks = limits.checks(&quote!(l.len), |rule| quote!(l.raise(d, &#rule);));
        if !node.values.is_empty() {
            checks.extend(quote!(l.check_values(d, &VALUES);));
        }
        let print = self.print(node);
        if let Some(topology) = self.list_type(node) {
            let validate = match print {
                Some(_) => quote!(p.validate(d, &l, &TOPOLOGY)),
                None => quote!(l.topology(d, &TOPOLOGY)),
            };
            checks.extend(quote! {
                static TOPOLOGY: Rule = #topology;
                #validate;
            });
        }
        let prints = print.as_ref().map(|_| quote!(let mut p = Fingerprints::new();));
        let place = print.as_ref().map(|_| quote!(let at = d.here();));
        quote! {
            #prints
            while d.next_item(&mut l)? {
                #place
                #item;
                #print
            }
            #checks
        }
    }

    /// The call that stores an item's fingerprint, if the items of a set, or their keys, may be strings or
    /// integers that have one.
    fn print(&self, node: &Node) -> Option<TokenStream> {
        let items = node.array.items?;
        let has_print = |id: NodeId| {
            let types = &self.plan.nodes[id].types;
            types.is_empty() || types.iter().any(|name| matches!(name.as_str(), "string" | "integer"))
        };
        match node.array.list_type.as_deref() {
            Some("set") if has_print(items) => Some(quote!(p.item(d, at);)),
            Some("map") => {
                let fields = self.fields(items);
                let number = |key: &String| Some(Literal::usize_unsuffixed(fields.number(key)?));
                let numbers = node.array.keys.iter().map(number).collect::<Option<Vec<_>>>()?;
                Some(match numbers.as_slice() {
                    [one] => quote!(p.member(d, at, #one);),
                    all => quote!(p.members(d, at, &[#(#all),*]);),
                })
            }
            _ => None,
        }
    }

    /// The constraint of a set or list map on its items as a whole, if it is one.
    fn list_type(&self, node: &Node) -> Option<TokenStream> {
        match node.array.list_type.as_deref() {
            Some("set") => Some(quote!(Rule::ListSet)),
            Some("map") => {
                let keys = self.map_keys(node);
                Some(quote!(Rule::ListMap(&[#(#keys),*])))
            }
            _ => None,
        }
    }

    /// The keys of a list map, sorted as the server prints them.
    pub(super) fn map_keys(&self, node: &Node) -> Vec<TokenStream> {
        let runtime = &self.runtime;
        let fields = node.array.items.map(|items| self.fields(items));
        let mut names: Vec<&String> = node.array.keys.iter().collect();
        names.sort();
        let keys = names.into_iter().map(|name| {
            let field = match fields.and_then(|fields| fields.number(name)) {
                Some(number) => {
                    let number = Literal::usize_unsuffixed(number);
                    quote!(Some(#number))
                }
                None => quote!(None),
            };
            let name = escaped(name);
            quote!(#runtime::ListKey { name: #name, field: #field })
        });
        keys.collect()
    }
}
