//! The plugin StorageObjectInUseProtection: claims, volumes and classes of volumes have a finalizer from the
//! start. In: such an object. Out: the object with its finalizer; or, for an object that is deleted, whether
//! nothing uses it any more.
//!
//! Easy to break: the server also plays the controllers that remove the finalizers. Without them no claim
//! could be deleted.
// kubernetes: plugin/pkg/admission/storage/storageobjectinuseprotection/admission.go,
// pkg/controller/volume/{pvcprotection,pvprotection,vacprotection}

use crdc_admission::{Attributes, Mutator, Object, Operation, Refusal};
use serde_json::{Value, json};

use super::users::Users;
use super::uses::{CLAIMS, PODS, VOLUMES};
use crate::apimachinery::texts::{FINALIZERS, texts};
use crate::storage::history::History;
use crate::storage::key::Place;

/// The finalizer of a resource.
fn finalizer(resource: &str) -> &'static str {
    match resource {
        VOLUMES => "kubernetes.io/pv-protection",
        CLAIMS => "kubernetes.io/pvc-protection",
        _ => "kubernetes.io/vac-protection",
    }
}

/// The plugin of a resource.
pub(super) struct Protection(pub(super) &'static str);

impl Mutator for Protection {
    fn name(&self) -> &str {
        "StorageObjectInUseProtection"
    }

    fn handles(&self, operation: Operation) -> bool {
        operation == Operation::Create
    }

    fn apply_mutations(&self, attributes: &mut Attributes<'_>) -> Result<(), Refusal> {
        let own = finalizer(self.0);
        let Some(object) = attributes.object_mut() else { return Ok(()) };
        let mut all = texts(object, &FINALIZERS);
        if !all.iter().any(|name| name == own) {
            all.push(own.to_owned());
            object.set(&FINALIZERS, json!(all).to_string().as_bytes());
        }
        Ok(())
    }
}

/// The finalizers that are left of a deleted object which nothing uses; `None` if it keeps its own.
pub(crate) fn released(
    history: &History,
    users: &Users,
    place: &Place,
    object: &Object<'_>,
) -> Option<Vec<String>> {
    let own = finalizer(&place.0);
    let mut left = texts(object, &FINALIZERS);
    let count = left.len();
    left.retain(|name| name != own);
    let is_deleted = object.string(&["metadata", "deletionTimestamp"]).is_some();
    if !is_deleted || left.len() == count {
        return None;
    }
    let is_used = match &*place.0 {
        VOLUMES => object.string(&["status", "phase"]).is_some_and(|phase| phase == "Bound"),
        CLAIMS => users.has(history, &[PODS], place, controller(object).as_deref()),
        _ => users.has(history, &[CLAIMS, VOLUMES], place, None),
    };
    (!is_used).then_some(left)
}

/// The uid of the controller of an object.
fn controller(object: &Object<'_>) -> Option<String> {
    let list = object.get(&["metadata", "ownerReferences"])?;
    let list: Vec<Value> = serde_json::from_slice(list).ok()?;
    let owner = list.into_iter().find(|owner| owner["controller"] == true)?;
    owner["uid"].as_str().map(str::to_owned)
}
