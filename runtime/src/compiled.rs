//! The runtime form of a compiled schema: its definition, and the steps that only some resources have.

use core::ops::Deref;

use crate::definition::Definition;
use crate::request::Steps;

/// One version of one resource, as generated code describes it to the runtime.
#[derive(Clone, Copy, Debug)]
pub struct Compiled<'p> {
    /// The names, and the functions that decode and validate objects.
    pub definition: Definition<'p>,
    /// The steps that only some resources have.
    #[doc(hidden)]
    pub steps: Steps<'p>,
}

/// A compiled resource dereferences to its definition. Only the runtime uses its steps.
impl<'p> Deref for Compiled<'p> {
    type Target = Definition<'p>;

    fn deref(&self) -> &Definition<'p> {
        &self.definition
    }
}
