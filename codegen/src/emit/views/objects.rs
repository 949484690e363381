//! Writes the struct of an object, with a method for each field. In: a node. Out: items.
//!
//! Easy to break: a required field or a field with a default is no `Option`, unless it may be null. An absent
//! list or map is empty.

use std::collections::HashMap;

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::Views;
use crate::emit::structure::docs::doc;
use crate::emit::structure::fields::{Member, fields};
use crate::emit::structure::shape::{Shape, is_resource};
use crate::emit::structure::words::{Taken, plain, snake};
use crate::emit::structure::{place_of, place_of_field};
use crdc_plan::{Field, NodeId};
use crdc_source::json::escaped;

impl Views<'_> {
    /// The items of the object of a node.
    pub(super) fn object(&self, id: NodeId) -> TokenStream {
        let Some(name) = self.names.get(&id) else { return TokenStream::new() };
        let runtime = &self.runtime;
        let docs = doc(place_of(self.plan, id), self.descriptions.node(id));
        // The other methods of the struct, and the methods that the code calls.
        let mut taken = Taken::with(&["as_value", "clone"]);
        let mut methods = Vec::new();
        if is_resource(self.plan, id) {
            methods.push(quote! {
                /// `apiVersion`
                #[inline]
                pub fn api_version(self) -> &'a str {
                    #runtime::field(self.0, "apiVersion")
                }
                /// `kind`
                #[inline]
                pub fn kind(self) -> &'a str {
                    #runtime::field(self.0, "kind")
                }
                /// `metadata`
                #[inline]
                pub fn metadata(self) -> #runtime::Metadata<'a> {
                    #runtime::field(self.0, "metadata")
                }
            });
        }
        for member in fields(self.plan, id, &mut taken) {
            methods.push(self.method(id, &member));
            methods.extend(self.by_key(member.field, &member.ident, &mut taken));
        }
        quote! {
            #[doc = #docs]
            #[derive(Clone, Copy, Debug)]
            pub struct #name<'a>(#runtime::Value<'a>);

            impl<'a> #name<'a> {
                #(#methods)*

                /// The object itself.
                #[inline]
                pub fn as_value(self) -> #runtime::Value<'a> {
                    self.0
                }
            }

            impl<'a> #runtime::FromValue<'a> for #name<'a> {
                #[inline]
                fn from_value(value: #runtime::Value<'a>) -> Self {
                    #name(value)
                }
            }
        }
    }

    /// The method of a field.
    fn method(&self, id: NodeId, member: &Member<'_>) -> TokenStream {
        let (runtime, method, name) = (&self.runtime, &member.ident, &member.field.name);
        let (key, of) = (escaped(name), self.r#type(member.field.node));
        let docs = doc(&place_of_field(self.plan, id, name), self.descriptions.field(id, name));
        if self.is_there(member) {
            return quote! {
                #[doc = #docs]
                #[inline]
                pub fn #method(self) -> #of {
                    #runtime::field(self.0, #key)
                }
            };
        }
        quote! {
            #[doc = #docs]
            #[inline]
            pub fn #method(self) -> ::core::option::Option<#of> {
                #runtime::optional(self.0, #key)
            }
        }
    }

    /// Whether a field is no `Option`.
    fn is_there(&self, member: &Member<'_>) -> bool {
        let Member { field, stored, required, .. } = member;
        matches!(Shape::of(self.plan, field.node), Shape::List(_) | Shape::Map(_))
            || stored.is_some_and(|value| !value.nullable && (value.default.is_some() || *required))
    }

    /// The method that finds an item of a list map by its keys.
    fn by_key(&self, field: &Field, method: &Ident, taken: &mut Taken) -> Option<TokenStream> {
        let list = &self.plan.nodes.get(field.node)?.array;
        let items = list.items.filter(|_| list.list_type.as_deref() == Some("map"))?;
        if Shape::of(self.plan, items) != Shape::Object || self.plan.nodes.get(items)?.nullable {
            return None;
        }
        let known = self.plan.nodes.get(items)?.object.fields.iter();
        let known: HashMap<&str, &Field> = known.map(|field| (field.name.as_str(), field)).collect();
        let runtime = &self.runtime;
        let (mut parameters, mut tests, mut words) = (Vec::new(), Vec::new(), Vec::new());
        let mut arguments = Taken::with(&["self", "item"]);
        for key in &list.keys {
            let (of, read) = match Shape::of(self.plan, known.get(key.as_str())?.node) {
                Shape::String | Shape::Enum => (quote!(&str), quote!(&str)),
                Shape::Integer => (quote!(i64), quote!(i64)),
                Shape::Boolean => (quote!(bool), quote!(bool)),
                _ => return None,
            };
            let (argument, written) = (arguments.free(snake(key), "key"), escaped(key));
            parameters.push(quote!(#argument: #of));
            tests.push(quote!(#runtime::field::<#read>(item.as_value(), #written) == #argument));
            words.push(snake(key));
        }
        if tests.is_empty() {
            return None;
        }
        let item = self.r#type(items);
        let plain = plain(method);
        let name = taken.free(format!("{plain}_by_{}", words.join("_and_")), "by_key");
        let docs = format!(" The item of [`{plain}`](Self::{plain}) with this key.");
        Some(quote! {
            #[doc = #docs]
            pub fn #name(self, #(#parameters),*) -> ::core::option::Option<#item> {
                self.#method().iter().find(|item| #(#tests)&&*)
            }
        })
    }
}
