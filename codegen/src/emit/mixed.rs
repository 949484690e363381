//! Writes the functions of nodes that constrain values of several types: int-or-string, no type, or keywords
//! for a type other than the schema's, which the server checks anyway.

use proc_macro2::TokenStream;
use quote::quote;

use super::emitter::Emitter;
use super::number::{check_values, number_checks};
use super::object::words;
use crdc_plan::actions::Mixed;
use crdc_source::json::Json;

impl Emitter<'_> {
    /// The body of the function for a node that branches on the value's first byte.
    pub(super) fn mixed(&self, shape: &TokenStream, of: &Mixed, values: &[Json]) -> TokenStream {
        let Mixed { object, array, string, number } = of;
        let mut arms = TokenStream::new();
        if let Some((objects, admitted)) = object {
            let words = words(objects.count);
            let body = self.object_body(objects, &quote!(d.first_key()?));
            let wrong = if *admitted { TokenStream::new() } else { quote!(o.raise(d, &SHAPE.rule);) };
            arms.extend(quote! {
                b'{' => {
                    let mut o = Object::<#words>::new();
                    d.open_object(&mut o, m)?;
                    #wrong
                    #body
                }
            });
        }
        if let Some((list, admitted)) = array {
            let body = self.array_body(list);
            let wrong = if *admitted { TokenStream::new() } else { quote!(l.raise(d, &SHAPE.rule);) };
            arms.extend(quote! {
                b'[' => {
                    let mut l = Array::new();
                    d.open_array(&mut l, m)?;
                    #wrong
                    #body
                }
            });
        }
        if let Some((texts, admitted)) = string {
            let text = match admitted {
                true => quote!(d.open_text(m)?),
                // The wrong type is the first error.
                false => quote!({
                    d.open_string(m)?;
                    d.mismatch(&SHAPE);
                    d.check()
                }),
            };
            let body = match self.string_checks(texts, values) {
                Some(checks) => quote! {
                    let mut c = #text;
                    #checks
                },
                None => {
                    let values = check_values(values);
                    let wrong = (!*admitted).then(|| quote!(d.mismatch(&SHAPE);));
                    quote! {
                        d.open_string(m)?;
                        #wrong
                        #values
                    }
                }
            };
            arms.extend(quote!(b'"' => { #body }));
        }
        if let Some(numbers) = number {
            let checks = number_checks(numbers);
            let values = check_values(values);
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
