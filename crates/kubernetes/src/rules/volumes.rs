//! Rules of the volumes of pods, and of the volume sources that persistent volumes share.
//!
//! Easy to break: Go makes a volume without a source an `emptyDir` before it validates; a persistent volume
//! without a source is refused. A volume with an error does not exist for mounts.
//
// kubernetes: pkg/apis/core/validation/validation.go ValidateVolumes, validateVolumeSource;
// pkg/apis/core/v1/defaults.go SetDefaults_Volume

use std::collections::HashSet;

use crdc_source::Value;
use crdc_vocabulary::go::quote;
use crdc_vocabulary::names;

use super::at::At;
use super::mounts::{VolumeKind, Volumes};
use super::report::Report;
use super::texts::{against_backsteps, against_descending};
use super::volume_files::{items, mode};
use super::{claims, metadata, projected, volume_sources};
use crate::quantity::Quantity;

/// The sources of volumes of pods, in the order in which the server looks at them.
const SOURCES: [&str; 30] = [
    "emptyDir",
    "hostPath",
    "gitRepo",
    "gcePersistentDisk",
    "awsElasticBlockStore",
    "secret",
    "nfs",
    "iscsi",
    "glusterfs",
    "flocker",
    "persistentVolumeClaim",
    "rbd",
    "cinder",
    "cephfs",
    "quobyte",
    "downwardAPI",
    "fc",
    "flexVolume",
    "configMap",
    "azureFile",
    "vsphereVolume",
    "photonPersistentDisk",
    "portworxVolume",
    "azureDisk",
    "storageos",
    "projected",
    "scaleIO",
    "csi",
    "ephemeral",
    "image",
];

/// The paths of sources in errors, where they are not their names.
fn shown(source: &'static str) -> &'static str {
    match source {
        "cephfs" => "cephFS",
        "downwardAPI" => "downwarAPI",
        other => other,
    }
}

/// Whether a volume is an empty directory, which is the default.
pub(super) fn is_empty_dir(volume: &At<'_, '_>) -> bool {
    volume.child("emptyDir").is_set() || !SOURCES.iter().any(|source| volume.child(source).is_set())
}

/// Checks the `volumes` of a pod or of a template. Returns the volumes that mounts can name. `claims` are the
/// templates of the claims of a StatefulSet: their volumes come first, and replace others of the same name.
// pkg/apis/apps/validation/validation.go ValidateStatefulSetSpec
pub(super) fn volumes<'n>(
    at: &At<'_, 'n>,
    claims: Option<&At<'_, 'n>>,
    metadata: Option<&At<'_, '_>>,
    report: &mut Report,
) -> Volumes<'n> {
    let mut known = Volumes::new();
    let mut replaced = HashSet::new();
    for claim in claims.into_iter().flat_map(At::items) {
        let metadata = claim.child("metadata");
        let name = metadata.child("name");
        if replaced.insert(name.text()) && of_claim(&name, &at.item(replaced.len() - 1), report) {
            known.insert(name.text(), VolumeKind::Claim);
        }
    }
    let pod = metadata.map_or("", |metadata| metadata.child("name").text());
    // The claims that are made for the pod, by the names of their volumes.
    let made: HashSet<&str> = at
        .items()
        .filter(|volume| !pod.is_empty() && volume.child("ephemeral").is_set())
        .map(|volume| volume.child("name").text())
        .collect();
    let others = at.items().filter(|volume| !replaced.contains(volume.child("name").text()));
    for (index, volume) in others.enumerate() {
        let volume = volume.numbered(replaced.len() + index);
        let before = report.count();
        let found = source_of(&volume, metadata.map(|_| pod), report);
        let name = volume.child("name");
        match name.text() {
            "" => report.required(&name, ""),
            text => report.against(&name, text, names::against_namespace(text.as_bytes())),
        }
        if known.contains_key(name.text()) {
            report.duplicate(&name, quote(name.text()));
        }
        if report.count() == before {
            let kind = match found {
                Some("persistentVolumeClaim" | "ephemeral") => VolumeKind::Claim,
                _ => VolumeKind::Other,
            };
            known.insert(name.text(), kind);
        }
        let claim = volume.child("persistentVolumeClaim");
        let claim = claim.child("claimName");
        let own = claim.text().strip_prefix(pod).and_then(|rest| rest.strip_prefix('-'));
        if own.is_some_and(|own| made.contains(own)) {
            let detail = "must not reference a PVC that gets created for an ephemeral volume";
            report.bad_text(&claim, claim.text(), detail);
        }
    }
    known
}

