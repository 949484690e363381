//! The plugin StorageObjectInUseProtection: claims, volumes and classes of volumes have a finalizer from the
//! start. In: such an object. Out: the object with its finalizer; or, for an object that is deleted, whether
//! nothing uses it any more.
//!
//! Easy to break: the server also plays the controllers that remove the finalizers. Without them no claim could
//! be deleted.
// kubernetes: plugin/pkg/admission/storage/storageobjectinuseprotection/admission.go,
// pkg/controller/volume/{pvcprotection,pvprotection,vacprotection}

use crdc_admission::{Attributes, Mutator, Object, Operation, Refusal};
use serde_json::{Value, json};

use super::users::Users;
use crate::apimachinery::texts::{FINALIZERS, texts};
use crate::storage::history::History;
use crate::storage::key::Place;

/// The resources of Pods, of claims, of volumes and of their classes.
pub(crate) const PODS: &str = "pods";
pub(crate) const CLAIMS: &str = "persistentvolumeclaims";
pub(crate) const VOLUMES: &str = "persistentvolumes";
pub(crate) const VOLUME_CLASSES: &str = "volumeattributesclasses.storage.k8s.io";

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

/// A protected object that another one uses.
pub(crate) struct Use {
    pub(crate) place: Place,
    /// The uid of the Pod that a claim must have as its controller, if it is made for that Pod.
    pub(crate) controller: Option<String>,
}

/// The protected objects that an object uses.
pub(crate) fn uses_of((resource, (namespace, _)): &Place, text: &[u8]) -> Vec<Use> {
    let object = Object::of(text);
    match &**resource {
        PODS => claims_of(&object)
            .into_iter()
            .map(|(name, controller)| Use {
                place: (CLAIMS.into(), (namespace.clone(), name.into())),
                controller,
            })
            .collect(),
        CLAIMS => classes_of(
            &object,
            &[
                &["spec", "volumeAttributesClassName"],
                &["status", "currentVolumeAttributesClassName"],
                &["status", "modifyVolumeStatus", "targetVolumeAttributesClassName"],
            ],
        ),
        VOLUMES => classes_of(&object, &[&["spec", "volumeAttributesClassName"]]),
        _ => Vec::new(),
    }
}

/// The classes that an object names at these paths.
// vac_protection_controller.go getPVCReferencedVACNames, getPVReferencedVACNames
fn classes_of(object: &Object<'_>, paths: &[&[&str]]) -> Vec<Use> {
    let names = paths.iter().filter_map(|path| object.string(path)).filter(|name| !name.is_empty());
    let class = |name: std::borrow::Cow<'_, str>| (VOLUME_CLASSES.into(), ("".into(), (&*name).into()));
    names.map(|name| Use { place: class(name), controller: None }).collect()
}

/// The claims that a Pod uses while it is on a node. Those that are made for it have it as their controller,
/// and are free as soon as the Pod has no time left.
// pvc_protection_controller.go podUsesPVC, podIsShutDown
fn claims_of(pod: &Object<'_>) -> Vec<(String, Option<String>)> {
    if pod.string(&["spec", "nodeName"]).is_none_or(|node| node.is_empty()) {
        return Vec::new();
    }
    let Some(Ok(volumes)) = pod.get(&["spec", "volumes"]).map(serde_json::from_slice::<Vec<Value>>) else {
        return Vec::new();
    };
    let text = |field: &str| pod.string(&["metadata", field]).unwrap_or_default();
    let (name, uid) = (text("name"), text("uid"));
    let is_shut_down = pod.string(&["metadata", "deletionTimestamp"]).is_some()
        && pod.integer(&["metadata", "deletionGracePeriodSeconds"]) == Some(0);
    let claim = |volume: &Value| {
        if let Some(claim) = volume["persistentVolumeClaim"]["claimName"].as_str() {
            return Some((claim.to_owned(), None));
        }
        let is_made = volume["ephemeral"].is_object() && !is_shut_down;
        let volume = volume["name"].as_str().filter(|_| is_made)?;
        Some((format!("{name}-{volume}"), Some(uid.clone().into_owned())))
    };
    volumes.iter().filter_map(claim).collect()
}
