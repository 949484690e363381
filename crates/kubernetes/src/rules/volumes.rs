//! Rules of the volumes of pods, and of the volume sources that persistent volumes share.
//!
//! Easy to break: Go makes a volume without a source an `emptyDir` before it validates; a persistent volume
//! without a source is refused. A volume with an error does not exist for mounts.
//
// kubernetes: pkg/apis/core/validation/validation.go ValidateVolumes, validateVolumeSource;
// pkg/apis/core/v1/defaults.go SetDefaults_Volume

use std::collections::HashSet;

use crdc_vocabulary::go::quote;
use crdc_vocabulary::names;

use super::at::At;
use super::claims;
use super::mounts::{VolumeKind, Volumes};
use super::report::Report;
use super::texts::{against_backsteps, against_descending};

const MODE: &str = "must be a number between 0 and 0777 (octal), both inclusive";

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

/// Checks the `volumes` of a pod. Returns the volumes that mounts can name.
pub(super) fn volumes<'n>(at: &At<'_, 'n>, report: &mut Report) -> Volumes<'n> {
    let mut known = Volumes::new();
    for volume in at.items() {
        let before = report.count();
        let mut found = None;
        for source in SOURCES {
            let place = volume.child(source);
            if !place.is_set() {
                continue;
            }
            if found.is_some() {
                let place = place.named(&volume, shown(source));
                report.forbidden(&place, "may not specify more than 1 volume type");
                continue;
            }
            found = Some(source);
            self::source(source, &place, report);
        }
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
    }
    known
}

/// A source of a volume of a pod or a persistent volume.
pub(super) fn source(name: &str, at: &At<'_, '_>, report: &mut Report) {
    let mut required = |fields: &[&str]| {
        for field in fields {
            report.required_text(&at.child(field));
        }
    };
    match name {
        "hostPath" => host_path(at, report),
        "gitRepo" => required(&["repository"]),
        "secret" => {
            required(&["secretName"]);
            mode(&at.child("defaultMode"), report);
            items(&at.child("items"), report);
        }
        "configMap" => {
            required(&["name"]);
            mode(&at.child("defaultMode"), report);
            items(&at.child("items"), report);
        }
        "persistentVolumeClaim" => required(&["claimName"]),
        "nfs" => {
            required(&["server", "path"]);
            let path = at.child("path");
            if !path.text().starts_with('/') {
                report.bad_text(&path, path.text(), "must be an absolute path");
            }
        }
        "iscsi" => required(&["targetPortal", "iqn"]),
        "cinder" => required(&["volumeID"]),
        "flexVolume" => required(&["driver"]),
        "azureFile" => required(&["secretName", "shareName"]),
        "vsphereVolume" => required(&["volumePath"]),
        "csi" => driver(&at.child("driver"), report),
        "downwardAPI" => {
            mode(&at.child("defaultMode"), report);
            files_of_pod(at, report);
        }
        "projected" => projected(at, report),
        "ephemeral" => ephemeral(at, report),
        _ => {}
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

fn mode(at: &At<'_, '_>, report: &mut Report) {
    if let Some(mode) = at.int().filter(|mode| !(0..=0o777).contains(mode)) {
        report.invalid(at, mode, MODE);
        if mode > 0o777 && mode.to_string().bytes().all(|digit| digit < b'8') {
            report.help(format!("write `0{mode}`: a number without a zero in front is not octal"));
        }
    }
}

// validateKeyToPath
fn items(at: &At<'_, '_>, report: &mut Report) {
    for item in at.items() {
        report.required_text(&item.child("key"));
        let path = item.child("path");
        match path.text() {
            "" => report.required(&path, ""),
            text => {
                for reason in against_descending(text) {
                    report.bad_text(&path, text, reason);
                }
            }
        }
        mode(&item.child("mode"), report);
    }
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

/// The fields of the pod that its volumes can contain, sorted.
const FIELDS: [&str; 5] =
    ["metadata.annotations", "metadata.labels", "metadata.name", "metadata.namespace", "metadata.uid"];

/// `items` of `downwardAPI`. Easy to break: their errors do not name the item.
// validateDownwardAPIVolumeFile
fn files_of_pod(at: &At<'_, '_>, report: &mut Report) {
    for item in at.child("items").items() {
        let (path, field, resource) =
            (item.child("path"), item.child("fieldRef"), item.child("resourceFieldRef"));
        let path = path.named(at, "path");
        match path.text() {
            "" => report.required(&path, ""),
            text => {
                against_descending(text).into_iter().for_each(|reason| report.bad_text(&path, text, reason))
            }
        }
        if field.is_set() {
            super::env::pod_field(&field.named(at, "fieldRef"), &FIELDS, report);
            if resource.is_set() {
                let detail = "fieldRef and resourceFieldRef can not be specified simultaneously";
                report.bad_text(&item.as_map(at), "resource", detail);
            }
        } else if resource.is_set() {
            super::env::resource_field(&resource.named(at, "resourceFieldRef"), true, report);
        } else {
            report.required(&item.as_map(at), "one of fieldRef and resourceFieldRef is required");
        }
        mode(&item.child("mode").named(at, "mode"), report);
    }
}

// validateProjectionSources
fn projected(at: &At<'_, '_>, report: &mut Report) {
    mode(&at.child("defaultMode"), report);
    let mut paths = HashSet::new();
    for source in at.child("sources").items() {
        let kinds = ["secret", "configMap", "downwardAPI", "serviceAccountToken", "clusterTrustBundle"];
        if kinds.iter().filter(|kind| source.child(kind).is_set()).count() > 1 {
            report.forbidden(&source, "may not specify more than 1 volume type per source");
        }
        for kind in ["secret", "configMap"] {
            let place = source.child(kind);
            if !place.is_set() {
                continue;
            }
            report.required_text(&place.child("name"));
            items(&place.child("items"), report);
            for item in place.child("items").items() {
                let path = item.child("path").text();
                if !path.is_empty() && !paths.insert(path) {
                    report.bad_text(at, place.child("name").text(), "conflicting duplicate paths");
                }
            }
        }
        files_of_pod(&source.child("downwardAPI"), report);
        let token = source.child("serviceAccountToken");
        if token.is_set() {
            let seconds = token.child("expirationSeconds");
            if let Some(value) = seconds.int().filter(|value| *value < 600) {
                report.invalid(&seconds, value, "may not specify a duration less than 10 minutes");
            }
            if token.child("path").text().is_empty() {
                report.required(&token.child("path").named(at, "path"), "");
            }
        }
    }
}

fn ephemeral(at: &At<'_, '_>, report: &mut Report) {
    let template = at.child("volumeClaimTemplate");
    match template.is_set() {
        true => claims::template(&template.child("spec"), report),
        false => report.required(&template, ""),
    }
}
