//! Writes `Option` in constants.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};

/// The tokens `Some(…)` or `None`.
pub(super) fn option(of: Option<impl ToTokens>) -> TokenStream {
    of.map_or_else(|| quote!(None), |of| quote!(Some(#of)))
}
