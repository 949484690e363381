//! The state for writing the code of a plan. In: a plan and what its functions do. Out: what all functions
//! share.

use proc_macro2::TokenStream;
use quote::quote;

use super::names::Names;
use crdc_plan::Plan;
use crdc_plan::actions::Actions;
use crdc_source::Span;

/// The place of a rule in its document, by the path of the value and its index.
pub(crate) type Places<'p> = &'p dyn Fn(Span) -> String;

/// The state for writing the functions of one plan.
pub(super) struct Emitter<'p> {
    pub(super) plan: &'p Plan,
    pub(super) actions: &'p Actions,
    pub(super) names: Names,
    /// Path of the runtime crate.
    pub(super) runtime: TokenStream,
    /// The places of rules in the document, if tests record them.
    pub(super) coverage: Option<Places<'p>>,
}

impl<'p> Emitter<'p> {
    /// `runtime` is the path of the runtime crate, such as `::crdc`.
    pub(super) fn new(
        plan: &'p Plan,
        actions: &'p Actions,
        runtime: &str,
        coverage: Option<Places<'p>>,
    ) -> Result<Emitter<'p>, syn::Error> {
        let runtime: syn::Path = syn::parse_str(runtime)?;
        let (names, runtime) = (Names::new(plan), quote!(#runtime::__private));
        Ok(Emitter { plan, actions, names, runtime, coverage })
    }
}
