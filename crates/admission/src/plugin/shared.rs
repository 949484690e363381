//! Plugins in an `Arc`, so that several chains can share them.

use std::sync::Arc;

use crate::attributes::operation::Operation;
use crate::plugin::{Attributes, Mutator, Validator};
use crate::response::refusal::Refusal;

impl<M: Mutator + ?Sized> Mutator for Arc<M> {
    fn name(&self) -> &str {
        (**self).name()
    }

    fn handles(&self, operation: Operation) -> bool {
        (**self).handles(operation)
    }

    fn supports_dry_run(&self) -> bool {
        (**self).supports_dry_run()
    }

    fn apply_mutations(&self, attributes: &mut Attributes<'_>) -> Result<(), Refusal> {
        (**self).apply_mutations(attributes)
    }
}

impl<V: Validator + ?Sized> Validator for Arc<V> {
    fn name(&self) -> &str {
        (**self).name()
    }

    fn handles(&self, operation: Operation) -> bool {
        (**self).handles(operation)
    }

    fn supports_dry_run(&self) -> bool {
        (**self).supports_dry_run()
    }

    fn validate(&self, attributes: &Attributes<'_>) -> Result<(), Refusal> {
        (**self).validate(attributes)
    }
}
