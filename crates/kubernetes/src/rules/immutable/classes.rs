//! What cannot change in classes and drivers.
//
// kubernetes: pkg/apis/{storage,scheduling}/validation/validation.go

use std::collections::HashMap;

use crdc_vocabulary::go::quote;

use super::{Change, given, text};
use crate::rules::at::At;
use crate::rules::report::Report;
use crate::rules::shown;

/// A StorageClass.
// ValidateStorageClassUpdate
pub(in crate::rules) fn storage(update: Change<'_, '_, '_>, report: &mut Report) {
    let Change { now, before, .. } = update;
    let mut forbidden = |field: &'static str, shown: String| {
        let at = now.child(field);
        match report.version() {
            // The immutable fields of a class have the common text since 1.36.
            36.. => report.immutable(&at, shown),
            _ => report.forbidden_change(&at, &format!("updates to {field} are forbidden.")),
        }
    };
    if update.differs_without_default("parameters") {
        forbidden("parameters", shown::texts(&now.child("parameters"), 36));
    }
    for (field, default) in [("provisioner", ""), ("reclaimPolicy", "Delete")] {
        let (new, old) = (given(&now.child(field), default), given(&before.child(field), default));
        if new != old {
            forbidden(field, quote(new));
        }
    }
    let mode = "volumeBindingMode";
    text(&now.child(mode), &before.child(mode), "Immediate", report);
}

/// A VolumeAttributesClass.
// ValidateVolumeAttributesClassUpdate
pub(in crate::rules) fn attributes(update: Change<'_, '_, '_>, report: &mut Report) {
    for field in ["driverName", "parameters"] {
        if update.differs_without_default(field) {
            let detail = format!("updates to {field} are forbidden.");
            report.forbidden_change(&update.now.child(field).at_key(), &detail);
        }
    }
}

/// The spec of a CSIDriver. Errors call a field otherwise than it is called.
// ValidateCSIDriverUpdate
pub(in crate::rules) fn driver(update: Change<'_, '_, '_>, report: &mut Report) {
    let Change { now, before, .. } = update;
    let (required, old) = (now.child("attachRequired"), before.child("attachRequired"));
    // The default is true.
    let flag = |at: &At<'_, '_>| !at.is_set() || at.flag();
    if flag(&required) != flag(&old) {
        report.immutable(&required.named(now, "attachedRequired"), flag(&required));
    }
    let (at, old) = (now.child("volumeLifecycleModes"), before.child("volumeLifecycleModes"));
    let given = modes(&at);
    if given != modes(&old) {
        let version = report.version();
        let all: Vec<String> = given.iter().map(|mode| shown::text_in(version, mode)).collect();
        let shown = match version {
            ..34 => format!("[]storage.VolumeLifecycleMode{{{}}}", all.join(", ")),
            _ => format!("[{}]", all.join(",")),
        };
        report.immutable(&at.at_key(), shown);
    }
}

/// The modes of a driver with their default.
fn modes<'n>(at: &At<'_, 'n>) -> Vec<&'n str> {
    if at.is_empty() { vec!["Persistent"] } else { at.items().map(|mode| mode.text()).collect() }
}

/// The drivers of a CSINode: each stays as it is, or goes.
// ValidateCSINodeUpdate
pub(in crate::rules) fn drivers_of_node(update: Change<'_, '_, '_>, report: &mut Report) {
    let (spec, old) = (update.now.child("spec"), update.before.child("spec"));
    let (list, old) = (spec.child("drivers"), old.child("drivers"));
    // kube_features.go MutableCSINodeAllocatableCount: on since 1.35
    let is_mutable = report.version() >= 35;
    let is_free = |field: &str| is_mutable && field == "allocatable";
    let known: HashMap<&str, At<'_, '_>> =
        old.items().map(|driver| (driver.child("name").text(), driver)).collect();
    let differs = |now: &At<'_, '_>, before: &At<'_, '_>| match update.is_complete() {
        true => update.comparison.field(now, before, is_free).is_some(),
        false => ["nodeID", "topologyKeys", "allocatable"]
            .iter()
            .filter(|field| !is_free(field))
            .any(|field| update.comparison.differ(&now.child(field), &before.child(field))),
    };
    let changed = list.items().filter(|driver| {
        known.get(driver.child("name").text()).is_some_and(|before| differs(driver, before))
    });
    for driver in changed.collect::<Vec<_>>() {
        let place = match report.version() {
            ..33 => driver.named(update.now, "CSINodeDriver"),
            _ => driver.as_map(&list),
        };
        report.immutable_because(&place, None, "field is immutable");
    }
}

/// A CSIStorageCapacity.
// ValidateCSIStorageCapacityUpdate
pub(in crate::rules) fn capacity(update: Change<'_, '_, '_>, report: &mut Report) {
    let Change { now, before, .. } = update;
    if update.differs_without_default("nodeTopology") {
        let at = now.child("nodeTopology");
        report.immutable(&at, shown::selector(&at, report.version()));
    }
    text(&now.child("storageClassName"), &before.child("storageClassName"), "", report);
}

/// A PriorityClass.
// ValidatePriorityClassUpdate
pub(in crate::rules) fn priority(now: &At<'_, '_>, before: &At<'_, '_>, report: &mut Report) {
    let (value, old) = (now.child("value"), before.child("value"));
    if value.int_or_zero() != old.int_or_zero() {
        report.forbidden_change(&value, "may not be changed in an update.");
    }
    let field = "preemptionPolicy";
    text(&now.child(field), &before.child(field), "PreemptLowerPriority", report);
}
