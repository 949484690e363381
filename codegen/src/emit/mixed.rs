//! Nodes that constrain values of more than one kind: int-or-string, no type at all, or keywords for a kind
//! other than the type's, which the server checks nevertheless.

use proc_macro2::TokenStream;
use quote::quote;

use super::Emitter;
use super::number::{number_checks, values};
use crate::plan::{NodeId, Type};

impl Emitter<'_> {
    /// The function of a node that branches on the value's first byte.
    pub(super) fn mixed(&mut self, id: NodeId) -> TokenStream {
        let node = &self.plan.nodes[id];
        let shape = self.shape(id);
        let admits = |kind| node.types.is_empty() && node.format.is_none() || node.types.contains(&kind);
        let number = node.types.contains(&Type::Integer) || node.types.contains(&Type::Number);
        // See `shape.rs`.
        let formatted = node.format.is_some() && !number;
        let mut arms = TokenStream::new();
        if node.looks_into_objects() {
            let words = self.words(id);
            let body = self.object_body(id, &quote!(d.first_key()?));
            let wrong =
                if admits(Type::Object) { TokenStream::new() } else { quote!(o.raise(d, &SHAPE.rule);) };
            arms.extend(quote! {
                b'{' => {
                    let mut o = Object::<#words>::new();
                    d.open_object(&mut o, m)?;
                    #wrong
                    #body
                }
            });
        }
        if node.looks_into_arrays() {
            let body = self.array_body(node);
            let admitted = admits(Type::Array) || formatted;
            let wrong = if admitted { TokenStream::new() } else { quote!(l.raise(d, &SHAPE.rule);) };
            arms.extend(quote! {
                b'[' => {
                    let mut l = Array::new();
                    d.open_array(&mut l, m)?;
                    #wrong
                    #body
                }
            });
        }
        if node.looks_into_strings() {
            let checks = match self.string_checks(node) {
                Some(checks) => quote! {
                    let mut c = d.check();
                    #checks
                },
                None => values(node),
            };
            let admitted = admits(Type::String) || formatted;
            let wrong = if admitted { TokenStream::new() } else { quote!(d.mismatch(&SHAPE);) };
            arms.extend(quote! {
                b'"' => {
                    d.open_string(m)?;
                    #wrong
                    #checks
                }
            });
        }
        if node.looks_into_numbers() {
            let checks = number_checks(node);
            let values = values(node);
            arms.extend(quote! {
                b'-' | b'0'..=b'9' => {
                    if let Some(n) = d.number(m, &SHAPE)? {
                        #checks
                        #values
                    }
                }
            });
        }
        if arms.is_empty() {
            return quote! {
                #shape
                d.unexpected(m, &SHAPE)
            };
        }
        quote! {
            #shape
            match d.peek() {
                #arms
                _ => d.unexpected(m, &SHAPE)?,
            }
            Ok(())
        }
    }
}
