//! The life of a Namespace. In: a Namespace that is written or deleted. Out: the Namespace with its
//! finalizers, and with the phase `Terminating` while it waits for them.
//!
//! Easy to break: the finalizers of the specification are not those of the metadata. Only the subresource
//! `finalize` changes them, and a Namespace stays until both lists are empty.
// kubernetes: pkg/registry/core/namespace/strategy.go, storage/storage.go

use crdc_admission::Object;
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

/// Marks a Namespace as deleted at a time.
pub(super) fn terminate(namespace: &mut Object<'_>, now: &str) {
    namespace.set_string(&["metadata", "deletionTimestamp"], now);
    namespace.set_string(&["status", "phase"], "Terminating");
}
