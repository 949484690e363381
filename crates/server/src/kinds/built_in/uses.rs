//! What uses claims and classes of volumes. In: a Pod, a claim or a volume. Out: the places of the claims and
//! classes that it uses.
// kubernetes: pkg/controller/volume/{pvcprotection,vacprotection}

use std::borrow::Cow;

use crdc_admission::Object;
use serde_json::Value;

use crate::storage::key::Place;

/// The resources of Pods, of claims, of volumes and of their classes.
pub(crate) const PODS: &str = "pods";
pub(crate) const CLAIMS: &str = "persistentvolumeclaims";
pub(crate) const VOLUMES: &str = "persistentvolumes";
pub(crate) const VOLUME_CLASSES: &str = "volumeattributesclasses.storage.k8s.io";

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
    let class = |name: Cow<'_, str>| (VOLUME_CLASSES.into(), ("".into(), (&*name).into()));
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
