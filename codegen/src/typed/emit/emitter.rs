//! The state of emitting one item, and the block around its code.

use std::collections::HashSet;

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use crate::typed::model::{Field, Item};

/// The state of emitting one item.
pub(super) struct Emitter<'i> {
    pub(super) item: &'i Item,
    /// Items next to the impls: constants, pattern matchers and assertions.
    pub(super) beside: Vec<TokenStream>,
    /// Forms declared as constants, as text, with their names.
    pub(super) constants: Vec<(String, Ident)>,
    /// Fields for which a type that serializes them is declared.
    pub(super) written: Vec<*const Field>,
    /// Item types of list maps, as text, with the declared types that implement `Listed`.
    pub(super) listed: Vec<(String, Ident)>,
    /// Emitted assertions, as text with their span.
    pub(super) asserted: HashSet<String>,
    /// Whether a form is chosen by the traits of a type.
    pub(super) picks: bool,
    /// Whether `Known` of another type is used.
    pub(super) knows: bool,
    /// Whether the schema refers to other types.
    pub(super) refers: bool,
}

impl<'i> Emitter<'i> {
    pub(super) fn new(item: &'i Item) -> Self {
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

/// The block that contains all code.
pub(super) fn block(emitter: &Emitter<'_>, impls: &TokenStream) -> TokenStream {
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
