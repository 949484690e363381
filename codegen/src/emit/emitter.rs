//! The emitter: the state that is shared while the functions of a plan are written as Rust. In: a plan, and
//! the actions of its functions. Out: the names of types and functions, and the path of the runtime.

use proc_macro2::TokenStream;
use quote::quote;

use super::names::Names;
use crdc_plan::Plan;
use crdc_plan::actions::Actions;
use crdc_source::Span;

/// Names the place of a rule in its document, such as `crd.yaml:12`, by the span of the rule.
pub(crate) type Places<'p> = &'p dyn Fn(Span) -> String;

/// The state for writing the functions of one plan.
pub(super) struct Emitter<'p> {
    pub(super) plan: &'p Plan,
    pub(super) actions: &'p Actions,
    pub(super) names: Names,
    /// The path of the internals of the runtime crate.
    pub(super) runtime: TokenStream,
    /// The places of rules, if the code records for tests which rules ran.
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
