//! Rules of the kinds of storage drivers: CSIDriver, CSINode, CSIStorageCapacity, VolumeAttachment,
//! VolumeAttributesClass. In: an object, or an update of one. Out: errors, and warnings.
//
// kubernetes: pkg/apis/storage/validation/validation.go

use std::collections::HashSet;

use crdc_vocabulary::go::quote;
use crdc_vocabulary::names;

use super::at::At;
use super::changes::differ;
use super::claims::access_modes;
use super::projected::lifetime;
use super::report::Report;
use super::selector::{label_name, selector};
use super::volumes;
use crate::quantity::Quantity;

const MODES: [&str; 2] = ["Persistent", "Ephemeral"];
/// A CSIDriver.
// validateCSIDriverSpec
pub(super) fn csi_driver(root: &At<'_, '_>, old: Option<&At<'_, '_>>, report: &mut Report) {
    let spec = root.child("spec");
    report.one_of_if_set(&spec.child("fsGroupPolicy"), &["File", "None", "ReadWriteOnceWithFSType"]);
    let requests = spec.child("tokenRequests");
    token_requests(&requests, report);
    let modes = spec.child("volumeLifecycleModes");
    for mode in modes.items().filter(|mode| !MODES.contains(&mode.text())) {
        report.unsupported(&mode.as_map(&modes), mode.text(), &MODES);
    }
    // kube_features.go MutableCSINodeAllocatableCount: on since 1.35, and the field is dropped before.
    let period = spec.child("nodeAllocatableUpdatePeriodSeconds");
    if let Some(number) = period.int().filter(|number| report.version() >= 35 && *number < 10) {
        report.invalid(&period, number, "must be greater than or equal to 10 seconds");
    }
    // kube_features.go CSIServiceAccountTokenSecrets: since 1.35, and on.
    if report.version() < 35 {
        return;
    }
    let in_secrets = spec.child("serviceAccountTokenInSecrets");
    if in_secrets.is_set() && requests.is_empty() {
        let detail = "serviceAccountTokenInSecrets is set but no tokenRequests are specified";
        report.invalid(&in_secrets, in_secrets.flag(), detail);
    }
    let stored = old.map(|old| old.child("spec"));
    let is_new = stored.is_none_or(|stored| differ(stored.child("tokenRequests").node(), requests.node()));
    if !requests.is_empty() && !in_secrets.is_set() && is_new {
        let words = "spec.serviceAccountTokenInSecrets is unset; if supported by this CSI driver, set to true to prevent possible logging of \
             tokens in volume attributes";
        report.warning("server-warning", &root.shown_at(requests.span()), words);
    }
}

// validateTokenRequests
fn token_requests(list: &At<'_, '_>, report: &mut Report) {
    let mut audiences = HashSet::new();
    for request in list.items() {
        let (audience, seconds) = (request.child("audience"), request.child("expirationSeconds"));
        if !audiences.insert(audience.text()) {
            report.duplicate(&audience, quote(audience.text()));
            continue;
        }
        lifetime(&seconds, report);
    }
}

/// A CSINode.
// validateCSINodeDrivers
pub(super) fn csi_node(root: &At<'_, '_>, report: &mut Report) {
    let spec = root.child("spec");
    let mut known = HashSet::new();
    for driver in spec.child("drivers").items() {
        let (name, id) = (driver.child("name"), driver.child("nodeID"));
        volumes::driver(&name, report);
        report.required_text(&id);
        if id.text().len() > 256 {
            report.bad_text(&id, id.text(), "must be 256 characters or less");
        }
        let allocatable = driver.child("allocatable");
        report.not_negative(&allocatable.child("count"));
        if !known.insert(name.text()) {
            report.duplicate(&name, quote(name.text()));
        }
        // Errors of topology keys name the driver.
        let mut keys = HashSet::new();
        for key in driver.child("topologyKeys").items() {
            let place = key.as_map(&driver);
            report.required_text(&place);
            if !keys.insert(key.text()) {
                report.duplicate(&place, quote(key.text()));
            }
            label_name(&place, report);
        }
    }
}

/// A VolumeAttachment.
// ValidateVolumeAttachment
pub(super) fn attachment(root: &At<'_, '_>, is_update: bool, report: &mut Report) {
    let spec = root.child("spec");
    let attacher = spec.child("attacher");
    // Before 1.36 updates are checked less.
    match is_update && report.version() < 36 {
        true => report.required_text(&attacher),
        false => volumes::driver(&attacher, report),
    }
    let source = spec.child("source");
    let (inline, volume) = (source.child("inlineVolumeSpec"), source.child("persistentVolumeName"));
    let detail = "must specify exactly one of inlineVolumeSpec and persistentVolumeName";
    match (inline.is_set(), volume.is_set()) {
        (false, false) => report.required(&source, detail),
        (true, true) => report.forbidden(&source, detail),
        (false, true) if volume.text().is_empty() => {
            report.required(&volume, "must specify non empty persistentVolumeName");
        }
        (false, true) => {}
        (true, false) => inline_volume(&inline, report),
    }
    let node = spec.child("nodeName");
    report.against(&node, node.text(), names::against_name(node.text().as_bytes()));
    if volume.is_set() {
        report.against(&volume, volume.text(), names::against_name(volume.text().as_bytes()));
    }
}

