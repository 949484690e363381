//! The struct of an object. In: a node. Out: items.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

use super::Types;
use super::fields::Presence;
use crate::emit::structure::docs::doc;
use crate::emit::structure::shape::is_resource;
use crate::emit::structure::words::{Taken, snake};
use crate::plan::{Field, NodeId, Others};

/// The fields of every resource, which schemas need not have.
const OF_RESOURCES: [&str; 3] = ["apiVersion", "kind", "metadata"];

impl Types<'_> {
    /// The items of the object of a node.
    pub(super) fn object(&self, id: NodeId) -> TokenStream {
        let (Some(node), Some(name)) = (self.plan.nodes.get(id), self.names.get(&id)) else {
            return TokenStream::new();
        };
        let place = self.plan.places.get(id).map_or("", String::as_str);
        let shown = if id == self.plan.root { &self.plan.kind } else { place };
        let docs = doc(shown, self.descriptions.node(id));
        let mut taken = Taken::default();
        let is_resource = is_resource(self.plan, id);
        let of_resource = is_resource.then(|| {
            OF_RESOURCES.iter().for_each(|key| drop(taken.free(snake(key), "field")));
            // Only a stored object has metadata always.
            let metadata = match id == self.plan.root {
                true => quote! {
                    #[serde(default)]
                    pub metadata: Metadata,
                },
                false => quote! {
                    #[serde(default, skip_serializing_if = "Option::is_none")]
                    pub metadata: Option<Metadata>,
                },
            };
            quote! {
                /// `apiVersion`
                #[serde(rename = "apiVersion")]
                pub api_version: String,
                /// `kind`
                pub kind: String,
                /// `metadata`
                #metadata
            }
        });
        let fields = node.object.fields.iter();
        let fields = fields.filter(|field| !(is_resource && OF_RESOURCES.contains(&field.name.as_str())));
        let fields: Vec<(&Field, Ident)> =
            fields.map(|field| (field, taken.free(snake(&field.name), "field"))).collect();
        let (mut written, mut functions, mut values) = (Vec::new(), Vec::new(), Vec::new());
        for (field, ident) in &fields {
            let presence = self.presence(id, node, field);
            let (key, of) = (&field.name, self.field_type(field, &presence));
            let plain = ident.to_string();
            let plain = plain.strip_prefix("r#").unwrap_or(&plain);
            let dot = if place.is_empty() { "" } else { "." };
            let docs = doc(&format!("{place}{dot}{key}"), self.descriptions.field(id, key));
            let rename = (plain != key.as_str()).then(|| quote!(rename = #key,));
            let how = match &presence {
                Presence::Required => quote!(),
                // Without it, a missing field would read as null.
                Presence::RequiredOrNull => quote!(deserialize_with = "Deserialize::deserialize"),
                Presence::Defaulted(_) => {
                    let function = format!("{name}::default_{plain}");
                    quote!(default = #function)
                }
                Presence::Optional => {
                    quote!(default, skip_serializing_if = "Option::is_none")
                }
            };
            values.push(match &presence {
                Presence::Defaulted(default) => {
                    let function = format_ident!("default_{plain}");
                    functions.push(quote!(fn #function() -> #of { #default }));
                    quote!(#ident: Self::#function())
                }
                _ => quote!(#ident: Option::None),
            });
            let attribute =
                if rename.is_none() && how.is_empty() { quote!() } else { quote!(#[serde(#rename #how)]) };
            written.push(quote! {
                #[doc = #docs]
                #attribute
                pub #ident: #of,
            });
        }
        let others = self.others(id, &mut taken);
        let other = others.as_ref().map(|(ident, of)| {
            quote! {
                /// Members that are no fields of the schema.
                #[serde(flatten)]
                pub #ident: BTreeMap<String, #of>,
            }
        });
        values.extend(others.iter().map(|(ident, _)| quote!(#ident: BTreeMap::new())));
        let functions = (!functions.is_empty()).then(|| quote!(impl #name { #(#functions)* }));
        let default = self.without_required.contains(&id).then(|| {
            quote! {
                impl Default for #name {
                    fn default() -> Self {
                        #name { #(#values),* }
                    }
                }
            }
        });
        quote! {
            #[doc = #docs]
            #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
            pub struct #name {
                #of_resource
                #(#written)*
                #other
            }
            #functions
            #default
        }
    }

    /// The field of members that are no fields, and their type.
    fn others(&self, id: NodeId, taken: &mut Taken) -> Option<(Ident, TokenStream)> {
        let node = self.plan.nodes.get(id)?;
        let of = match node.object.others {
            Others::Each(each) => {
                let nullable = self.plan.nodes.get(each).is_some_and(|node| node.nullable);
                let of = self.of(each);
                if nullable { quote!(Option<#of>) } else { of }
            }
            Others::PruneNested => quote!(Value),
            Others::Unknown if node.preserve => quote!(Value),
            Others::Unknown => return None,
        };
        Some((taken.free("other".to_owned(), "other"), of))
    }
}
