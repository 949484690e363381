//! The flows: the steps of each request, in their order.
//!
//! `order/mod.rs` has the order of each flow as a table, and tests compare both. Easy to break: crdc decodes
//! and validates in one pass without side effects, so a flow calls it once and reports each result at the
//! right step.

mod connect;
mod create;
mod decode;
mod delete;
mod delete_collection;
mod initializing;
mod patch;
mod update;
pub(crate) mod workspace;

use crdc::__private::lookup::may_warn;
use crdc::{FieldValidation, Outcome, Request, Scope, Scratch};

use crate::attributes::context::Context;
use crate::attributes::operation::Operation;
use crate::attributes::resource::ResourceNames;
use crate::chain::Chain;
use crate::order::Step;
use crate::plugin::Attributes;
use crate::plugin::Plugin;
use crate::response::notes::Notes;
use crate::response::refusal::Refusal;

/// The highest number of times that a flow starts again because another request changed the object meanwhile.
const MOST_RETRIES: usize = 100;

/// The state that the steps of one request share.
#[derive(Clone, Copy)]
struct Call<'c, 'n> {
    chain: &'c Chain,
    names: &'n ResourceNames<'c>,
    context: &'n Context<'c>,
    name: Option<&'n str>,
    notes: &'n Notes,
}

impl<'c, 'n> Call<'c, 'n> {
    fn attributes<'a>(&self, operation: Operation) -> Attributes<'a>
    where
        'c: 'a,
        'n: 'a,
    {
        Attributes {
            operation,
            resource: self.names,
            context: self.context,
            user: self.context.user,
            name: self.name,
            object: None,
            old_object: None,
            creator: None,
            notes: self.notes,
            plugin: Plugin::Nobody,
        }
    }

    #[inline]
    fn at(&self, step: Step) {
        self.chain.at(step);
    }

    /// The namespace of the URL; `None` for cluster-scoped kinds.
    fn namespace(&self) -> Option<&'c str> {
        match self.names.scope {
            Scope::Namespaced => Some(self.context.namespace.unwrap_or("default")),
            Scope::Cluster => None,
        }
    }

    /// Runs crdc's steps on an object.
    fn ask<'a>(
        &self,
        request: Request<'a>,
        field_validation: FieldValidation,
        scratch: &'a mut Scratch,
    ) -> Outcome<'a>
    where
        'c: 'a,
    {
        let request = request.field_validation(field_validation).keep_nulls(self.context.origin.is_applied());
        let request = self.namespace().map_or(request, |namespace| request.namespace(namespace));
        let outcome = crdc::answer(self.chain.resource(), request, scratch);
        self.chain.answered(&outcome);
        outcome
    }

    /// Adds the warnings of crdc to the response.
    fn warn(&self, outcome: &Outcome<'_>) {
        if may_warn(outcome) {
            self.pass_on_warnings(outcome);
        }
    }

    #[cold]
    fn pass_on_warnings(&self, outcome: &Outcome<'_>) {
        for warning in outcome.warnings() {
            self.notes.warn("", warning.to_string());
        }
    }
}

/// The refusal with the status of an outcome that is not accepted.
#[cold]
fn refusal(outcome: &Outcome<'_>) -> Refusal {
    outcome.status().map_or_else(|| Refusal::internal("a refusal without a status"), Refusal::from)
}

/// The refusal of an outcome; `None` if the outcome is accepted.
fn refused(outcome: &Outcome<'_>) -> Option<Refusal> {
    (!outcome.accepted()).then(|| refusal(outcome))
}

/// The refusal if crdc cannot decode the body: the code is 400 and there are no errors. An update that
/// changes immutable fields also has code 400, but has errors, and was decoded.
fn unreadable(outcome: &Outcome<'_>) -> Option<Refusal> {
    (outcome.message().is_some() && outcome.errors().next().is_none()).then(|| refusal(outcome))
}
