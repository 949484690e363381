//! Validation options: a new document must pass all rules; an update need not pass some rules that the old
//! document already violates (ratcheting). Only data: `update.rs` decides which rules an update skips.
//! **An option can only relax a rule**, and for the whole document, not for a single location.
use super::kept_expressions::KeptExpressions;
use std::collections::HashSet;

/// Options that enable rules; all but one are on for a new document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ValidationOptions {
    /// Every version must have a schema.
    pub(super) schemas: bool,
    /// `type` must be one of the six types.
    pub(super) type_names: bool,
    /// Schemas must be structural.
    pub(super) structural: bool,
    /// Defaults must not have unknown fields.
    pub(super) pruned_defaults: bool,
    /// Items of sets must be atomic.
    pub(super) atomic_sets: bool,
    /// Keys of lists of type `map` must be present, and keys and items must not be null.
    pub(super) list_keys: bool,
    /// `conversionReviewVersions` must have a version that the server supports.
    pub(super) review_version: bool,
    /// The CA bundle of a conversion webhook must have a certificate. The only one that is off for a new
    /// document.
    pub(super) ca_bundle: bool,
    /// `preserveUnknownFields` must not be true.
    pub(super) no_preserving: bool,
    /// Versions that may exceed the limit of selectable fields; the empty name stands for all.
    pub(super) many_selectable: HashSet<String>,
    /// Expressions that may use all functions of the server.
    pub(super) kept: KeptExpressions,
}

impl ValidationOptions {
    pub(super) fn of_new() -> Self {
        ValidationOptions {
            schemas: true,
            type_names: true,
            structural: true,
            pruned_defaults: true,
            atomic_sets: true,
            list_keys: true,
            review_version: true,
            ca_bundle: false,
            no_preserving: true,
            many_selectable: HashSet::new(),
            kept: KeptExpressions::default(),
        }
    }
}
