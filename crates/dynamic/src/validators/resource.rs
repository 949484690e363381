//! A version of a resource: its plan, its actions, and the constants that are built from them.

use crdc::__private::plan::{Compiled, KeptErrors};
use crdc_plan::Plan;
use crdc_plan::actions::Actions;

/// A version of a resource, before its constants are made.
pub(super) struct Resource {
    pub(super) plan: Plan,
    pub(super) actions: Actions,
    pub(super) kept: KeptErrors,
    pub(super) versioning: Versioning,
}

/// What a CRD says of a version as one of several.
#[derive(Clone, Copy)]
pub(super) struct Versioning {
    /// Whether servers accept requests for it.
    pub(super) is_served: bool,
    /// Whether objects are stored in it.
    pub(super) is_stored: bool,
    /// Whether a webhook converts objects from and to it.
    pub(super) is_converted_by_webhook: bool,
}

impl Versioning {
    /// A version of a resource of which nobody says how objects are stored.
    pub(super) const SERVED: Versioning =
        Versioning { is_served: true, is_stored: false, is_converted_by_webhook: false };
}

/// The description of a version of a resource.
pub(super) struct Entry<'p> {
    pub(super) compiled: Compiled<'p>,
    pub(super) versioning: Versioning,
    /// The place of the version in which objects are stored, among all entries.
    pub(super) storage: usize,
}

impl Entry<'_> {
    /// The key of the resource: group, version and kind.
    pub(super) fn key(&self) -> (&str, &str, &str) {
        (self.compiled.group, self.compiled.version, self.compiled.kind)
    }
}
