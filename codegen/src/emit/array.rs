//! Writes the checks of lists: their items and the number of items.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::emitter::Emitter;
use super::limits::Limits;
use super::option::option;
use crdc_plan::actions::{Items, List, ListRule, Print};

impl Emitter<'_> {
    /// The body of the function for a node whose values are lists, and of no other type.
    pub(super) fn array(&self, shape: &TokenStream, list: &List) -> TokenStream {
        let body = self.array_body(list);
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
    pub(super) fn array_body(&self, list: &List) -> TokenStream {
        let item = match list.items {
            Items::Node(items) => {
                let function = self.names.of(items);
                quote!(#function(d, Member::ITEM)?)
            }
            Items::Any => quote!(d.any(Member::ITEM)?),
            Items::Emptied => quote!(d.emptied(Member::ITEM)?),
        };
        let positions = list.positions.iter().zip(1i64..).map(|(items, length)| {
            let (function, length) = (self.names.of(*items), Literal::i64_unsuffixed(length));
            quote!(#length => #function(d, Member::ITEM)?,)
        });
        // An item is counted when it is read.
        let item = match list.positions.is_empty() {
            true => item,
            false => quote!(match l.len { #(#positions)* _ => #item }),
        };
        let limits = Limits { of: "Items", min: list.min, max: list.max };
        let mut checks = limits.checks(&quote!(l.len), |rule| quote!(l.raise(d, &#rule);));
        if list.has_values {
            checks.extend(quote!(l.check_values(d, &VALUES);));
        }
        let print = list.print.as_ref().map(|print| match print {
            Print::Item => quote!(p.item(d, at);),
            Print::Members(numbers) => {
                let numbers: Vec<_> = numbers.iter().copied().map(Literal::usize_unsuffixed).collect();
                match numbers.as_slice() {
                    [one] => quote!(p.member(d, at, #one);),
                    all => quote!(p.members(d, at, &[#(#all),*]);),
                }
            }
        });
        if let Some(rule) = &list.rule {
            let topology = match rule {
                ListRule::Set => quote!(Rule::ListSet),
                ListRule::Map(keys) => {
                    let keys = self.list_keys_of(keys);
                    quote!(Rule::ListMap(&[#(#keys),*]))
                }
            };
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

    /// The constants for keys of a list map.
    pub(super) fn list_keys_of(&self, keys: &[(String, Option<usize>)]) -> Vec<TokenStream> {
        let runtime = &self.runtime;
        let keys = keys.iter().map(|(name, number)| {
            let field = option(number.map(Literal::usize_unsuffixed));
            quote!(#runtime::ListKey { name: #name, field: #field })
        });
        keys.collect()
    }
}
