//! The state of emitting the rules of a plan: what is known of values, and what was found so far.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;
use std::sync::Arc;

use proc_macro2::Ident;

use super::coverage::Coverage;
use super::declare::{Declare, Seen};
use crate::emit::actions::UncompiledRule;
use crate::emit::emitter::Emitter;
use crate::emit::known::Fields;
use crate::pattern::{self, Matcher};
use crate::plan::NodeId;
use crate::server::Minor;
use crdc_cel::compile::{Environment, Scope};

/// The rules of a plan, as they are emitted.
pub(super) struct Rules<'p> {
    pub(super) emitter: &'p Emitter<'p>,
    pub(super) declare: Declare<'p>,
    pub(super) fields: Rc<[Fields<'p>]>,
    pub(super) environment: Environment,
    pub(super) scope: Scope,
    /// Nodes with rules at or below them.
    pub(super) holds: Vec<bool>,
    /// The numbers of fields by their names in rules, of nodes that were asked for.
    pub(super) numbers: RefCell<HashMap<NodeId, HashMap<String, u16>>>,
    /// The fields of objects by their names in rules, of those that were asked for.
    pub(super) named: RefCell<HashMap<Seen, HashMap<String, Seen>>>,
    /// Constant patterns; none for those that are left to the run time.
    pub(super) matchers: RefCell<HashMap<String, Option<Arc<Matcher>>>>,
    /// Types that constants must be made for, with their names.
    pub(super) types: BTreeMap<Seen, Ident>,
    pub(super) uncompiled: Vec<UncompiledRule>,
    /// What tests record, if they do.
    pub(super) coverage: Option<Coverage<'p>>,
    /// Whether the code is in the module of types.
    pub(super) within_types: bool,
}

impl<'p> Rules<'p> {
    pub(super) fn new(emitter: &'p Emitter<'p>) -> Self {
        Rules {
            emitter,
            declare: Declare::new(emitter.plan, &emitter.fields),
            fields: emitter.fields.clone(),
            environment: Environment::new(Minor::NEWEST),
            scope: Scope::default(),
            holds: Vec::new(),
            numbers: RefCell::default(),
            named: RefCell::default(),
            matchers: RefCell::default(),
            types: BTreeMap::new(),
            uncompiled: Vec::new(),
            coverage: None,
            within_types: false,
        }
    }

    /// What rules see of a node.
    pub(super) fn seen(&self, id: NodeId) -> Seen {
        self.declare.see(id)
    }

    /// A constant pattern, compiled once.
    pub(super) fn matcher(&self, text: &str) -> Option<Arc<Matcher>> {
        let mut matchers = self.matchers.borrow_mut();
        if let Some(known) = matchers.get(text) {
            return known.clone();
        }
        let found = pattern::compile(text).ok().map(Arc::new);
        matchers.insert(text.to_owned(), found.clone());
        found
    }
}
