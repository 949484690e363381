//! The state of emitting one item, and the block around its code.

use std::collections::HashSet;

use proc_macro2::TokenStream;
use quote::quote;

use crate::model::Item;

/// The state of emitting one item.
pub(super) struct Emitter<'i> {
    pub(super) item: &'i Item,
    /// Items next to the impls: assertions.
    pub(super) beside: Vec<TokenStream>,
    /// Emitted assertions, as text with their span.
    pub(super) asserted: HashSet<String>,
    /// Whether rustc chooses the description of a type, depending on whether the type has the derive.
    pub(super) picks: bool,
}

impl<'i> Emitter<'i> {
    pub(super) fn new(item: &'i Item) -> Self {
        Emitter { item, beside: Vec::new(), asserted: HashSet::new(), picks: false }
    }

    /// Asserts an expression when the user's crate is compiled, once per span.
    pub(super) fn assert(&mut self, must: &TokenStream) {
        let place = must.clone().into_iter().next().map(|token| token.span());
        if self.asserted.insert(format!("{place:?} {must}")) {
            self.beside.push(quote!(const _: () = #must;));
        }
    }
}

/// The block that contains all code.
pub(super) fn block(emitter: &Emitter<'_>, impls: &TokenStream) -> TokenStream {
    let (runtime, beside) = (&emitter.item.runtime, &emitter.beside);
    // The trait is imported as `_`, since its name could conflict with the user's.
    let picks = emitter.picks.then(|| {
        quote! {
            use _crdc::{Underived as _, Unruled as _};
        }
    });
    quote! {
        #[allow(clippy::all, clippy::pedantic, deprecated, unreachable_patterns, unused, unused_qualifications)]
        const _: () = {
            use #runtime::__private::typed as _crdc;
            #picks
            #(#beside)*
            #impls
        };
    }
}
