//! The two kinds of plugins: mutators, which may change an object, and validators, which cannot.
//!
//! Easy to break: the split is one of types. A validator gets `&Attributes`, and nothing that changes an object
//! works with that.

use crate::{Attributes, Operation, Refusal};

/// Changes the objects of requests, in the order of registration.
///
/// `apply_mutations` is called with the decoded object, before validation. What it changes is decoded, pruned,
/// defaulted and validated again. An error refuses the request.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a mutator",
    label = "`Chain::mutator` takes an `impl Mutator`",
    note = "implement `crdc_admission::Mutator`, or pass a closure to `crdc_admission::mutator_fn`",
    note = "a validator is registered with `Chain::validator`"
)]
pub trait Mutator: Send + Sync {
    /// The name, for messages and audit annotations.
    fn name(&self) -> &str;

    /// Whether it is called for this operation: create or update. A chain asks once, when the mutator is added.
    fn handles(&self, operation: Operation) -> bool {
        let _ = operation;
        true
    }

    /// Whether it may be called in dry runs: not if it has side effects that it cannot leave out.
    fn supports_dry_run(&self) -> bool {
        true
    }

    /// Changes [`Attributes::object_mut`].
    ///
    /// # Errors
    ///
    /// If the request is to be refused. Nothing is stored then.
    fn apply_mutations(&self, attributes: &mut Attributes<'_>) -> Result<(), Refusal>;
}

/// Accepts or refuses requests, in no particular order.
///
/// `validate` is called with the object as it would be stored, after all mutators and after validation. It cannot
/// change the object: it has only a shared reference to it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a validator",
    label = "`Chain::validator` takes an `impl Validator`",
    note = "implement `crdc_admission::Validator`, or pass a closure to `crdc_admission::validator_fn`",
    note = "a mutator is registered with `Chain::mutator`"
)]
pub trait Validator: Send + Sync {
    /// The name, for messages and audit annotations.
    fn name(&self) -> &str;

    /// Whether it is called for this operation. A chain asks once, when the validator is added.
    fn handles(&self, operation: Operation) -> bool {
        let _ = operation;
        true
    }

    /// Whether it may be called in dry runs: not if it has side effects that it cannot leave out.
    fn supports_dry_run(&self) -> bool {
        true
    }

    /// Accepts or refuses the request.
    ///
    /// # Errors
    ///
    /// If the request is to be refused. The errors of all validators are reported.
    fn validate(&self, attributes: &Attributes<'_>) -> Result<(), Refusal>;
}
