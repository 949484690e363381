//! Writes the impls of serde's traits for enums that follow the union convention of Kubernetes: `{"type":
//! "S3", "s3": {…}}`.
//!
//! In: a [`Choice`] in that form. Out: `Serialize`, `Deserialize`, and the loop over the values of the
//! members. The rest is in the runtime's `convention`.
//!
//! Easy to break: indices of members count only variants with data, indices of values count all variants.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::ext::IdentExt;

use super::emitter::Emitter;
use super::generics::foreign_head;
use super::parts::number;
use super::spans::place;
use crate::model::{Choice, ChoiceVariant, Data, Field, Tagging};

/// A variant with data.
struct Member<'c> {
    variant: &'c ChoiceVariant,
    field: &'c Field,
    /// The index of the variant.
    at: usize,
    /// The local variable of its value during deserialization.
    local: Ident,
}

impl Emitter<'_> {
    /// `impl Serialize`, `impl Deserialize`.
    pub(super) fn convention(&mut self, choice: &Choice) -> TokenStream {
        let Tagging::Union { tag } = &choice.tagging else { return TokenStream::new() };
        let members = members(choice);
        let name = self.item.ident.unraw().to_string();
        let values = choice.variants.iter().map(|variant| &variant.variant.name);
        let held = members.iter().map(|Member { variant, at, .. }| {
            let (name, at) = (&variant.member, number(*at));
            quote!(Child { name: #name, variant: #at })
        });
        self.beside.push(quote! {
            static _CONVENTION: _crdc::convention::Convention = {
                use _crdc::convention::{Convention, Child};
                Convention { name: #name, tag: #tag, values: &[#(#values),*], members: &[#(#held),*] }
            };
        });
        let (serialize, deserialize, read) =
            (self.serialize(choice), self.deserialize(), self.read(choice, &members));
        quote!(#serialize #deserialize #read)
    }

    fn serialize(&self, choice: &Choice) -> TokenStream {
        let arms = choice.variants.iter().enumerate().map(|(at, variant)| {
            let (ident, at, name) = (&variant.variant.ident, number(at), &variant.member);
            let (pattern, member) = match &variant.data {
                Data::Newtype(_) if variant.optional => {
                    (quote!((member)), quote!(_crdc::Option::as_ref(member).map(|member| (#name, member))))
                }
                Data::Newtype(_) => (quote!((member)), quote!(_crdc::Some((#name, member)))),
                _ => (quote!(), quote!(_crdc::convention::NOTHING)),
            };
            quote!(Self::#ident #pattern => _crdc::convention::write(serializer, &_CONVENTION, #at, #member))
        });
        let serde = quote!(_crdc::serde);
        let of = quote!(#serde::Serialize);
        let head = foreign_head(self.item, &of, &of, None);
        quote! {
            #[automatically_derived]
            #head {
                fn serialize<__S: #serde::Serializer>(
                    &self,
                    serializer: __S,
                ) -> ::core::result::Result<__S::Ok, __S::Error> {
                    match self { #(#arms),* }
                }
            }
        }
    }

    fn deserialize(&self) -> TokenStream {
        let serde = quote!(_crdc::serde);
        let of = quote!(#serde::Deserialize<'de>);
        let head = foreign_head(self.item, &of, &of, Some("'de"));
        quote! {
            #[automatically_derived]
            #head {
                fn deserialize<__D: #serde::Deserializer<'de>>(
                    deserializer: __D,
                ) -> ::core::result::Result<Self, __D::Error> {
                    _crdc::convention::read(deserializer)
                }
            }
        }
    }

    fn read(&self, choice: &Choice, members: &[Member<'_>]) -> TokenStream {
        let locals = members.iter().map(|Member { variant, field, local, .. }| {
            let ty = &field.ty;
            let ty = if variant.optional { quote!(#ty) } else { quote!(_crdc::Option<#ty>) };
            quote_spanned!(place(field)=> let mut #local: #ty = _crdc::None;)
        });
        let taken = members.iter().enumerate().map(|(index, Member { local, .. })| {
            let index = number(index);
            quote!(#index => reader.value(#index, &mut #local)?,)
        });
        let set = members.iter().map(|Member { local, .. }| quote!(#local.is_some()));
        let last = choice.variants.len().saturating_sub(1);
        let made = choice.variants.iter().enumerate().map(|(at, variant)| {
            let ident = &variant.variant.ident;
            let value = match members.iter().enumerate().find(|(_, member)| member.at == at) {
                Some((_, Member { local, .. })) if variant.optional => {
                    quote!(::core::result::Result::Ok(Self::#ident(#local)))
                }
                Some((index, Member { local, .. })) => {
                    let index = number(index);
                    quote!(reader.found(#index, #local).map(Self::#ident))
                }
                None => quote!(::core::result::Result::Ok(Self::#ident)),
            };
            let at = number(at);
            // The reader returns no other index.
            if at.to_string() == last.to_string() { quote!(_ => #value,) } else { quote!(#at => #value,) }
        });
        let serde = quote!(_crdc::serde);
        let (of, bound) = (quote!(_crdc::convention::Read<'de>), quote!(#serde::Deserialize<'de>));
        let head = foreign_head(self.item, &of, &bound, Some("'de"));
        quote! {
            #[automatically_derived]
            #head {
                const UNION: &'static _crdc::convention::Convention = &_CONVENTION;
                fn read<__A: #serde::de::MapAccess<'de>>(
                    mut reader: _crdc::convention::Reader<__A>,
                ) -> ::core::result::Result<Self, __A::Error> {
                    #(#locals)*
                    while let _crdc::Some(member) = reader.next_member()? {
                        match member { #(#taken)* _ => {} }
                    }
                    match reader.selected(&[#(#set),*])? { #(#made)* }
                }
            }
        }
    }
}

fn members(choice: &Choice) -> Vec<Member<'_>> {
    let mut members = Vec::new();
    for (at, variant) in choice.variants.iter().enumerate() {
        if let Data::Newtype(field) = &variant.data {
            members.push(Member { variant, field, at, local: format_ident!("member_{}", members.len()) });
        }
    }
    members
}
