//! Emits `impl Value` and `impl Rules` for an item.
//!
//! In: an [`Item`] without problems. Out: an anonymous constant that contains the two impls and assertions
//! about other types. The impls are constants: fields, parts and a node (`members`, `parts`, `constraints`),
//! and the function that makes parts of a value absent (`normalize`). Everything else is in the runtime's
//! `typed`.
//!
//! Easy to break: the block is in the user's module and contains types and functions of the user's fields. It
//! therefore refers to everything by `_crdc`, uses nothing from the prelude, and declares no names that could
//! conflict with the user's. Every token that could cause an error has the span of the user's code.
//!
//! What the derive cannot see is asserted: fields, strings and markers of other types are constants of
//! `Value`, and the assertions have the span of the marker. Each fact is asserted once, so that rustc reports
//! one error: serialization at `Rules`. Tokens are marked as macro-generated, so lints are silent.

mod asked;
mod code;
mod constraints;
mod convention;
mod emitter;
mod fragment;
mod generics;
mod json_schema;
mod keys;
mod members;
mod normalize;
mod parts;
mod resource;
#[cfg(feature = "rules")]
mod ruled;
mod spans;
mod stub;
mod unions;
mod whole;

use proc_macro2::TokenStream;
use quote::quote;

use crate::model::{Body, Item};
use emitter::{Emitter, block};

pub(crate) use json_schema::Docs;
pub(crate) use stub::{stub, stub_of_union};

/// The code of an item without problems.
pub(crate) fn emit(item: &Item) -> TokenStream {
    let mut emitter = Emitter::new(item);
    let impls = emitter.impls();
    block(&emitter, &impls)
}

/// The code of an enum that follows the union convention, including its serialization.
pub(crate) fn emit_union(item: &Item, docs: &Docs) -> TokenStream {
    let mut emitter = Emitter::new(item);
    let impls = emitter.impls();
    let Body::Choice(choice) = &item.body else { return block(&emitter, &impls) };
    let convention = emitter.convention(choice);
    let json_schema = emitter.json_schema(choice, docs);
    block(&emitter, &quote!(#impls #convention #json_schema))
}

impl Emitter<'_> {
    /// `impl Value` and `impl Rules`.
    fn impls(&mut self) -> TokenStream {
        self.status_path();
        let code = self.code();
        let fragment = self.fragment();
        let value = self.value(&code, &fragment);
        let (rules, derived) = (self.rules(), self.derived());
        quote!(#value #rules #derived)
    }
}
