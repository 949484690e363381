//! The state of deciding what the rules of a plan do: what is known of values, and what was found so far.

use std::cell::RefCell;
use std::collections::HashMap;

use super::declare::{Declare, Seen};
use super::node::UncompiledRule;
use super::patterns::Patterns;
use crate::actions::fields::Fields;
use crate::plan::{NodeId, Plan};
use crate::server::Minor;
use crdc_cel::compile::{Environment, Scope};

/// Decides what the rules of a plan do.
pub(super) struct RuleBuilder<'p> {
    pub(super) plan: &'p Plan,
    pub(super) declare: Declare<'p>,
    pub(super) fields: &'p [Fields<'p>],
    pub(super) environment: Environment,
    pub(super) scope: Scope,
    /// Nodes with rules at or below them.
    pub(super) holds: Vec<bool>,
    /// The numbers of fields by their names in rules, of nodes that were asked for.
    pub(super) numbers: RefCell<HashMap<NodeId, HashMap<String, u16>>>,
    /// The fields of objects by their names in rules, of those that were asked for.
    pub(super) named: RefCell<HashMap<Seen, HashMap<String, Seen>>>,
    pub(super) patterns: Patterns,
    pub(super) uncompiled: Vec<UncompiledRule>,
}

impl<'p> RuleBuilder<'p> {
    pub(super) fn new(plan: &'p Plan, fields: &'p [Fields<'p>]) -> Self {
        RuleBuilder {
            plan,
            declare: Declare::new(plan, fields),
            fields,
            environment: Environment::new(Minor::NEWEST),
            scope: Scope::default(),
            holds: Vec::new(),
            numbers: RefCell::default(),
            named: RefCell::default(),
            patterns: Patterns::default(),
            uncompiled: Vec::new(),
        }
    }

    /// What rules see of a node.
    pub(super) fn seen(&self, id: NodeId) -> Seen {
        self.declare.see(id)
    }
}
