//! The struct of an object. In: a node. Out: items.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

use super::Types;
use super::fields::Presence;
use crate::emit::structure::docs::doc;
use crate::emit::structure::fields::{Member, fields};
use crate::emit::structure::shape::is_resource;
use crate::emit::structure::words::{Taken, plain};
use crate::emit::structure::{place_of, place_of_field};
use crate::plan::{NodeId, Others};

impl Types<'_> {
    /// The items of the object of a node.
    pub(super) fn object(&self, id: NodeId) -> TokenStream {
        let Some(name) = self.names.get(&id) else { return TokenStream::new() };
        let docs = doc(place_of(self.plan, id), self.descriptions.node(id));
        let mut taken = Taken::default();
        let of_resource = is_resource(self.plan, id).then(|| {
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
        let (mut written, mut functions, mut values) = (Vec::new(), Vec::new(), Vec::new());
        for member in fields(self.plan, id, &mut taken) {
            let presence = self.presence(&member);
            let Member { field, ident, .. } = member;
            let (key, of) = (&field.name, self.field_type(field, &presence));
            let plain = plain(&ident);
            let docs = doc(&place_of_field(self.plan, id, key), self.descriptions.field(id, key));
            let rename = (plain != *key).then(|| quote!(rename = #key,));
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
