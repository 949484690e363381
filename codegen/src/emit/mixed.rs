//! Nodes that constrain values of more than one kind: int-or-string, no type at all, or keywords for a kind
//! other than the type's, which the server checks nevertheless.

use proc_macro2::TokenStream;
use quote::quote;

use super::actions::Mixed;
use super::emitter::Emitter;
use super::number::{number_checks, values};
use super::object::words;
use crate::plan::NodeId;

impl Emitter<'_> {
    /// The function of a node that branches on the value's first byte.
    pub(super) fn mixed(&mut self, id: NodeId) -> TokenStream {
        let node = &self.plan.nodes[id];
        let shape = self.shape(id);
        let Mixed { object, array, string, number } = self.mixed_of(id);
        let mut arms = TokenStream::new();
        if let Some((objects, admitted)) = object {
            let words = words(objects.count);
            let body = self.object_body(&objects, &quote!(d.first_key()?));
            let wrong = if admitted { TokenStream::new() } else { quote!(o.raise(d, &SHAPE.rule);) };
            arms.extend(quote! {
                b'{' => {
                    let mut o = Object::<#words>::new();
                    d.open_object(&mut o, m)?;
                    #wrong
                    #body
                }
            });
        }
        if let Some((_, admitted)) = array {
            let body = self.array_body(node);
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
        if let Some((_, admitted)) = string {
            let text = match admitted {
                true => quote!(d.open_text(m)?),
                // The wrong type is the first error.
                false => quote!({
                    d.open_string(m)?;
                    d.mismatch(&SHAPE);
                    d.check()
                }),
            };
            let body = match self.string_checks(node) {
                Some(checks) => quote! {
                    let mut c = #text;
                    #checks
                },
                None => {
                    let values = values(node);
                    let wrong = (!admitted).then(|| quote!(d.mismatch(&SHAPE);));
                    quote! {
                        d.open_string(m)?;
                        #wrong
                        #values
                    }
                }
            };
            arms.extend(quote!(b'"' => { #body }));
        }
        if number.is_some() {
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
