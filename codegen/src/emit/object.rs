//! Objects and maps: fields by name, other members, required names, limits.

use std::rc::Rc;

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::Emitter;
use super::known::{Fields, Known};
use super::limits::Limits;
use crate::plan::{Node, NodeId, Others};

impl<'p> Emitter<'p> {
    /// The function of a node that is only an object.
    pub(super) fn object(&mut self, id: NodeId) -> TokenStream {
        let shape = self.shape(id);
        let words = self.words(id);
        let first = quote!(match d.object(&mut o, m, &SHAPE)? {
            Some(first) => first,
            None => return Ok(()),
        });
        let body = self.object_body(id, &first);
        quote! {
            #shape
            let mut o = Object::<#words>::new();
            #body
            Ok(())
        }
    }

    /// The number of words for one bit per field of the node.
    pub(super) fn words(&self, id: NodeId) -> TokenStream {
        let words = Literal::usize_unsuffixed(self.fields(id).list().len().div_ceil(64).max(1));
        quote!(#words)
    }

    /// The numbers of the fields on the path `keys` from the root, as far as the schema has them.
    pub(super) fn numbers(&self, keys: &[&str]) -> Vec<Literal> {
        let mut numbers = Vec::new();
        let mut id = self.plan.root;
        for key in keys {
            let fields = self.fields(id);
            let found =
                fields.number(key).and_then(|number| Some((number, fields.list().get(number)?.node?)));
            // A required name without a field is the key of a map, or of anything.
            let Some((number, node)) = found else { break };
            numbers.push(Literal::usize_unsuffixed(number));
            id = node;
        }
        numbers
    }

    /// The members of an object `o` and its constraints; `first` reads the first key.
    pub(super) fn object_body(&mut self, id: NodeId, first: &TokenStream) -> TokenStream {
        let node: &'p Node = &self.plan.nodes[id];
        let fields = Rc::clone(&self.fields);
        let Some(fields) = fields.get(id) else { return TokenStream::new() };
        let known = fields.list();
        let (arms, table) = self.arms(id, known);
        let mut others = self.others(node);
        if table.is_some() {
            others = quote!(match Field::find(FIELDS, k) {
                Some(field) => {
                    let m = d.listed_field(&mut o, key, field);
                    field.decode.run(d, m)?
                }
                None => #others,
            });
        }
        let body = if arms.is_empty() && table.is_none() {
            quote!(#others;)
        } else {
            quote! {
                let k = key.bytes;
                match k.len() {
                    #arms
                    _ => #others,
                };
            }
        };
        let defaults = self.defaults(known);
        let reserved = self.reserved(id);
        let checks = if id == self.plan.root {
            self.object_checks(&self.early_root(), fields)
        } else {
            self.object_checks(node, fields)
        };
        let meta = self.metadata_checks(id, known);
        let root = if id == self.plan.root {
            quote!(if !o.has(2) {
                d.no_object_meta();
            })
        } else {
            TokenStream::new()
        };
        let close = if root.is_empty() && defaults.is_empty() && reserved.is_empty() {
            quote!(d.finish(&mut o);)
        } else {
            quote! {
                d.end(&mut o);
                #root
                #defaults
                #reserved
                d.close(&o);
            }
        };
        let embedded = node.embedded.then(|| quote!(d.embedded(&o);));
        quote! {
            #table
            let mut next = #first;
            #embedded
            while let Some(key) = next {
                #body
                next = d.next_key()?;
            }
            #close
            #meta
            #checks
        }
    }

    fn others(&self, node: &Node) -> TokenStream {
        match node.object.others {
            Others::Each(each) => {
                let function = self.names.of(each);
                quote!({
                    let m = d.entry(&mut o, key)?;
                    #function(d, m)?
                })
            }
            Others::PruneNested if node.preserve => quote!(d.preserve(&mut o, key)?),
            Others::PruneNested => quote!({
                let m = d.entry(&mut o, key)?;
                d.emptied(m)?
            }),
            Others::Unknown if node.preserve => quote!(d.preserve(&mut o, key)?),
            Others::Unknown => quote!(d.unknown(&mut o, key)?),
        }
    }

    /// Adds absent fields that have a default.
    fn defaults(&mut self, known: &[Known<'_>]) -> TokenStream {
        let mut table = Vec::new();
        let mut numbers = Vec::new();
        for (number, field) in known.iter().enumerate() {
            let Some(id) = field.node else { continue };
            let Some(default) = &self.plan.nodes[id].default else {
                continue;
            };
            let place = self.constants.place(field.name, default);
            let function = self.names.of(id);
            let (key, value) = (Literal::u32_unsuffixed(place.key), Literal::u32_unsuffixed(place.value));
            let index = Literal::usize_unsuffixed(number);
            table.push(quote!(Default { field: #index, key: #key, value: #value, decode: Decode::Function(#function) }));
            numbers.push(number);
        }
        if table.is_empty() {
            return TokenStream::new();
        }
        let mask = mask(known.len(), &numbers);
        quote! {
            static DEFAULTED: &[Default] = &[#(#table),*];
            if !o.has_all(#mask) {
                d.defaults(&mut o, DEFAULTED)?;
            }
        }
    }

    fn object_checks(&self, node: &Node, fields: &Fields<'_>) -> TokenStream {
        let mut checks = TokenStream::new();
        let required: Vec<(usize, &str)> = node
            .object
            .required
            .iter()
            .filter_map(|name| Some((fields.number(name)?, name.as_str())))
            .collect();
        if !required.is_empty() {
            let mask =
                mask(fields.list().len(), &required.iter().map(|(number, _)| *number).collect::<Vec<_>>());
            let rows = required.iter().map(|(number, name)| {
                let number = Literal::usize_unsuffixed(*number);
                quote!((#number, Rule::Required(#name)))
            });
            checks.extend(quote! {
                static REQUIRED: &[(u16, Rule)] = &[#(#rows),*];
                if !o.has_all(#mask) {
                    o.missing(d, REQUIRED);
                }
            });
        }
        let limits = Limits { of: "Properties", min: node.object.min, max: node.object.max };
        if !limits.is_empty() {
            checks.extend(quote!(let count = d.count(&o);));
        }
        checks.extend(limits.checks(&quote!(count), |rule| quote!(o.raise(d, &#rule);)));
        if !node.values.is_empty() {
            checks.extend(quote!(o.check_values(d, &VALUES);));
        }
        checks
    }
}

/// Words with the bits of the given fields set.
pub(super) fn mask(fields: usize, numbers: &[usize]) -> TokenStream {
    let mut words = vec![0u64; fields.div_ceil(64).max(1)];
    for number in numbers {
        words[number / 64] |= 1 << (number % 64);
    }
    let words = words.iter().map(|word| Literal::u64_unsuffixed(*word));
    quote!([#(#words),*])
}
