//! A kind and the definition of its objects.

use crdc_source::Member;

/// A kind and the definition of its objects.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Kind<'n> {
    pub(super) group: &'n str,
    pub(super) version: &'n str,
    pub(super) kind: &'n str,
    pub definition: &'n Member,
}

impl Kind<'_> {
    /// The name by which it is requested.
    pub(super) fn name(&self) -> String {
        let Kind { group, version, kind, .. } = self;
        if group.is_empty() { format!("{version}/{kind}") } else { format!("{group}/{version}/{kind}") }
    }
}