/// The volume of a claim with this name. Out: whether it is good.
fn of_claim(name: &At<'_, '_>, volume: &At<'_, '_>, report: &mut Report) -> bool {
    let before = report.count();
    let (source, text) = (volume.child("persistentVolumeClaim"), name.text());
    let place = name.named(volume, "name");
    if text.is_empty() {
        report.required(&name.named(&source, "claimName"), "");
        report.required(&place, "");
    } else {
        report.against(&place, text, names::against_namespace(text.as_bytes()));
    }
    report.count() == before
}

/// Checks the sources of a volume, of a pod with this name or of a template. Out: the first one.
// validateVolumeSource
fn source_of(volume: &At<'_, '_>, pod: Option<&str>, report: &mut Report) -> Option<&'static str> {
    let (mut found, mut has_any) = (None, false);
    for source in SOURCES {
        let place = volume.child(source);
        if !place.is_set() {
            continue;
        }
        has_any = true;
        // kube_features.go ImageVolume: on since 1.35. Before, the source is dropped.
        if source == "image" && report.version() < 35 && !report.is_update() {
            continue;
        }
        if found.is_some() {
            let place = place.named(volume, shown(source));
            report.forbidden(&place, "may not specify more than 1 volume type");
        } else {
            found = Some(source);
            if source == "image" && pod.is_some() {
                report.required_text(&place.child("reference"));
            }
            self::source(volume, source, false, report);
            if source == "ephemeral" {
                claim_name(volume, pod.unwrap_or_default(), report);
            }
        }
        if source == "iscsi" {
            volume_sources::initiator_length(volume, report);
        }
    }
    if has_any && found.is_none() {
        report.required(volume, "must specify a volume type");
    }
    found
}

/// The name of the claim that is made for a volume.
fn claim_name(volume: &At<'_, '_>, pod: &str, report: &mut Report) {
    let name = volume.child("name");
    // A pod's name that is too long makes an error for each volume, so the report is full before the names of
    // the claims take long.
    if pod.is_empty() || name.text().is_empty() || report.is_full() {
        return;
    }
    let claim = format!("{pod}-{}", name.text());
    for reason in names::against_name(claim.as_bytes()) {
        report.bad_text(&name, name.text(), &format!("PVC name {}: {reason}", quote(&claim)));
    }
}

