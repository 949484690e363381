//! Sets fields of new objects as the create strategies of some kinds do. In: a valid object with its uid.
//! Out: the object to be stored.

mod definitions;
mod jobs;
mod pods;

use crdc_admission::Object;

/// A function that prepares a new object.
pub(crate) type Prepare = fn(&mut Object<'_>);

/// The create strategy of one of Kubernetes' own kinds.
pub(crate) fn of(group: &str, kind: &str) -> Option<Prepare> {
    match (group, kind) {
        ("", "Pod") => Some(pods::prepare),
        ("apiextensions.k8s.io", "CustomResourceDefinition") => Some(definitions::prepare),
        ("batch", "Job") => Some(jobs::prepare),
        _ => None,
    }
}
