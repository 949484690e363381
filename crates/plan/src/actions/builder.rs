//! The state of the builder of actions. In: a plan, and policies. Out: numbered fields, shared nodes and keys
//! of list maps, which the builder's methods in other files look up.

use std::collections::BTreeSet;

use crdc_vocabulary::{Dialect, Ratcheting};

use super::constants::Constants;
use super::fields::Fields;
use super::shared::shared;
use crate::{NodeId, Plan};

/// Options that a schema does not specify.
#[derive(Clone, Copy, Debug, Default)]
pub struct Policies {
    /// The errors of the old object that an update may keep.
    pub ratcheting: Ratcheting,
    /// The dialect of immutability rules without a dialect of their own.
    pub dialect: Dialect,
}

/// Builds the actions of one plan.
pub(super) struct Builder<'p> {
    pub(super) plan: &'p Plan,
    /// The fields of each node.
    pub(super) fields: Vec<Fields<'p>>,
    /// For each node, whether several schemas share it.
    pub shared: Vec<bool>,
    /// The fields that are the only key of a list map, each with the node of the list's items.
    pub(super) keys: BTreeSet<(NodeId, &'p str)>,
    pub(super) constants: Constants,
    pub(super) policies: Policies,
}

impl<'p> Builder<'p> {
    pub(super) fn new(plan: &'p Plan, policies: Policies) -> Builder<'p> {
        let (fields, shared, keys) = (Fields::of_all(plan), shared(plan), keys(plan));
        Builder { plan, fields, shared, keys, constants: Constants::default(), policies }
    }

    /// The fields of a node.
    pub(super) fn fields(&self, id: NodeId) -> &Fields<'p> {
        &self.fields[id]
    }
}

/// The fields that are the only key of a list map, each with the node of the list's items.
fn keys(plan: &Plan) -> BTreeSet<(NodeId, &str)> {
    let maps = plan.nodes.iter().map(|node| &node.array);
    let maps = maps.filter(|list| list.list_type.as_deref() == Some("map"));
    maps.filter_map(|list| match (list.items, list.keys.as_slice()) {
        (Some(items), [key]) => Some((items, key.as_str())),
        _ => None,
    })
    .collect()
}
