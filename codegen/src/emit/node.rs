//! The function of a node, by the types of its values, and which nodes have one.
//!
//! Easy to break: every cycle of functions passes through a definition, which checks the depth.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use super::emitter::Emitter;
use super::known::meta_field;
use crate::plan::{NodeId, Others, Type};

impl<'p> Emitter<'p> {
    /// The body of the function that decodes a node and validates its alternatives.
    pub(super) fn function(&mut self, id: NodeId) -> TokenStream {
        let body = self.value(id);
        if id == self.plan.root {
            return body;
        }
        let noted = self.note(id).map(|number| quote!(d.ruled(#number);));
        // Every cycle passes through one of these.
        let deep = self.plan.nodes[id].definition.as_ref().map(|_| quote!(d.nested()?;));
        let Some(alternatives) = self.alternatives(&self.plan.nodes[id], &quote!(alternative_functions::))
        else {
            return quote!(#deep #noted #body);
        };
        quote! {
            #deep
            #noted
            #alternatives
            fn value(d: &mut Decoder<'_, '_>, m: Member) -> DecodeResult {
                #body
            }
            let at = d.here();
            value(d, m)?;
            d.alternatives(at, &ALTERNATIVES);
            Ok(())
        }
    }

    /// The number under which a value with rules is noted.
    fn note(&self, id: NodeId) -> Option<Literal> {
        self.noted.binary_search(&id).ok().map(Literal::usize_unsuffixed)
    }

    /// The body of the function that decodes a node.
    pub(super) fn value(&mut self, id: NodeId) -> TokenStream {
        let node = &self.plan.nodes[id];
        match node.types.as_slice() {
            _ if id == self.plan.root => self.object(id),
            _ if node.looks_elsewhere() => self.mixed(id),
            [Type::Object] => self.object(id),
            [Type::Array] => self.array(id),
            [Type::String] => self.string(id),
            [Type::Integer | Type::Number] => self.number(id),
            [Type::Boolean] => self.boolean(id),
            _ => self.mixed(id),
        }
    }

    /// Nodes that the root reaches without passing through alternatives; in the order of the plan, last
    /// first.
    pub(super) fn reached(&self) -> Vec<NodeId> {
        let mut reached = vec![false; self.plan.nodes.len()];
        let mut todo = vec![self.plan.root];
        while let Some(id) = todo.pop() {
            let (Some(flag), Some(node)) = (reached.get_mut(id), self.plan.nodes.get(id)) else {
                continue;
            };
            if std::mem::replace(flag, true) {
                continue;
            }
            let special = id == self.plan.root || node.embedded;
            for field in &node.object.fields {
                if special && field.name == "metadata" {
                    // Decoded by the runtime; generated code only checks the constraints on its strings.
                    let fields =
                        self.plan.nodes.get(field.node).into_iter().flat_map(|node| &node.object.fields);
                    todo.extend(
                        fields.filter(|field| meta_field(&field.name).is_some()).map(|field| field.node),
                    );
                } else {
                    todo.push(field.node);
                }
            }
            if let Others::Each(each) = node.object.others {
                todo.push(each);
            }
            todo.extend(node.array.items);
            todo.extend(&node.array.positions);
        }
        let ids = reached.iter().enumerate().rev();
        ids.filter(|(_, reached)| **reached).map(|(id, _)| id).collect()
    }
}
