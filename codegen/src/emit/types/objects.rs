//! Writes the struct of an object. In: a node. Out: items.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

use super::Types;
use super::fields::Presence;
use super::kube::Part;
use crate::emit::structure::docs::doc;
use crate::emit::structure::fields::{Member, fields};
use crate::emit::structure::shape::is_resource;
use crate::emit::structure::words::{Taken, plain};
use crate::emit::structure::{place_of, place_of_field};
use crdc_plan::{NodeId, Others};

impl Types<'_> {
    /// The struct of a node, with its impls.
    pub(super) fn object(&self, id: NodeId) -> TokenStream {
        let Some(name) = self.names.get(&id) else { return TokenStream::new() };
        if let Some(alternatives) = self.alternatives(id) {
            return self.choice(id, name, &alternatives);
        }
        let docs = doc(place_of(self.plan, id), self.descriptions.node(id));
        let mut taken = Taken::default();
        let is_kube = self.choices.kube && id == self.plan.root;
        let of_resource = is_resource(self.plan, id).then(|| self.of_resource(id, name));
        let (mut written, mut functions, mut values) = (Vec::new(), Vec::new(), Vec::new());
        let mut parts = Vec::new();
        for member in fields(self.plan, id, &mut taken) {
            let presence = self.presence(&member);
            let Member { field, ident, .. } = member;
            let (key, inner) = (&field.name, self.held_type(field));
            let of = Self::field_type(&inner, &presence);
            let plain = plain(&ident);
            let docs = doc(&place_of_field(self.plan, id, key), self.descriptions.field(id, key));
            let rename = (plain != *key).then(|| quote!(rename = #key));
            let how = match &presence {
                Presence::Required => None,
                // Without this attribute, a missing field would read as null.
                Presence::RequiredOrNull => Some(quote!(deserialize_with = "Deserialize::deserialize")),
                Presence::Defaulted(_) => {
                    let function = format!("{name}::default_{plain}");
                    Some(quote!(default = #function))
                }
                Presence::Optional => Some(quote!(default, skip_serializing_if = "Option::is_none")),
            };
            let value = match &presence {
                Presence::Defaulted(default) => {
                    let function = format_ident!("default_{plain}");
                    functions.push(quote!(fn #function() -> #of { #default }));
                    quote!(Self::#function())
                }
                _ => quote!(Option::None),
            };
            values.push(quote!(#ident: #value));
            let time = self.is_time(field.node).then(|| quote!(serialize_with = "write_time"));
            let said: Vec<TokenStream> = [rename, how, time].into_iter().flatten().collect();
            let attribute = (!said.is_empty()).then(|| quote!(#[serde(#(#said),*)]));
            written.push(quote! {
                #[doc = #docs]
                #attribute
                pub #ident: #of,
            });
            if is_kube {
                let value = (!matches!(presence, Presence::Required)).then_some(value);
                let optional = matches!(presence, Presence::Optional);
                parts.push(Part { key: key.clone(), ident, of, inner, value, optional });
            }
        }
        let others = self.others(id, &mut taken);
        let other = others.as_ref().map(|(ident, of)| {
            let of = self.map(of);
            quote! {
                /// Members that are no fields of the schema.
                #[serde(flatten)]
                pub #ident: #of,
            }
        });
        values.extend(others.iter().map(|(ident, _)| quote!(#ident: BTreeMap::new())));
        let traits = is_kube.then(|| {
            functions.push(self.own_names(name).1);
            let first = taken.free("name".to_owned(), "name");
            self.traits(name, &parts, &first, others.as_ref().map(|(ident, _)| ident))
        });
        let conversions = self.conversions(id, name);
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
            #traits
            #conversions
        }
    }

    /// The fields of every resource.
    fn of_resource(&self, id: NodeId, name: &Ident) -> TokenStream {
        let metadata = self.metadata();
        // Only a stored root object always has metadata; an embedded resource may have none.
        let metadata = match id == self.plan.root {
            true => quote! {
                #[serde(default)]
                pub metadata: #metadata,
            },
            false => quote! {
                #[serde(default, skip_serializing_if = "Option::is_none")]
                pub metadata: Option<#metadata>,
            },
        };
        let names = match self.choices.kube && id == self.plan.root {
            true => self.own_names(name).0,
            false => quote! {
                /// `apiVersion`
                #[serde(rename = "apiVersion")]
                pub api_version: String,
                /// `kind`
                pub kind: String,
            },
        };
        quote! {
            #names
            /// `metadata`
            #metadata
        }
    }

    /// The Rust field for members that the schema does not list, and the type of their values.
    fn others(&self, id: NodeId, taken: &mut Taken) -> Option<(Ident, TokenStream)> {
        let node = self.plan.nodes.get(id)?;
        let of = match node.object.others {
            Others::Each(each) => {
                let nullable = self.plan.nodes.get(each).is_some_and(|node| node.nullable);
                let of = self.of(each);
                if nullable { quote!(Option<#of>) } else { of }
            }
            Others::PruneNested => self.value(),
            Others::Unknown if node.preserve => self.value(),
            Others::Unknown => return None,
        };
        Some((taken.free("other".to_owned(), "other"), of))
    }
}
