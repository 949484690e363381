//! Rules of persistent volumes and storage classes.
//
// kubernetes: pkg/apis/core/validation/validation.go ValidatePersistentVolumeSpec;
// pkg/apis/storage/validation/validation.go

use std::collections::{BTreeMap, BTreeSet, HashSet};

use crdc_vocabulary::go::quote;
use crdc_vocabulary::names;

use super::at::At;
use super::claims::{access_modes, class_name, positive};
use super::report::Report;
use super::scheduling::node_selector;
use super::selector::label_name;
use super::{csi, resources, volume_sources, volumes};
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
        resources::basic(&value, report);
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
                volumes::source(&at, source, true, report);
                if !affinity.is_set() {
                    report.required(&affinity, "Local volume requires node affinity");
                }
            }
            "csi" => {
                volumes::driver(&place.child("driver"), report);
                report.required_text(&place.child("volumeHandle"));
                for field in SECRETS {
                    secret(&place.child(field), report);
                }
            }
            _ => volumes::source(&at, source, true, report),
        }
        if source == "iscsi" {
            let (name, portal) = (root.child("metadata").child("name").text(), place.child("targetPortal"));
            let length = name.len() + 1 + portal.text().len();
            if place.child("initiatorName").is_set() && length > 64 {
                report.bad_text(
                    &portal.named(&place, "targetportal"),
                    portal.text(),
                    volume_sources::TOO_LONG,
                );
            }
        }
    }
    if !has_one {
        report.required(&at, "must specify a volume type");
    }
    let (host, reclaim) = (at.child("hostPath"), at.child("persistentVolumeReclaimPolicy"));
    if host.is_set() && is_root(host.child("path").text()) && reclaim.text() == "Recycle" {
        report.forbidden(&reclaim, "may not be 'recycle' for a hostPath mount of '/'");
    }
    class_name(&at.child("storageClassName"), report);
    report.one_of_if_set(&at.child("volumeMode"), &["Block", "Filesystem"]);
    // kube_features.go VolumeAttributesClass: on since 1.34. Before, the field is dropped.
    let class = at.child("volumeAttributesClassName");
    if report.version() >= 34 && class.is_set() {
        match class.text() {
            "" => report.required(&class, "an empty string is disallowed"),
            text => report.against(&class, text, names::against_name(text.as_bytes())),
        }
        if !at.child("csi").is_set() {
            let detail = "has to be specified when using volumeAttributesClassName";
            report.required(&at.child("csi"), detail);
        }
    }
}

/// The secrets of a driver.
const SECRETS: [&str; 4] = [
    "controllerPublishSecretRef",
    "controllerExpandSecretRef",
    "nodePublishSecretRef",
    "nodeExpandSecretRef",
];

// validatePVSecretReference
fn secret(at: &At<'_, '_>, report: &mut Report) {
    let (name, space) = (at.child("name"), at.child("namespace"));
    match name.text() {
        _ if !at.is_set() => return,
        "" => report.required(&name, ""),
        text => report.against(&name, text, names::against_name(text.as_bytes())),
    }
    match space.text() {
        "" => report.required(&space, ""),
        text => report.against(&space, text, names::against_namespace(text.as_bytes())),
    }
}

/// Whether a path is the root of the host.
// path.Clean
fn is_root(path: &str) -> bool {
    let mut depth = 0_usize;
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => depth = depth.saturating_sub(1),
            _ => depth += 1,
        }
    }
    path.starts_with('/') && depth == 0
}

/// A class of storage.
pub(super) fn class(root: &At<'_, '_>, report: &mut Report) {
    // ValidateStorageClassUpdate looks only for changes.
    if report.is_update() {
        return;
    }
    csi::provisioner(&root.child("provisioner"), report);
    csi::parameters(&root.child("parameters"), true, report);
    report.one_of(&root.child("reclaimPolicy"), &["Delete", "Retain"]);
    report.one_of_if_set(&root.child("volumeBindingMode"), &["Immediate", "WaitForFirstConsumer"]);
    let mut terms = HashSet::new();
    for term in root.child("allowedTopologies").items() {
        let (mut keys, mut all) = (HashSet::new(), BTreeMap::new());
        let list = term.child("matchLabelExpressions");
        for requirement in list.items() {
            let (key, values) = (requirement.child("key"), requirement.child("values"));
            if values.is_empty() {
                report.required(&values, "");
            }
            let mut seen = HashSet::new();
            for value in values.items().filter(|value| !seen.insert(value.text())) {
                report.duplicate(&value, quote(value.text()));
            }
            label_name(&key, report);
            if !keys.insert(key.text()) {
                report.duplicate(&key, quote(key.text()));
            }
            all.insert(key.text(), values.items().map(|value| value.text()).collect::<BTreeSet<_>>());
        }
        // Go's list of earlier terms begins with empty ones, so a term without requirements is always a
        // duplicate.
        if all.is_empty() || !terms.insert(all) {
            report.duplicate(&list, quote(""));
        }
    }
}
