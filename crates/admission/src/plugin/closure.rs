//! Closures as plugins.

use crate::attributes::operation::Operation;
use crate::plugin::{Attributes, Mutator, Validator};
use crate::response::refusal::Refusal;

/// The operations that a closure is called for; all if there is none.
#[derive(Clone, Debug, Default)]
struct Operations(Vec<Operation>);

impl Operations {
    fn contain(&self, operation: Operation) -> bool {
        self.0.is_empty() || self.0.contains(&operation)
    }
}

/// A closure as a mutator, made by [`mutator_fn`].
#[derive(Clone, Debug)]
pub struct MutatorFn<F> {
    name: String,
    operations: Operations,
    function: F,
}

/// A closure as a mutator of all operations that have one.
pub fn mutator_fn<F>(name: impl Into<String>, function: F) -> MutatorFn<F>
where
    F: Fn(&mut Attributes<'_>) -> Result<(), Refusal> + Send + Sync,
{
    MutatorFn { name: name.into(), operations: Operations::default(), function }
}

impl<F> MutatorFn<F> {
    /// Limits it to these operations.
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

/// A closure as a validator, made by [`validator_fn`].
#[derive(Clone, Debug)]
pub struct ValidatorFn<F> {
    name: String,
    operations: Operations,
    function: F,
}

/// A closure as a validator of all operations that have one.
pub fn validator_fn<F>(name: impl Into<String>, function: F) -> ValidatorFn<F>
where
    F: Fn(&Attributes<'_>) -> Result<(), Refusal> + Send + Sync,
{
    ValidatorFn { name: name.into(), operations: Operations::default(), function }
}

impl<F> ValidatorFn<F> {
    /// Limits it to these operations.
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
