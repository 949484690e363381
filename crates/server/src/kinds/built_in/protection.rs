//! The plugin StorageObjectInUseProtection: claims and volumes have a finalizer from the start. In: a claim
//! or a volume. Out: the object with its finalizer; or, for an object that is deleted, whether nothing uses
//! it any more.
//!
//! Easy to break: the controllers that remove the finalizers are played by the server, since there are none:
//! without them no claim could ever be deleted.
// kubernetes: plugin/pkg/admission/storage/storageobjectinuseprotection/admission.go,
// pkg/controller/volume/{pvcprotection,pvprotection}

use crdc_admission::{Attributes, Mutator, Object, Operation, Refusal};
use serde_json::{Value, json};

use crate::apimachinery::texts::{FINALIZERS, texts};
use crate::storage::history::History;
use crate::storage::key::Place;

/// The resources of claims and of volumes.
pub(crate) const CLAIMS: &str = "persistentvolumeclaims";
pub(crate) const VOLUMES: &str = "persistentvolumes";

/// The finalizer of a resource.
fn finalizer(resource: &str) -> &'static str {
    if resource == VOLUMES { "kubernetes.io/pv-protection" } else { "kubernetes.io/pvc-protection" }
}

pub(super) struct Protection;

impl Mutator for Protection {
    fn name(&self) -> &str {
        "StorageObjectInUseProtection"
    }

    fn handles(&self, operation: Operation) -> bool {
        operation == Operation::Create
    }

    fn apply_mutations(&self, attributes: &mut Attributes<'_>) -> Result<(), Refusal> {
        let own = finalizer(attributes.resource().plural);
        let Some(object) = attributes.object_mut() else { return Ok(()) };
        let mut all = texts(object, &FINALIZERS);
        if !all.iter().any(|name| name == own) {
            all.push(own.to_owned());
            object.set(&FINALIZERS, json!(all).to_string().as_bytes());
        }
        Ok(())
    }
}

/// The finalizers that are left of a deleted claim or volume which nothing uses; `None` if it keeps its own.
pub(crate) fn released(history: &History, place: &Place, object: &Object<'_>) -> Option<Vec<String>> {
    let (resource, (namespace, name)) = place;
    let own = finalizer(resource);
    let mut left = texts(object, &FINALIZERS);
    let count = left.len();
    left.retain(|name| name != own);
    let is_deleted = object.string(&["metadata", "deletionTimestamp"]).is_some();
    if !is_deleted || left.len() == count {
        return None;
    }
    let is_used = match &**resource {
        VOLUMES => object.string(&["status", "phase"]).is_some_and(|phase| phase == "Bound"),
        _ => {
            let pods = history
                .snapshot("pods", Some(namespace), None)
                .map_or_else(|_| Vec::new(), |all| all.objects);
            pods.iter().any(|(_, pod)| uses(pod, name))
        }
    };
    (!is_used).then_some(left)
}

/// Whether a Pod that is on a node, and has not ended, uses a claim.
fn uses(pod: &[u8], claim: &str) -> bool {
    let object = Object::of(pod);
    let is_on_node = object.string(&["spec", "nodeName"]).is_some_and(|node| !node.is_empty());
    let has_ended =
        object.string(&["status", "phase"]).is_some_and(|phase| phase == "Succeeded" || phase == "Failed");
    is_on_node && !has_ended && claims_of(pod).iter().any(|name| name == claim)
}

/// The claims of a Pod's volumes, those that are made for it among them.
pub(crate) fn claims_of(pod: &[u8]) -> Vec<String> {
    let object = Object::of(pod);
    let Some(Ok(volumes)) = object.get(&["spec", "volumes"]).map(serde_json::from_slice::<Vec<Value>>) else {
        return Vec::new();
    };
    let pod = object.string(&["metadata", "name"]).unwrap_or_default();
    let claim = |volume: &Value| {
        if volume["ephemeral"].is_object() {
            return Some(format!("{pod}-{}", volume["name"].as_str()?));
        }
        volume["persistentVolumeClaim"]["claimName"].as_str().map(str::to_owned)
    };
    volumes.iter().filter_map(claim).collect()
}
