//! Code for the fields of an object: arms of a `match` over length and bytes of keys, or a table for very
//! large objects.

use std::collections::BTreeMap;

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::Emitter;
use super::known::Known;
use crate::json::escaped;
use crate::plan::{Node, NodeId, Others};

/// An object with more fields uses a table: rustc takes minutes for a `match` with thousands of arms.
pub(super) const WIDE: usize = 256;

impl Emitter<'_> {
    /// The arms for fields. For large objects, also the table, which has all fields except those that the
    /// server itself defines.
    pub(super) fn arms(&self, id: NodeId, known: &[Known<'_>]) -> (TokenStream, Option<TokenStream>) {
        let node = &self.plan.nodes[id];
        let special = id == self.plan.root || node.embedded;
        let wide = known.len() > WIDE;
        let mut arms: BTreeMap<usize, Vec<TokenStream>> = BTreeMap::new();
        let mut table: BTreeMap<String, TokenStream> = BTreeMap::new();
        for (number, field) in known.iter().enumerate() {
            let key = escaped(field.name);
            let bytes = Literal::byte_string(key.as_bytes());
            let length = Literal::usize_unsuffixed(key.len());
            let number = Literal::usize_unsuffixed(number);
            let (role, note) = self.role(id, node, field);
            if special && matches!(field.name, "apiVersion" | "kind" | "metadata") {
                let value = self.meta(id, field.name, field.node);
                arms.entry(key.len()).or_default().push(quote! {
                    #length if k == #bytes => {
                        let m = d.#note(&mut o, key, #number);
                        #value
                    }
                });
                continue;
            }
            if wide {
                let Some(decode) = self.decode(node, field) else { continue };
                let row = quote!(Field { key: #bytes, number: #number, role: Role::#role, decode: Decode::Function(#decode) });
                table.insert(key, row);
                continue;
            }
            let Some(value) = self.call(node, field) else { continue };
            arms.entry(key.len()).or_default().push(quote! {
                #length if k == #bytes => {
                    let m = d.#note(&mut o, key, #number);
                    #value
                }
            });
        }
        let rows = table.into_values();
        let table = wide.then(|| quote!(static FIELDS: &[Field] = &[#(#rows),*];));
        (arms.into_values().flatten().collect(), table)
    }

    /// What a field is, and the call that records it.
    fn role(&self, id: NodeId, node: &Node, field: &Known<'_>) -> (TokenStream, TokenStream) {
        // A list map finds its items' keys by it.
        let is_key = self.keys.contains(&(id, field.name));
        // A name that is required and is not a property. The root's status is found by its number.
        let is_type_meta = node.embedded && matches!(field.name, "apiVersion" | "kind" | "metadata");
        if field.node.is_none() && id != self.plan.root && !is_type_meta {
            (quote!(MapKey), quote!(required_key))
        } else if is_key {
            (quote!(ListKey), quote!(key_field))
        } else {
            (quote!(Plain), quote!(field))
        }
    }

    /// The function that decodes the value of a field; `None` if the key has no field.
    fn decode(&self, node: &Node, field: &Known<'_>) -> Option<TokenStream> {
        if let Some(node) = field.node {
            let function = self.names.of(node);
            return Some(quote!(#function));
        }
        match node.object.others {
            Others::Each(each) => {
                let function = self.names.of(each);
                Some(quote!(#function))
            }
            Others::PruneNested => Some(quote!(|d, m| d.emptied(m))),
            Others::Unknown if node.preserve => Some(quote!(|d, m| d.any(m))),
            Others::Unknown => None,
        }
    }

    /// The expression that decodes the value of a field.
    fn call(&self, node: &Node, field: &Known<'_>) -> Option<TokenStream> {
        match (field.node, node.object.others) {
            (None, Others::PruneNested) => Some(quote!(d.emptied(m)?)),
            (None, Others::Unknown) if node.preserve => Some(quote!(d.any(m)?)),
            _ => {
                let function = self.decode(node, field)?;
                Some(quote!(#function(d, m)?))
            }
        }
    }
}
