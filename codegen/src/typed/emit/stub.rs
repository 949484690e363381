//! What stands in the place of the impls of an item with errors: enough that other types which hold it compile.
//!
//! In: what could be read of the item. Out: impls of the traits that do nothing, with the names that other items ask for.

use proc_macro2::TokenStream;
use quote::quote;

use super::code::Code;
use super::generics::with_bound;
use super::object::{immutable, names};
use super::{Emitter, block};
use crate::typed::item::model::{Body, Item};

/// The impls of an item with errors.
pub(crate) fn stub(item: &Item) -> TokenStream {
    let emitter = Emitter::new(item);
    block(&emitter, &impls(&emitter))
}

/// The impls of an enum with errors that is to be read and written as well.
pub(crate) fn stub_of_union(item: &Item) -> TokenStream {
    let emitter = Emitter::new(item);
    let (impls, serde) = (impls(&emitter), quote!(_crdc::serde));
    let write = with_bound(item, &quote!(#serde::Serialize), None);
    let (parameters, arguments, condition) = write.split_for_impl();
    let read = with_bound(item, &quote!(#serde::Deserialize<'de>), Some("'de"));
    let (read_parameters, _, read_condition) = read.split_for_impl();
    let (ident, schemars) = (&item.ident, &item.schemars);
    let json_schema = schemars.as_ref().map(|schemars| {
        let generics = with_bound(item, &quote!(#schemars::JsonSchema), None);
        let (parameters, _, condition) = generics.split_for_impl();
        quote! {
            impl #parameters #schemars::JsonSchema for #ident #arguments #condition {
                fn schema_name() -> _crdc::convention::Cow<'static, str> { _crdc::convention::Cow::Borrowed("") }
                fn json_schema(_: &mut #schemars::SchemaGenerator) -> #schemars::Schema {
                    ::core::default::Default::default()
                }
            }
        }
    });
    let stub = quote! {
        #impls
        impl #parameters #serde::Serialize for #ident #arguments #condition {
            fn serialize<__S: #serde::Serializer>(
                &self,
                serializer: __S,
            ) -> ::core::result::Result<__S::Ok, __S::Error> {
                serializer.serialize_unit()
            }
        }
        impl #read_parameters #serde::Deserialize<'de> for #ident #arguments #read_condition {
            fn deserialize<__D: #serde::Deserializer<'de>>(_: __D) -> ::core::result::Result<Self, __D::Error> {
                ::core::result::Result::Err(#serde::de::Error::custom(""))
            }
        }
        #json_schema
    };
    block(&emitter, &stub)
}

fn impls(emitter: &Emitter<'_>) -> TokenStream {
    let item = emitter.item;
    let code = match &item.body {
        Body::Object(object) => {
            Code { names: names(object), immutable: immutable(object), ..Code::default() }
        }
        _ => Code::default(),
    };
    let value = emitter.value(&code);
    let rules = emitter.rules(&quote!(&_crdc::Fragment { name: "", text: "{}", refs: &[] }));
    quote!(#value #rules)
}