/// The volume of an attachment that has no PersistentVolume.
// pkg/apis/core/validation/validation.go ValidatePersistentVolumeSpec
fn inline_volume(at: &At<'_, '_>, report: &mut Report) {
    let detail = "may not be specified in the context of inline volumes";
    let (reference, capacity, csi) = (at.child("claimRef"), at.child("capacity"), at.child("csi"));
    if reference.is_set() {
        report.forbidden(&reference, detail);
    }
    if !capacity.is_empty() {
        report.forbidden(&capacity, detail);
    }
    if !csi.is_set() {
        report.required(&csi, "has to be specified in the context of inline volumes");
    }
    access_modes(&at.child("accessModes"), "", report);
    let policy = at.child("persistentVolumeReclaimPolicy");
    if !["", "Retain"].contains(&policy.text()) {
        report.forbidden(&policy, "may only be Retain in the context of inline volumes");
    }
    let affinity = at.child("nodeAffinity");
    if affinity.is_set() {
        report.forbidden(&affinity, detail);
    }
    if csi.is_set() {
        volumes::driver(&csi.child("driver"), report);
        report.required_text(&csi.child("volumeHandle"));
    }
}

/// The status of a VolumeAttachment.
// validateVolumeAttachmentStatus
pub(super) fn attachment_status(now: &At<'_, '_>, report: &mut Report) {
    const SIZE: usize = 256 * 1024;
    let status = now.child("status");
    let metadata = status.child("attachmentMetadata");
    if metadata.entries().map(|(key, value)| key.len() + value.text().len()).sum::<usize>() > SIZE {
        report.too_long(&metadata, SIZE);
    }
    for field in ["attachError", "detachError"] {
        let error = status.child(field);
        let (message, code) = (error.child("message"), error.child("errorCode"));
        // The server names the limit of the metadata.
        if message.text().len() > 1024 {
            report.too_long(&message, SIZE);
        }
        if let Some(number) = code.int().filter(|number| report.version() >= 33 && *number < 0) {
            report.invalid(&code, number, "must be between 0 and 2147483647, inclusive");
        }
    }
}

/// A VolumeAttributesClass.
// ValidateVolumeAttributesClass
pub(super) fn attributes_class(root: &At<'_, '_>, report: &mut Report) {
    provisioner(&root.child("driverName"), report);
    parameters(&root.child("parameters"), false, report);
}

/// The driver of a class. Go compares it in lower case.
// validateProvisioner
pub(super) fn provisioner(at: &At<'_, '_>, report: &mut Report) {
    report.required_text(at);
    if !at.text().is_empty() {
        let lower = at.text().to_lowercase();
        report.against(at, &lower, names::against_qualified_of(report.minor(), lower.as_bytes()));
    }
}

/// What a class says to its driver.
// validateParameters
pub(super) fn parameters(at: &At<'_, '_>, may_be_empty: bool, report: &mut Report) {
    const SIZE: usize = 256 * 1024;
    if at.len() > 512 {
        report.too_long(at, 512);
        return;
    }
    let mut size = 0;
    for (key, value) in at.entries() {
        if key.is_empty() {
            report.bad_text(&value.as_map(at).at_key(), key, "field can not be empty.");
        }
        size += key.len() + value.text().len();
    }
    if size > SIZE {
        report.too_long(at, SIZE);
    }
    if at.is_empty() && !may_be_empty {
        report.required(at, "must contain at least one key/value pair");
    }
}

/// A CSIStorageCapacity.
// ValidateCSIStorageCapacity
pub(super) fn capacity(root: &At<'_, '_>, is_update: bool, report: &mut Report) {
    // An update cannot change it, and the stored one may have invalid values.
    if !is_update {
        selector(&root.child("nodeTopology"), report);
    }
    let class = root.child("storageClassName");
    report.against(&class, class.text(), names::against_name(class.text().as_bytes()));
    let amount = root.child("capacity");
    if let Some(quantity) = Quantity::at(&amount).filter(|quantity| quantity.nanos < 0) {
        report.bad_text(&amount, &quantity.text(), "must be greater than or equal to 0");
    }
}
