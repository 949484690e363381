//! Prepares new PersistentVolumes: their phase is as old as the volume.
// kubernetes: pkg/registry/core/persistentvolume/strategy.go

use crdc_admission::Object;

pub(super) fn prepare(object: &mut Object<'_>) {
    let created = object.string(&["metadata", "creationTimestamp"]).map(|time| time.into_owned());
    if let Some(created) = created {
        object.set_string(&["status", "lastPhaseTransitionTime"], &created);
    }
}
