//! The state for emitting the code of a plan. In: a plan and what its schema does not specify. Out: what all functions share.

use std::collections::BTreeSet;
use std::rc::Rc;

use crdc_vocabulary::{Dialect, Ratcheting};
use proc_macro2::TokenStream;
use quote::quote;

use super::constants::Constants;
use super::known::Fields;
use super::names::Names;
use crate::plan::{NodeId, Plan};
use crate::source::Span;

/// Where a rule is in its document, by the path of the value and its index.
pub(crate) type Places<'p> = &'p dyn Fn(Span) -> String;

/// The state for emitting the functions of one plan.
pub(super) struct Emitter<'p> {
    pub(super) plan: &'p Plan,
    pub(super) names: Names,
    /// By node.
    pub(super) fields: Rc<[Fields<'p>]>,
    /// Fields that are the only key of a list map.
    pub(super) keys: BTreeSet<(NodeId, &'p str)>,
    pub(super) constants: Constants,
    /// Path of the runtime crate.
    pub(super) runtime: TokenStream,
    pub(super) policies: Policies,
    /// The nodes with rules whose values are noted as they are decoded, ascending. Their indices are their numbers.
    pub(super) noted: Vec<NodeId>,
    /// Where rules are in the document, if tests record them.
    pub(super) coverage: Option<Places<'p>>,
}

/// Options that a schema does not specify.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Policies {
    /// Which existing errors updates may keep.
    pub(crate) ratcheting: Ratcheting,
    /// The dialect of immutability rules that name none.
    pub(crate) dialect: Dialect,
}

impl<'p> Emitter<'p> {
    /// The fields of a node.
    pub(super) fn fields(&self, id: NodeId) -> &Fields<'p> {
        &self.fields[id]
    }
}

/// The state for emitting the code of a plan.
pub(super) fn emitter<'p>(
    plan: &'p Plan,
    runtime: &str,
    policies: Policies,
) -> Result<Emitter<'p>, syn::Error> {
    let runtime: syn::Path = syn::parse_str(runtime)?;
    Ok(Emitter {
        plan,
        names: Names::new(plan),
        fields: Fields::of_all(plan).into(),
        keys: keys(plan),
        constants: Constants::default(),
        runtime: quote!(#runtime::__private),
        policies,
        noted: Vec::new(),
        coverage: None,
    })
}

/// Fields that are the only key of a list map, by the node of its items.
fn keys(plan: &Plan) -> BTreeSet<(NodeId, &str)> {
    let maps = plan.nodes.iter().map(|node| &node.array);
    let maps = maps.filter(|list| list.list_type.as_deref() == Some("map"));
    maps.filter_map(|list| match (list.items, list.keys.as_slice()) {
        (Some(items), [key]) => Some((items, key.as_str())),
        _ => None,
    })
    .collect()
}
