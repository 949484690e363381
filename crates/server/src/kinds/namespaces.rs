//! The life of a Namespace. In: a Namespace that is written or deleted. Out: the Namespace with its
//! finalizers, and with the phase `Terminating` while it waits for them.
//!
//! Easy to break: the finalizers of the specification are not those of the metadata. Only the subresource
//! `finalize` changes them, and a Namespace stays until both lists are empty.
// kubernetes: pkg/registry/core/namespace/strategy.go, storage/storage.go

use std::collections::BTreeSet;

use crdc_admission::{DeleteOptions, Object, Propagation};
use serde_json::json;

use crate::apimachinery::texts::texts;

/// The resource of Namespaces.
pub(crate) const NAMESPACES: &str = "namespaces";
/// The subresource that changes the finalizers.
pub(crate) const FINALIZE: &str = "finalize";
/// The finalizer of the controller that empties Namespaces.
pub(crate) const FINALIZER: &str = "kubernetes";

const PATH: [&str; 2] = ["spec", "finalizers"];

/// The finalizers in the specification of a Namespace.
pub(crate) fn finalizers(namespace: &Object<'_>) -> Vec<String> {
    texts(namespace, &PATH)
}

/// Whether a Namespace stays although it is deleted.
pub(super) fn is_unfinished(namespace: &Object<'_>) -> bool {
    !finalizers(namespace).is_empty()
}

/// Whether a Namespace is being deleted.
pub(crate) fn is_deleted(namespace: &Object<'_>) -> bool {
    namespace.get(&["metadata", "deletionTimestamp"]).is_some_and(|time| time != b"null")
}

/// Keeps the finalizers of the stored Namespace; a new one has that of the controller.
pub(super) fn keep_finalizers(namespace: &mut Object<'_>, stored: Option<&Object<'_>>) {
    let mut kept = finalizers(stored.unwrap_or(namespace));
    if stored.is_none() && !kept.iter().any(|name| name == FINALIZER) {
        kept.push(FINALIZER.to_owned());
    }
    if finalizers(namespace) == kept {
        return;
    }
    if kept.is_empty() {
        namespace.remove(&PATH);
    } else {
        namespace.set(&PATH, json!(kept).to_string().as_bytes());
    }
}

/// Marks a Namespace as deleted at a time, with the finalizers that the options of the request ask for.
pub(super) fn terminate(namespace: &mut Object<'_>, options: &DeleteOptions, now: &str) {
    set_collected(namespace, options);
    namespace.set_string(&["metadata", "deletionTimestamp"], now);
    namespace.set_string(&["status", "phase"], "Terminating");
}

/// Sets the finalizers with which a Namespace waits for the garbage collector. Without options they stay.
// storage/storage.go shouldHaveOrphanFinalizer, shouldHaveDeleteDependentsFinalizer
fn set_collected(namespace: &mut Object<'_>, options: &DeleteOptions) {
    // Other kinds read `orphanDependents: false` as a deletion in the background.
    let wanted = match options.orphan_dependents {
        Some(false) => Some(Propagation::Foreground),
        _ => options.propagation(),
    };
    let Some(wanted) = wanted else { return };
    let path = ["metadata", "finalizers"];
    let list = namespace.get(&path).and_then(|list| serde_json::from_slice::<Vec<String>>(list).ok());
    let before = list.unwrap_or_default();
    let is_collected = |name: &str| {
        [Propagation::Foreground, Propagation::Orphan]
            .into_iter()
            .any(|policy| policy.finalizer() == Some(name))
    };
    let others = before.iter().map(String::as_str).filter(|name| !is_collected(name));
    let after: Vec<&str> = others.chain(wanted.finalizer()).collect();
    if after.iter().copied().collect::<BTreeSet<_>>() == before.iter().map(String::as_str).collect() {
        return;
    }
    if after.is_empty() {
        namespace.remove(&path);
    } else {
        namespace.set(&path, json!(after).to_string().as_bytes());
    }
}
