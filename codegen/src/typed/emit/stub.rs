//! What stands in the place of the impls of an item with errors: enough that other types which hold it compile.
//!
//! In: what could be read of the item. Out: impls of the traits that do nothing, with the names that other items ask for.

use proc_macro2::TokenStream;

use super::code::Code;
use super::object::{immutable, names};
use super::{Emitter, block};
use crate::typed::item::model::{Body, Item};

/// The impls of an item with errors.
pub(crate) fn stub(item: &Item) -> TokenStream {
    let emitter = Emitter::new(item);
    let code = match &item.body {
        Body::Object(object) => {
            Code { names: names(object), immutable: immutable(object), ..Code::default() }
        }
        _ => Code::default(),
    };
    let value = emitter.value(&code);
    let rules = emitter.rules(&quote::quote!(&_crdc::Fragment { name: "", text: "{}", refs: &[] }));
    block(&emitter, &quote::quote!(#value #rules))
}
