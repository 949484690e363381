//! Prepares new PersistentVolumes: their phase is as old as the volume.
// kubernetes: pkg/registry/core/persistentvolume/strategy.go

use serde_json::Value;

pub(super) fn prepare(volume: &mut Value) {
    let created = volume["metadata"]["creationTimestamp"].clone();
    if let Some(status) = volume["status"].as_object_mut().filter(|_| created.is_string()) {
        status.insert("lastPhaseTransitionTime".to_owned(), created);
    }
}
