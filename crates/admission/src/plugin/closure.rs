//! Plugins that are closures.

use crate::attributes::operation::Operation;
use crate::plugin::{Attributes, Mutator, Validator};
use crate::response::refusal::Refusal;

/// The operations for which a closure is called; an empty list means all operations.
#[derive(Clone, Debug, Default)]
struct Operations(Vec<Operation>);

impl Operations {
    fn contain(&self, operation: Operation) -> bool {
        self.0.is_empty() || self.0.contains(&operation)
    }
}

/// A mutator that calls a closure, created by [`mutator_fn`].
#[derive(Clone, Debug)]
pub struct MutatorFn<F> {
    name: String,
    operations: Operations,
    function: F,
}

/// A mutator that calls a closure for all operations with mutators.
pub fn mutator_fn<F>(name: impl Into<String>, function: F) -> MutatorFn<F>
where
    F: Fn(&mut Attributes<'_>) -> Result<(), Refusal> + Send + Sync,
{
    MutatorFn { name: name.into(), operations: Operations::default(), function }
}

impl<F> MutatorFn<F> {
    /// Limits the mutator to these operations.
    #[must_use]
    pub fn on(self, operations: &[Operation]) -> Self {
        MutatorFn { operations: Operations(operations.to_vec()), ..self }
    }
}

impl<F> Mutator for MutatorFn<F>
where
    F: Fn(&mut Attributes<'_>) -> Result<(), Refusal> + Send + Sync,
{
    fn name(&self) -> &str {
        &self.name
    }

    fn handles(&self, operation: Operation) -> bool {
        self.operations.contain(operation)
    }

    fn apply_mutations(&self, attributes: &mut Attributes<'_>) -> Result<(), Refusal> {
        (self.function)(attributes)
    }
}

/// A validator that calls a closure, created by [`validator_fn`].
#[derive(Clone, Debug)]
pub struct ValidatorFn<F> {
    name: String,
    operations: Operations,
    function: F,
}

/// A validator that calls a closure for all operations.
pub fn validator_fn<F>(name: impl Into<String>, function: F) -> ValidatorFn<F>
where
    F: Fn(&Attributes<'_>) -> Result<(), Refusal> + Send + Sync,
{
    ValidatorFn { name: name.into(), operations: Operations::default(), function }
}

impl<F> ValidatorFn<F> {
    /// Limits the validator to these operations.
    #[must_use]
    pub fn on(self, operations: &[Operation]) -> Self {
        ValidatorFn { operations: Operations(operations.to_vec()), ..self }
    }
}

impl<F> Validator for ValidatorFn<F>
where
    F: Fn(&Attributes<'_>) -> Result<(), Refusal> + Send + Sync,
{
    fn name(&self) -> &str {
        &self.name
    }

    fn handles(&self, operation: Operation) -> bool {
        self.operations.contain(operation)
    }

    fn validate(&self, attributes: &Attributes<'_>) -> Result<(), Refusal> {
        (self.function)(attributes)
    }
}
