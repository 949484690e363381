//! An item to Rust: `impl Value` and `impl Rules` over its fields, in a block of its own.
//!
//! In: an [`Item`] without problems. Out: one anonymous constant, which holds the two impls, the constants they need, and
//! assertions about other types. What does not depend on the item is called in the runtime's `typed`.
//!
//! Easy to break: the block stands in the user's module. It names everything by `_crdc`, takes nothing from the prelude,
//! and declares nothing whose name could be a user's, since the types and functions of the user's fields are written
//! out inside of it. Every token that could be wrong has the place of what the user wrote.

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

/// What emitting one item needs and gathers.
struct Emitter<'i> {
    item: &'i Item,
    /// Constants, matchers of patterns, assertions.
    beside: Vec<TokenStream>,
    /// Forms that stand beside the impls, as text, with their names.
    constants: Vec<(String, Ident)>,
    /// Fields with a type beside the impls that serialises them.
    written: Vec<*const Field>,
    /// Types of items of list maps, as text, with the types beside the impls that name them.
    listed: Vec<(String, Ident)>,
    /// What is asserted, as text with its place.
    asserted: HashSet<String>,
    /// Whether a form is picked by what a type implements.
    picks: bool,
    /// Whether it is asked what is known of another type.
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

/// The code of an enum that follows the union convention, with how it is read and written.
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

/// The block around it all.
fn block(emitter: &Emitter<'_>, impls: &TokenStream) -> TokenStream {
    let (runtime, beside) = (&emitter.item.runtime, &emitter.beside);
    // Methods of traits, whose names would be a user's if they were imported by name.
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
            use #runtime::typed as _crdc;
            #picks
            #knows
            #refers
            #(#beside)*
            #impls
        };
    }
}