/// A source of a volume of a pod, or of a persistent volume.
pub(super) fn source(volume: &At<'_, '_>, name: &str, is_persistent: bool, report: &mut Report) {
    let at = &volume.child(name);
    let required = |fields: &[&str], report: &mut Report| {
        for field in fields {
            report.required_text(&at.child(field));
        }
    };
    match name {
        "emptyDir" => {
            let limit = at.child("sizeLimit");
            if Quantity::at(&limit).is_some_and(|limit| limit.nanos < 0) {
                report.forbidden(&limit, "SizeLimit field must be a valid resource quantity");
            }
        }
        "hostPath" => host_path(at, report),
        "gitRepo" => {
            required(&["repository"], report);
            let path = at.child("directory");
            for reason in against_descending(path.text()) {
                report.bad_text(&path, path.text(), reason);
            }
        }
        "secret" => {
            required(&["secretName"], report);
            mode(&at.child("defaultMode"), report);
            items(&at.child("items"), report);
        }
        "configMap" => {
            required(&["name"], report);
            mode(&at.child("defaultMode"), report);
            items(&at.child("items"), report);
        }
        "persistentVolumeClaim" => required(&["claimName"], report),
        "nfs" => {
            required(&["server", "path"], report);
            let path = at.child("path");
            if !path.text().starts_with('/') {
                report.bad_text(&path, path.text(), "must be an absolute path");
            }
        }
        "csi" => {
            driver(&at.child("driver"), report);
            let secret = at.child("nodePublishSecretRef");
            let name = secret.child("name");
            match name.text() {
                _ if !secret.is_set() => {}
                "" => report.required(&name, ""),
                // The path of the error differs from that of the field.
                text => {
                    let place = name.named(at, "name");
                    report.against(&place, text, names::against_name(text.as_bytes()));
                }
            }
        }
        "downwardAPI" => {
            mode(&at.child("defaultMode"), report);
            projected::files_of_pod(at, report);
        }
        "projected" => projected::projected(at, report),
        "ephemeral" => ephemeral(at, report),
        "image" => {
            report.one_of(&at.child("pullPolicy"), &["Always", "IfNotPresent", "Never"]);
        }
        _ => volume_sources::source(volume, name, is_persistent, report),
    }
}

fn host_path(at: &At<'_, '_>, report: &mut Report) {
    let path = at.child("path");
    if path.text().is_empty() {
        report.required(&path, "");
        return;
    }
    if let Some(reason) = against_backsteps(path.text()) {
        report.bad_text(&path, path.text(), reason);
    }
    report.one_of(
        &at.child("type"),
        &[
            "",
            "BlockDevice",
            "CharDevice",
            "Directory",
            "DirectoryOrCreate",
            "File",
            "FileOrCreate",
            "Socket",
        ],
    );
}

/// The name of a driver.
pub(super) fn driver(at: &At<'_, '_>, report: &mut Report) {
    driver_named(at, at.text(), report);
}

/// The name of a driver. `at` is where its errors are.
// ValidateCSIDriverName
pub(super) fn driver_named(at: &At<'_, '_>, text: &str, report: &mut Report) {
    if text.is_empty() {
        report.required(at, "");
        // Older servers go on, and say that the empty text is no name.
        if report.version() >= 35 {
            return;
        }
    }
    if text.len() > 63 {
        report.too_long(at, 63);
    }
    for reason in names::against_name(text.to_lowercase().as_bytes()) {
        report.bad_text(at, text, &reason);
    }
}

fn ephemeral(at: &At<'_, '_>, report: &mut Report) {
    let template = at.child("volumeClaimTemplate");
    if !template.is_set() {
        report.required(&template, "");
        return;
    }
    template_metadata(&template.child("metadata"), report);
    claims::template(&template.child("spec"), report);
}

/// The metadata of an object that is made from a template: only labels and annotations.
// ValidateTemplateObjectMeta
fn template_metadata(at: &At<'_, '_>, report: &mut Report) {
    const OTHERS: [&str; 13] = [
        "name",
        "generateName",
        "namespace",
        "selfLink",
        "uid",
        "resourceVersion",
        "generation",
        "creationTimestamp",
        "deletionTimestamp",
        "deletionGracePeriodSeconds",
        "ownerReferences",
        "finalizers",
        "managedFields",
    ];
    metadata::annotations(&at.child("annotations"), report);
    metadata::labels(&at.child("labels"), report);
    for field in OTHERS {
        let other = at.child(field);
        // Go's zero values are as absent.
        let is_empty = match other.node().map(|node| &node.value) {
            Some(Value::String(text)) => text.is_empty(),
            Some(Value::Int(number)) => *number == 0 && field == "generation",
            Some(_) => false,
            None => true,
        };
        if !is_empty {
            // The name in Go with a small first letter.
            let name = if field == "uid" { "uID" } else { field };
            report.forbidden(&other.named(at, name), "cannot be set");
        }
    }
}
