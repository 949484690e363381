//! The struct of an object: a method for each field. In: a node. Out: items.
//!
//! Easy to break: a field is no `Option` if the schema requires it or has a default, unless it may be null; lists and maps are
//! empty where they are absent.

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use super::Views;
use crate::emit::structure::docs::doc;
use crate::emit::structure::shape::{Shape, is_resource};
use crate::emit::structure::words::{Taken, snake};
use crate::json::escaped;
use crate::plan::{Field, Node, NodeId};

/// The fields of every resource, which schemas need not have.
const OF_RESOURCES: [&str; 3] = ["apiVersion", "kind", "metadata"];

impl Views<'_> {
    /// The items of the object of a node.
    pub(super) fn object(&self, id: NodeId) -> TokenStream {
        let (Some(node), Some(name)) = (self.plan.nodes.get(id), self.names.get(&id)) else {
            return TokenStream::new();
        };
        let runtime = &self.runtime;
        let place = self.plan.places.get(id).map_or("", String::as_str);
        let docs = if id == self.plan.root {
            doc(&self.plan.kind, self.descriptions.node(id))
        } else {
            doc(place, self.descriptions.node(id))
        };
        // What the struct has besides, and what the code calls.
        let mut taken = Taken::with(&["as_value", "clone"]);
        let is_resource = is_resource(self.plan, id);
        let mut methods = Vec::new();
        if is_resource {
            for key in OF_RESOURCES {
                taken.free(snake(key), "field");
            }
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
        let fields = node.object.fields.iter();
        let fields: Vec<&Field> =
            fields.filter(|field| !(is_resource && OF_RESOURCES.contains(&field.name.as_str()))).collect();
        let named: Vec<Ident> = fields.iter().map(|field| taken.free(snake(&field.name), "field")).collect();
        for (field, method) in fields.iter().zip(&named) {
            methods.push(self.method(id, node, field, method, place));
            methods.extend(self.by_key(field, method, &mut taken));
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
    fn method(&self, id: NodeId, node: &Node, field: &Field, method: &Ident, place: &str) -> TokenStream {
        let runtime = &self.runtime;
        let (key, of) = (escaped(&field.name), self.r#type(field.node));
        let dot = if place.is_empty() { "" } else { "." };
        let docs = doc(&format!("{place}{dot}{}", field.name), self.descriptions.field(id, &field.name));
        if self.is_there(id, node, field) {
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

    /// Whether a field is no `Option`. A status that is a subresource is dropped by creates, also one that has a default.
    fn is_there(&self, id: NodeId, node: &Node, field: &Field) -> bool {
        if matches!(Shape::of(self.plan, field.node), Shape::List(_) | Shape::Map(_)) {
            return true;
        }
        let is_dropped = id == self.plan.root && self.plan.status_subresource && field.name == "status";
        let Some(value) = self.plan.nodes.get(field.node).filter(|_| !is_dropped) else { return false };
        !value.nullable && (value.default.is_some() || node.object.required.contains(&field.name))
    }

    /// The method that finds an item of a list map by its keys.
    fn by_key(&self, field: &Field, method: &Ident, taken: &mut Taken) -> Option<TokenStream> {
        let list = &self.plan.nodes.get(field.node)?.array;
        let items = list.items.filter(|_| list.list_type.as_deref() == Some("map"))?;
        if Shape::of(self.plan, items) != Shape::Object || self.plan.nodes.get(items)?.nullable {
            return None;
        }
        let known = &self.plan.nodes.get(items)?.object.fields;
        let runtime = &self.runtime;
        let (mut parameters, mut tests, mut words) = (Vec::new(), Vec::new(), Vec::new());
        let mut arguments = Taken::with(&["self", "item"]);
        for key in &list.keys {
            let field = known.iter().find(|field| field.name == *key)?;
            let (of, read) = match Shape::of(self.plan, field.node) {
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
        let plain = method.to_string();
        let plain = plain.strip_prefix("r#").unwrap_or(&plain);
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
