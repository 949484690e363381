//! Plugins and names that several chains or storages share.

use std::sync::Arc;

use crate::{Attributes, Mutator, Names, Operation, Refusal, Validator};

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

impl<N: Names + ?Sized> Names for Arc<N> {
    fn name(&self, prefix: &str) -> String {
        (**self).name(prefix)
    }

    fn uid(&self) -> String {
        (**self).uid()
    }
}
