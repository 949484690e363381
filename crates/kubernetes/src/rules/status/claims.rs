//! The status of claims of volumes and of devices, and of attachments.
//
// kubernetes: pkg/apis/core/validation/validation.go ValidatePersistentVolumeClaimStatusUpdate;
// pkg/apis/resource/validation/validation.go validateResourceClaimStatusUpdate;
// pkg/apis/storage/validation/validation.go validateVolumeAttachmentStatus

use std::collections::HashSet;

use crdc_vocabulary::names;

use crate::quantity::Quantity;
use crate::rules::at::At;
use crate::rules::comparison::Comparison;
use crate::rules::report::Report;

/// How far the change of a size is, sorted.
const RESIZES: [&str; 5] = [
    "ControllerResizeInProgress",
    "ControllerResizeInfeasible",
    "NodeResizeInProgress",
    "NodeResizeInfeasible",
    "NodeResizePending",
];

/// A PersistentVolumeClaim.
pub(in crate::rules) fn claim(status: &At<'_, '_>, report: &mut Report) {
    for (_, amount) in status.child("capacity").entries() {
        positive(&amount, report);
    }
    // kube_features.go RecoverVolumeExpansionFailure: on since 1.32
    if report.version() < 32 {
        return;
    }
    let resizes = status.child("allocatedResourceStatuses");
    // Errors name no field.
    let place = resizes.named(status, "allocatedResourceStatus").at_key();
    for (key, resize) in resizes.entries() {
        resource(&place, key, report);
        if !RESIZES.contains(&resize.text()) {
            report.unsupported(&place, key, &RESIZES);
        }
    }
    let allocated = status.child("allocatedResources");
    for (key, amount) in allocated.entries() {
        if resource(&allocated.at_key(), key, report) {
            positive(&amount, report);
        }
    }
}

// validateBasicResource
fn positive(at: &At<'_, '_>, report: &mut Report) {
    const NANO: i128 = 1_000_000_000;
    // Go rounds up, away from zero.
    let whole = |nanos: i128| nanos / NANO + (nanos % NANO).signum();
    if let Some(amount) = Quantity::at(at).filter(|amount| amount.nanos < 0) {
        report.invalid(at, whole(amount.nanos), "must be a valid resource quantity");
    }
}

// validatePersistentVolumeClaimResourceKey
fn resource(at: &At<'_, '_>, key: &str, report: &mut Report) -> bool {
    let reasons = names::against_qualified_of(report.minor(), key.as_bytes());
    let is_native = !key.contains('/') || key.contains("kubernetes.io/");
    if !reasons.is_empty() {
        report.against(at, key, reasons);
        return false;
    }
    if is_native && key != "storage" {
        report.unsupported(at, key, &["storage"]);
        return false;
    }
    true
}

/// A ResourceClaim.
pub(in crate::rules) fn resource_claim(
    now: &At<'_, '_>,
    before: &At<'_, '_>,
    comparison: &Comparison<'_>,
    report: &mut Report,
) {
    let (status, old) = (now.child("status"), before.child("status"));
    let (consumers, stored) = (status.child("reservedFor"), old.child("reservedFor"));
    report.too_many(&consumers, 256);
    let fields = ["resource", "name", "uid"];
    for consumer in consumers.items() {
        fields.iter().for_each(|field| report.required_text(&consumer.child(field)));
    }
    let (allocation, allocated) = (status.child("allocation"), old.child("allocation"));
    let metadata = now.child("metadata");
    if !consumers.is_empty() && !allocation.is_set() {
        report.forbidden(&consumers.at_key(), "may not be specified when `allocated` is not set");
    } else if metadata.child("deletionTimestamp").is_set() {
        let of = |at: &At<'_, '_>| {
            ["apiGroup", "resource", "name", "uid"].map(|field| at.child(field).text().to_owned())
        };
        let known: HashSet<[String; 4]> = stored.items().map(|at| of(&at)).collect();
        if consumers.items().any(|at| !known.contains(&of(&at))) {
            let detail =
                "new entries may not be added while `deallocationRequested` or `deletionTimestamp` are set";
            report.forbidden(&consumers.at_key(), detail);
        }
    }
    if allocation.is_set() && allocated.is_set() && comparison.differ(&allocation, &allocated) {
        report.immutable_because(&allocation.at_key(), None, "field is immutable");
    }
}
