//! Emits `impl Value` and `impl Rules` for an item.
//!
//! In: an [`Item`] without problems. Out: an anonymous constant that contains the two impls, the constants
//! they need, and assertions about other types. Code that does not depend on the item is in the runtime's
//! `typed`.
//!
//! Easy to break: the block is in the user's module and contains types and functions of the user's fields. It
//! therefore refers to everything by `_crdc`, uses nothing from the prelude, and declares no names that could
//! conflict with the user's. Every token that could cause an error has the span of the user's code.

mod access;
mod choice;
mod code;
mod constraints;
mod convention;
mod custom;
mod forms;
mod fragment;
mod generics;
mod json_schema;
mod keys;
mod object;
mod stub;
mod text;
mod transparent;
mod unions;

use std::collections::HashSet;

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use crate::typed::item::model::{Body, Field, Item};

pub(crate) use json_schema::Docs;
pub(crate) use stub::{stub, stub_of_union};

/// The state of emitting one item.
struct Emitter<'i> {
    item: &'i Item,
    /// Items next to the impls: constants, pattern matchers and assertions.
    beside: Vec<TokenStream>,
    /// Forms declared as constants, as text, with their names.
    constants: Vec<(String, Ident)>,
    /// Fields for which a type that serializes them is declared.
    written: Vec<*const Field>,
    /// Item types of list maps, as text, with the declared types that implement `Listed`.
    listed: Vec<(String, Ident)>,
    /// Emitted assertions, as text with their span.
    asserted: HashSet<String>,
    /// Whether a form is chosen by the traits of a type.
    picks: bool,
    /// Whether `Known` of another type is used.
    knows: bool,
    /// Whether the schema refers to other types.
    refers: bool,
}

impl<'i> Emitter<'i> {
    fn new(item: &'i Item) -> Self {
        Emitter {
            item,
            beside: Vec::new(),
            constants: Vec::new(),
            written: Vec::new(),
            listed: Vec::new(),
            asserted: HashSet::new(),
            picks: false,
            knows: false,
            refers: false,
        }
    }
}

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
        let item = self.item;
        let code = match &item.body {
            Body::Object(object) => self.object(object),
            Body::Transparent(field) => self.transparent(field),
            Body::Text(variants) => self.text(variants),
            Body::Choice(choice) => self.choice(choice),
            Body::Leaf(_) => self.leaf(),
        };
        let fragment = self.fragment();
        let value = self.value(&code, &fragment);
        let rules = self.rules();
        quote!(#value #rules)
    }
}

/// The block that contains all code.
fn block(emitter: &Emitter<'_>, impls: &TokenStream) -> TokenStream {
    let (runtime, beside) = (&emitter.item.runtime, &emitter.beside);
    // Traits are imported as `_`, since their names could conflict with the user's.
    let picks = emitter.picks.then(|| {
        quote! {
            use _crdc::pick::{Leaf as _, Nested as _, Scalars as _};
        }
    });
    let knows = emitter.knows.then(|| {
        quote!(
            use _crdc::Unknown as _;
        )
    });
    let refers = emitter.refers.then(|| {
        quote!(
            use _crdc::pick::{Ruled as _, Unruled as _};
        )
    });
    quote! {
        #[allow(clippy::all, clippy::pedantic, deprecated, unreachable_patterns, unused, unused_qualifications)]
        const _: () = {
            use #runtime::__private::typed as _crdc;
            #picks
            #knows
            #refers
            #(#beside)*
            #impls
        };
    }
}
