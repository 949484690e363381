//! The status of claims of volumes and of devices, and of attachments.
//
// kubernetes: pkg/apis/core/validation/validation.go ValidatePersistentVolumeClaimStatusUpdate;
// pkg/apis/resource/validation/validation.go validateResourceClaimStatusUpdate;
// pkg/apis/storage/validation/validation.go validateVolumeAttachmentStatus

use crdc_vocabulary::names;

use crate::rules::at::At;
use crate::rules::report::Report;
use crate::rules::resources::basic;

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
        basic(&amount, report);
    }
    // kube_features.go RecoverVolumeExpansionFailure: on since 1.32
    if report.version() < 32 {
        return;
    }
    let resizes = status.child("allocatedResourceStatuses");
    // Errors of older versions name no field.
    let place = match report.version() {
        ..34 => resizes.named(status, "allocatedResourceStatus"),
        _ => resizes,
    };
    let place = place.at_key();
    for (key, resize) in resizes.entries() {
        resource(&place, key, report);
        if !RESIZES.contains(&resize.text()) {
            report.unsupported(&place, key, &RESIZES);
        }
    }
    let allocated = status.child("allocatedResources");
    for (key, amount) in allocated.entries() {
        if resource(&allocated.at_key(), key, report) {
            basic(&amount, report);
        }
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
