//! Rules of persistent volumes and storage classes.
//
// kubernetes: pkg/apis/core/validation/validation.go ValidatePersistentVolumeSpec;
// pkg/apis/storage/validation/validation.go

use crdc_vocabulary::go::quote;
use crdc_vocabulary::names;

use super::at::At;
use super::claims::{access_modes, class_name, positive};
use super::report::Report;
use super::scheduling::node_selector;
use super::selector::label_name;
use super::volumes;
use crate::quantity::Quantity;

/// The sources of persistent volumes, in the order in which the server looks at them.
pub(super) const SOURCES: [&str; 22] = [
    "hostPath",
    "gcePersistentDisk",
    "awsElasticBlockStore",
    "glusterfs",
    "flocker",
    "nfs",
    "rbd",
    "quobyte",
    "cephfs",
    "iscsi",
    "cinder",
    "fc",
    "flexVolume",
    "azureFile",
    "vsphereVolume",
    "photonPersistentDisk",
    "portworxVolume",
    "azureDisk",
    "scaleIO",
    "local",
    "storageos",
    "csi",
];

/// A persistent volume.
pub(super) fn volume(root: &At<'_, '_>, report: &mut Report) {
    let at = root.child("spec");
    access_modes(&at.child("accessModes"), "", report);
    let capacity = at.child("capacity");
    if capacity.is_empty() {
        report.required(&capacity, "");
    }
    if !capacity.child("storage").is_set() || capacity.len() > 1 {
        // The server shows the quantities as Go's structs or as JSON.
        let mut all: Vec<String> = capacity
            .entries()
            .map(|(name, value)| {
                let amount = Quantity::at(&value).map_or_else(String::new, |amount| amount.text());
                format!("{}:{}", quote(name), quote(&amount))
            })
            .collect();
        all.sort_unstable();
        let shown = if capacity.is_set() { format!("{{{}}}", all.join(",")) } else { "null".to_owned() };
        report.unsupported_shown(&capacity, &shown, &["storage"]);
    }
    for (_, value) in capacity.entries() {
        positive(&value, report);
    }
    report.one_of(&at.child("persistentVolumeReclaimPolicy"), &["Delete", "Recycle", "Retain"]);
    let affinity = at.child("nodeAffinity");
    if affinity.is_set() {
        let required = affinity.child("required");
        match required.is_set() {
            true => node_selector(&required, report),
            false => report.required(&required, "must specify required node constraints"),
        }
    }
    let mut has_one = false;
    for source in SOURCES {
        let place = at.child(source);
        if !place.is_set() {
            continue;
        }
        if has_one && source != "flexVolume" {
            let name = if source == "cephfs" { "cephFS" } else { source };
            report.forbidden(&place.named(&at, name), "may not specify more than 1 volume type");
            continue;
        }
        has_one = true;
        match source {
            "local" => {
                report.required_text(&place.child("path"));
                if !affinity.is_set() {
                    report.required(&affinity, "Local volume requires node affinity");
                }
            }
            "csi" => {
                volumes::driver(&place.child("driver"), report);
                report.required_text(&place.child("volumeHandle"));
            }
            _ => volumes::source(source, &place, report),
        }
    }
    if !has_one {
        report.required(&at, "must specify a volume type");
    }
    class_name(&at.child("storageClassName"), report);
    report.one_of_if_set(&at.child("volumeMode"), &["Block", "Filesystem"]);
}

/// A class of storage.
pub(super) fn class(root: &At<'_, '_>, report: &mut Report) {
    let provisioner = root.child("provisioner");
    match provisioner.text() {
        "" => report.required(&provisioner, ""),
        text => {
            let lower = text.to_lowercase();
            report.against(
                &provisioner,
                &lower,
                names::against_qualified_of(report.minor(), lower.as_bytes()),
            );
        }
    }
    let parameters = root.child("parameters");
    if parameters.len() > 512 {
        report.too_long(&parameters, 512);
    }
    report.one_of(&root.child("reclaimPolicy"), &["Delete", "Retain"]);
    report.one_of_if_set(&root.child("volumeBindingMode"), &["Immediate", "WaitForFirstConsumer"]);
    for term in root.child("allowedTopologies").items() {
        let mut keys = std::collections::HashSet::new();
        for requirement in term.child("matchLabelExpressions").items() {
            let (key, values) = (requirement.child("key"), requirement.child("values"));
            if values.is_empty() {
                report.required(&values, "");
            }
            label_name(&key, report);
            if !keys.insert(key.text()) {
                report.duplicate(&key, quote(key.text()));
            }
        }
    }
}
