//! Rules of the volume mounts of containers.
//
// kubernetes: pkg/apis/core/validation/validation.go ValidateVolumeMounts, ValidateVolumeDevices

use std::collections::{BTreeMap, HashMap, HashSet};

use super::at::At;
use super::report::Report;
use super::texts::{against_backsteps, against_descending};

/// The volumes of a pod by name. They are sorted, so that of two equally similar names always the first is
/// suggested.
pub(super) type Volumes<'n> = BTreeMap<&'n str, VolumeKind>;

/// The kind of a volume, as far as mounts depend on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum VolumeKind {
    /// A claim, which can be a device.
    Claim,
    /// Any other kind of volume.
    Other,
}

/// `volumeMounts` of a container.
pub(super) fn mounts(container: &At<'_, '_>, volumes: &Volumes<'_>, report: &mut Report) {
    let (at, devices) = (container.child("volumeMounts"), container.child("volumeDevices"));
    let (mut device_names, mut device_paths) = (HashSet::new(), HashSet::new());
    for device in devices.items() {
        device_names.insert(device.child("name").text());
        device_paths.insert(device.child("devicePath").text());
    }
    let mut paths = HashSet::new();
    for mount in at.items() {
        let (name, path) = (mount.child("name"), mount.child("mountPath"));
        if name.text().is_empty() {
            report.required(&name, "");
        }
        let kind = volumes.get(name.text());
        if kind.is_none() {
            report.not_found(&name, name.text());
            let nearest = crdc_source::diag::nearest(
                name.text(),
                // Manifests by hand have fewer.
                volumes.keys().copied().take(64),
            );
            report.help(nearest.map_or_else(
                || "add it to `volumes` of the pod".to_owned(),
                |nearest| format!("write `{nearest}`, or add it to `volumes` of the pod"),
            ));
        }
        if path.text().is_empty() {
            report.required(&path, "");
        }
        if !paths.insert(path.text()) {
            report.bad_text(&path, path.text(), "must be unique");
        }
        if device_names.contains(name.text()) {
            report.bad_text(&name, name.text(), "must not already exist in volumeDevices");
        }
        if device_paths.contains(path.text()) {
            report.bad_text(&path, path.text(), "must not already exist as a path in volumeDevices");
        }
        below(&at, &mount, report);
        propagation(&at, container, &mount, report);
        read_only(&at, &mount, report);
    }
}

// validateMountRecursiveReadOnly
fn read_only(at: &At<'_, '_>, mount: &At<'_, '_>, report: &mut Report) {
    let mode = mount.child("recursiveReadOnly");
    let mode = mode.named(at, "recursiveReadOnly");
    report.one_of_if_set(&mode, &["Disabled", "Enabled", "IfPossible"]);
    if !["Enabled", "IfPossible"].contains(&mode.text()) {
        return;
    }
    if !mount.child("readOnly").flag() {
        report.forbidden(&mode, "may only be specified when readOnly is true");
    }
    let propagation = mount.child("mountPropagation");
    if propagation.is_set() && propagation.text() != "None" {
        report.forbidden(&mode, "may only be specified when mountPropagation is None or not specified");
    }
}

/// `subPath` and `subPathExpr`. Their errors name the list.
fn below(at: &At<'_, '_>, mount: &At<'_, '_>, report: &mut Report) {
    let (sub, expression) = (mount.child("subPath"), mount.child("subPathExpr"));
    for (path, name) in [(&sub, "subPath"), (&expression, "subPathExpr")] {
        for reason in against_descending(path.text()) {
            report.bad_text(&path.named(at, name), path.text(), reason);
        }
    }
    if !sub.text().is_empty() && !expression.text().is_empty() {
        report.bad_text(&expression, expression.text(), "subPathExpr and subPath are mutually exclusive");
    }
}

fn propagation(at: &At<'_, '_>, container: &At<'_, '_>, mount: &At<'_, '_>, report: &mut Report) {
    let mode = mount.child("mountPropagation");
    let mode = mode.named(at, "mountPropagation");
    report.one_of_if_set(&mode, &["Bidirectional", "HostToContainer", "None"]);
    if mode.text() == "Bidirectional" && !container.child("securityContext").child("privileged").flag() {
        report.forbidden(&mode, "Bidirectional mount propagation is available only to privileged containers");
    }
}

/// `volumeDevices` of a container.
pub(super) fn devices(container: &At<'_, '_>, volumes: &Volumes<'_>, report: &mut Report) {
    let mounts = container.child("volumeMounts");
    // Of two mounts with a name the last counts.
    let mounted: HashMap<&str, &str> =
        mounts.items().map(|mount| (mount.child("name").text(), mount.child("mountPath").text())).collect();
    let mounted_paths: HashSet<&str> = mounted.values().copied().collect();
    let (mut names, mut paths) = (HashSet::new(), HashSet::new());
    for device in container.child("volumeDevices").items() {
        let (name, path) = (device.child("name"), device.child("devicePath"));
        if name.text().is_empty() {
            report.required(&name, "");
        } else if !names.insert(name.text()) {
            report.bad_text(&name, name.text(), "must be unique");
        }
        match volumes.get(name.text()) {
            None => report.not_found(&name, name.text()),
            Some(VolumeKind::Claim) => {}
            Some(_) => report.bad_text(
                &name,
                name.text(),
                "can only use volume source type of PersistentVolumeClaim or Ephemeral for block mode",
            ),
        }
        if path.text().is_empty() {
            report.required(&path, "");
        }
        if paths.contains(path.text()) {
            report.bad_text(&path, path.text(), "must be unique");
        }
        match against_backsteps(path.text()) {
            Some(_) => report.bad_text(&path, path.text(), "can not contain backsteps ('..')"),
            None => {
                paths.insert(path.text());
            }
        }
        if mounted.contains_key(name.text()) {
            report.bad_text(&name, name.text(), "must not already exist in volumeMounts");
        }
        if mounted_paths.contains(path.text()) {
            report.bad_text(&path, path.text(), "must not already exist as a path in volumeMounts");
        }
    }
}
