//! Writes `JsonSchema` for enums that follow the union convention of Kubernetes, which schemars does not
//! support.
//!
//! In: a [`Choice`] in that form. Out: the structural schema of the object: the discriminator with its values
//! and `x-kubernetes-unions`, and a property for each member.
// schemars: the trait's own page

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::ext::IdentExt;

use super::emitter::Emitter;
use super::generics::foreign_head;
use super::spans::place;
use crate::model::{Choice, Data, Tagging};

impl Emitter<'_> {
    /// `impl JsonSchema`
    pub(super) fn json_schema(&self, choice: &Choice, docs: &Docs) -> Option<TokenStream> {
        let schemars = self.item.schemars.as_ref()?;
        let Tagging::Union { tag } = &choice.tagging else { return None };
        let values: Vec<&String> = choice.variants.iter().map(|variant| &variant.variant.name).collect();
        let mut selected = Vec::new();
        let mut properties = Vec::new();
        for (variant, words) in choice.variants.iter().zip(&docs.variants) {
            let (value, name) = (&variant.variant.name, &variant.member);
            let Data::Newtype(field) = &variant.data else {
                selected.push(quote!(#value: null));
                continue;
            };
            let optional = variant.optional.then(|| quote!(, "optional": true));
            selected.push(quote!(#value: { "name": #name #optional }));
            let ty = &field.ty;
            let schema = quote_spanned!(place(field)=> generator.subschema_for::<#ty>());
            properties.push(match words {
                // Without parentheses it would be parsed as an object.
                Some(words) => quote!(#name: ({
                    let mut schema = #schema;
                    schema.insert(
                        ::core::convert::From::from("description"),
                        ::core::convert::From::from(#words),
                    );
                    schema
                })),
                None => quote!(#name: #schema),
            });
        }
        let description = docs.item.as_ref().map(|words| quote!("description": #words,));
        let name = self.item.ident.unraw().to_string();
        let of = quote!(#schemars::JsonSchema);
        let head = foreign_head(self.item, &of, &of, None);
        Some(quote! {
            #[automatically_derived]
            #head {
                fn schema_name() -> _crdc::convention::Cow<'static, str> {
                    _crdc::convention::Cow::Borrowed(#name)
                }
                fn schema_id() -> _crdc::convention::Cow<'static, str> {
                    _crdc::convention::Cow::Borrowed(::core::concat!(::core::module_path!(), "::", #name))
                }
                fn json_schema(generator: &mut #schemars::SchemaGenerator) -> #schemars::Schema {
                    #schemars::json_schema!({
                        #description
                        "type": "object",
                        "required": [#tag],
                        "properties": {
                            #tag: {
                                "type": "string",
                                "enum": [#(#values),*],
                                "x-kubernetes-unions": { "fieldMembers": { #(#selected),* } }
                            },
                            #(#properties),*
                        }
                    })
                }
            }
        })
    }
}

/// The documentation of an enum and of its variants, without markers.
pub(crate) struct Docs {
    item: Option<String>,
    variants: Vec<Option<String>>,
}

impl Docs {
    /// The documentation of an enum.
    pub(crate) fn of(input: &syn::DeriveInput) -> Docs {
        let variants = match &input.data {
            syn::Data::Enum(data) => {
                data.variants.iter().map(|variant| description(&variant.attrs)).collect()
            }
            _ => Vec::new(),
        };
        Docs { item: description(&input.attrs), variants }
    }
}

fn description(attributes: &[syn::Attribute]) -> Option<String> {
    let words = crate::doc::description(attributes);
    (!words.is_empty()).then_some(words)
}
