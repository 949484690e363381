//! Writes stub impls for an item with errors, so that types that contain it still compile.
//!
//! In: the readable parts of the item. Out: impls of the traits that do nothing, with the names that other
//! items need.

use crdc_vocabulary::Immutability;
use proc_macro2::TokenStream;
use quote::quote;

use super::code::Code;
use super::emitter::{Emitter, block};
use super::generics::foreign_head;
use crate::model::{Body, Item};

/// The stub impls of an item with errors.
pub(crate) fn stub(item: &Item) -> TokenStream {
    let emitter = Emitter::new(item);
    block(&emitter, &impls(&emitter))
}

/// The stub impls of a union with errors, including serialization.
pub(crate) fn stub_of_union(item: &Item) -> TokenStream {
    let emitter = Emitter::new(item);
    let (impls, serde) = (impls(&emitter), quote!(_crdc::serde));
    let head = |of: TokenStream, lifetime| foreign_head(item, &of, &of, lifetime);
    let write = head(quote!(#serde::Serialize), None);
    let read = head(quote!(#serde::Deserialize<'de>), Some("'de"));
    let json_schema = item.schemars.as_ref().map(|schemars| {
        let head = head(quote!(#schemars::JsonSchema), None);
        quote! {
            #head {
                fn schema_name() -> _crdc::convention::Cow<'static, str> { _crdc::convention::Cow::Borrowed("") }
                fn json_schema(_: &mut #schemars::SchemaGenerator) -> #schemars::Schema {
                    ::core::default::Default::default()
                }
            }
        }
    });
    let stub = quote! {
        #impls
        #write {
            fn serialize<__S: #serde::Serializer>(
                &self,
                serializer: __S,
            ) -> ::core::result::Result<__S::Ok, __S::Error> {
                serializer.serialize_unit()
            }
        }
        #read {
            fn deserialize<__D: #serde::Deserializer<'de>>(_: __D) -> ::core::result::Result<Self, __D::Error> {
                ::core::result::Result::Err(#serde::de::Error::custom(""))
            }
        }
        #json_schema
    };
    block(&emitter, &stub)
}

fn impls(emitter: &Emitter<'_>) -> TokenStream {
    let names = match &emitter.item.body {
        Body::Object(object) => {
            let names = object.fields.iter().map(|field| {
                let (name, held) = (&field.name, matches!(field.mark, Some((Immutability::Immutable, _))));
                quote!((#name, #held))
            });
            quote!(&[#(#names),*])
        }
        _ => TokenStream::new(),
    };
    let code = Code { names, ..Code::default() };
    let value = emitter.value(&code, &quote!(&_crdc::Fragment::NOTHING));
    let rules = emitter.rules();
    quote!(#value #rules)
}
