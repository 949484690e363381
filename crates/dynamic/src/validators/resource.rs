//! A version of a resource: its plan, its actions, and the constants that are built from them.

use crdc::__private::plan::{Compiled, KeptErrors};
use crdc_plan::Plan;
use crdc_plan::actions::Actions;

/// A version of a resource, before its constants are made.
pub(super) struct Resource {
    pub(super) plan: Plan,
    pub(super) actions: Actions,
    pub(super) kept: KeptErrors,
    pub(super) served: bool,
}

/// The description of a resource, and whether servers accept requests for it.
pub(super) struct Entry<'p> {
    pub(super) compiled: Compiled<'p>,
    pub(super) served: bool,
}

impl Entry<'_> {
    /// The key of the resource: group, version and kind.
    pub(super) fn key(&self) -> (&str, &str, &str) {
        (self.compiled.group, self.compiled.version, self.compiled.kind)
    }
}
