//! Writes the enum for a string with an `enum`. In: a node. Out: items.
//!
//! Easy to break: an update may keep a value that the schema no longer contains, so there is a variant for
//! any other value.

use proc_macro2::TokenStream;
use quote::quote;

use super::Views;
use crate::emit::printable;
use crate::emit::structure::docs::doc;
use crate::emit::structure::shape::strings;
use crate::emit::structure::words::variants;
use crdc_plan::NodeId;

impl Views<'_> {
    /// The items of the enum of a node.
    pub(super) fn enumeration(&self, id: NodeId) -> TokenStream {
        let (Some(node), Some(name)) = (self.plan.nodes.get(id), self.names.get(&id)) else {
            return TokenStream::new();
        };
        let runtime = &self.runtime;
        let docs = doc(self.plan.places.get(id).map_or("", String::as_str), self.descriptions.node(id));
        let strings = strings(node).unwrap_or_default();
        let variants = variants(&strings);
        let said: Vec<String> =
            strings.iter().map(|text| format!(" `{}`", printable(text).replace('`', "'"))).collect();
        quote! {
            #[doc = #docs]
            #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
            pub enum #name<'a> {
                #(#[doc = #said] #variants,)*
                /// A string that the schema does not list: of an object that was refused, or that is older
                /// than the schema.
                Unlisted(&'a str),
            }

            impl<'a> #name<'a> {
                /// As it is written in the object.
                pub fn as_str(self) -> &'a str {
                    match self {
                        #(#name::#variants => #strings,)*
                        #name::Unlisted(text) => text,
                    }
                }
            }

            impl<'a> #runtime::FromValue<'a> for #name<'a> {
                fn from_value(value: #runtime::Value<'a>) -> Self {
                    match <&'a str as #runtime::FromValue<'a>>::from_value(value) {
                        #(#strings => #name::#variants,)*
                        text => #name::Unlisted(text),
                    }
                }
            }

            impl ::core::fmt::Display for #name<'_> {
                fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                    f.pad(self.as_str())
                }
            }
        }
    }
}
