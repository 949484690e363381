//! `#[derive(crdc::Rules)]`: what the macro crate calls.
//!
//! In: the tokens of an item. Out: its code, or its problems with a stub behind them.

use proc_macro2::TokenStream;

use super::{emit, read};

/// What `#[derive(crdc::Rules)]` stands for: `impl crdc::typed::Value` and `impl crdc::Rules`.
///
/// Where something is wrong with the item, a `compile_error!` for each problem at its place, and impls that do nothing, so
/// that the compiler says nothing else.
///
/// ```
/// let item = "struct Spec { /** +immutable */ name: String }".parse().unwrap();
/// let code = crdc_codegen::typed::derive(item).to_string();
/// assert!(code.contains("impl :: crdc :: Rules for Spec"));
/// ```
#[must_use]
pub fn derive(item: TokenStream) -> TokenStream {
    let input: syn::DeriveInput = match syn::parse2(item) {
        Ok(input) => input,
        Err(error) => return error.to_compile_error(),
    };
    let (item, problems) = read(&input);
    if problems.is_empty() {
        return emit::emit(&item);
    }
    let mut code = problems.compile_errors();
    code.extend(emit::stub(&item));
    code
}
