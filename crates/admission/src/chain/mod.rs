//! The admission chain: the plugins of one resource, in the order of their registration.

pub(crate) mod admit;
pub(crate) mod aggregate;
pub(crate) mod registered;

use crdc::__private::plan::Compiled;
use crdc::{Outcome, Resource};

use crate::attributes::operation::Operation;
use crate::attributes::resource::ResourceNames;
use crate::chain::registered::Registered;
use crate::order::Step;
use crate::plugin::{Mutator, Validator};

/// A type that has the description of a resource: compiled code, or a plan that was loaded at run time.
pub trait Describe: Send + Sync {
    /// The description, which is always the same.
    fn compiled(&self) -> &Compiled<'_>;
}

impl Describe for &'static Compiled<'static> {
    fn compiled(&self) -> &Compiled<'_> {
        self
    }
}

type AnswerObserver = dyn Fn(&Outcome<'_>) + Send + Sync;

/// The admission of one resource: ordered mutators and validators.
///
/// A chain is built once and shared between threads.
pub struct Chain {
    resource: Box<dyn Describe>,
    pub(crate) mutators: Vec<Registered<dyn Mutator>>,
    /// The validators that belong to the resource itself: they run together with crdc's validation.
    pub(crate) rules: Vec<Registered<dyn Validator>>,
    pub(crate) validators: Vec<Registered<dyn Validator>>,
    observer: Option<Box<dyn Fn(Step) + Send + Sync>>,
    answer_observer: Option<Box<AnswerObserver>>,
}

impl Chain {
    /// A chain without plugins: its flows only run crdc's create and update, and the storage.
    pub fn of<R: Resource>() -> Self {
        Self::of_compiled(R::compiled())
    }

    /// An empty chain for callers that have the description of a resource instead of its type.
    pub fn of_compiled(resource: &'static Compiled<'static>) -> Self {
        Self::of_described(resource)
    }

    /// An empty chain for a resource that is described at run time.
    pub fn of_described(resource: impl Describe + 'static) -> Self {
        Chain {
            resource: Box::new(resource),
            mutators: Vec::new(),
            rules: Vec::new(),
            validators: Vec::new(),
            observer: None,
            answer_observer: None,
        }
    }

    /// Adds a mutator after all mutators that were added before.
    #[must_use]
    pub fn mutator(mut self, mutator: impl Mutator + 'static) -> Self {
        self.mutators
            .push(Registered::new(Box::new(mutator), |mutator, operation| mutator.handles(operation)));
        self
    }

    /// Adds a rule that the schema of the resource does not contain, such as Kubernetes' own kinds have in
    /// Go. It runs on creates and updates, after crdc's rules and before the storage and the validators. Its
    /// errors and the errors of crdc become one list, so it also gets objects that crdc refused, if they
    /// could be decoded.
    // apiserver: pkg/registry/rest/create.go BeforeCreate: Validate of a strategy
    #[must_use]
    pub fn rule(mut self, rule: impl Validator + 'static) -> Self {
        self.rules.push(Registered::new(Box::new(rule), |rule, operation| rule.handles(operation)));
        self
    }

    /// Adds a validator. The order of validators does not matter.
    #[must_use]
    pub fn validator(mut self, validator: impl Validator + 'static) -> Self {
        self.validators
            .push(Registered::new(Box::new(validator), |validator, operation| validator.handles(operation)));
        self
    }

    /// Calls `observer` at the beginning of every step, for metrics and tests.
    #[must_use]
    pub fn observer(mut self, observer: impl Fn(Step) + Send + Sync + 'static) -> Self {
        self.observer = Some(Box::new(observer));
        self
    }

    /// Calls `observer` with each answer of crdc within a flow: of decoding, and of validation. A flow that
    /// starts again asks again. The errors of the answer that refuses an object are data, which the response
    /// contains only as text.
    #[must_use]
    pub fn answer_observer(mut self, observer: impl Fn(&Outcome<'_>) + Send + Sync + 'static) -> Self {
        self.answer_observer = Some(Box::new(observer));
        self
    }

    /// The resource.
    pub fn resource(&self) -> &Compiled<'_> {
        self.resource.compiled()
    }

    /// The names of the resource.
    #[inline]
    pub(crate) fn names(&self) -> ResourceNames<'_> {
        ResourceNames::of_compiled(self.resource())
    }

    /// Whether any plugin is called for this operation.
    pub fn handles(&self, operation: Operation) -> bool {
        let mut validators = self.rules.iter().chain(&self.validators);
        self.mutates(operation) || validators.any(|validator| validator.handles(operation))
    }

    /// Whether any mutator is called for this operation. Only creates and updates have mutators.
    // This is inlined like the other small steps of a flow, since a call takes longer than the step.
    #[inline]
    pub(crate) fn mutates(&self, operation: Operation) -> bool {
        matches!(operation, Operation::Create | Operation::Update)
            && self.mutators.iter().any(|mutator| mutator.handles(operation))
    }

    /// Calls the observer with a step.
    #[inline]
    pub(crate) fn at(&self, step: Step) {
        if let Some(observer) = &self.observer {
            announce(observer, step);
        }
    }

    /// Calls the observer with an answer.
    #[inline]
    pub(crate) fn answered(&self, outcome: &Outcome<'_>) {
        if let Some(observer) = &self.answer_observer {
            observer(outcome);
        }
    }
}

#[cold]
fn announce(observer: &dyn Fn(Step), step: Step) {
    observer(step);
}

impl std::fmt::Debug for Chain {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let names = |plugins: &[Registered<dyn Validator>]| -> Vec<String> {
            plugins.iter().map(|validator| validator.plugin.name().to_owned()).collect()
        };
        f.debug_struct("Chain")
            .field("resource", &self.resource().plural)
            .field("mutators", &self.mutators.iter().map(|mutator| mutator.plugin.name()).collect::<Vec<_>>())
            .field("rules", &names(&self.rules))
            .field("validators", &names(&self.validators))
            .finish_non_exhaustive()
    }
}
