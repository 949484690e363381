//! Sets fields of objects as the strategies of some kinds do before they are stored. In: a valid object with
//! its uid, and for an update the stored object. Out: the object to be stored.

mod claims;
pub(super) mod daemon_sets;
mod definitions;
mod drivers;
pub(super) mod jobs;
mod pods;
mod requests;
mod scheduling;
mod services;
mod volumes;

use crdc_admission::{Object, UserInfo};
use serde_json::Value;

use super::namespaces::keep_finalizers;

/// A function that prepares a new object of a user.
pub(crate) type Prepare = fn(&mut Value, &UserInfo);

/// A function that prepares a changed object. The second object is the stored one; the text is the
/// subresource.
pub(crate) type Change = fn(&mut Object<'_>, &Object<'_>, Option<&str>);

/// A function that changes an object before it is validated. The second object is the stored one, if the
/// request is an update.
pub(crate) type Early = fn(&mut Object<'_>, Option<&Object<'_>>);

/// The create strategy of one of Kubernetes' own kinds.
// kubernetes: PrepareForCreate of each strategy
pub(crate) fn of(group: &str, kind: &str) -> Option<Prepare> {
    match (group, kind) {
        ("", "PersistentVolume") => Some(|volume, _| volumes::prepare(volume)),
        ("", "Pod") => Some(|pod, _| pods::prepare(pod)),
        ("apiextensions.k8s.io", "CustomResourceDefinition") => Some(|crd, _| definitions::prepare(crd)),
        ("apps", "DaemonSet") => Some(|set, _| daemon_sets::prepare(set)),
        ("batch", "Job") => Some(|job, _| jobs::prepare(job)),
        ("certificates.k8s.io", "CertificateSigningRequest") => Some(requests::prepare),
        ("storage.k8s.io", "CSIDriver") => Some(|driver, _| drivers::prepare(driver)),
        _ => None,
    }
}

/// The update strategy of one of Kubernetes' own kinds.
// kubernetes: PrepareForUpdate of each strategy
pub(crate) fn on_update(group: &str, kind: &str) -> Option<Change> {
    match (group, kind) {
        ("", "Service") => Some(|service, _, subresource| services::change(service, subresource)),
        ("apps", "DaemonSet") => Some(|set, stored, _| daemon_sets::change(set, stored)),
        ("storage.k8s.io", "CSIDriver") => Some(|driver, stored, _| drivers::change(driver, stored)),
        _ => None,
    }
}

/// The error of Go's conversion of an object of one of Kubernetes' own kinds, which is decoded already.
pub(super) fn unconvertible(group: &str, kind: &str, object: &Value) -> Option<String> {
    match (group, kind) {
        ("apps", "DaemonSet") => daemon_sets::unconvertible(object),
        _ => None,
    }
}

/// What the strategy of one of Kubernetes' own kinds does that validation depends on.
pub(crate) fn early(group: &str, kind: &str) -> Option<Early> {
    match (group, kind) {
        ("", "Namespace") => Some(keep_finalizers),
        ("", "PersistentVolumeClaim") => Some(claims::prepare),
        _ => None,
    }
}
