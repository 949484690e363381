//! Rules of what a pod shares with its host: namespaces of users and networks, and its name.
//
// kubernetes: pkg/apis/core/validation/validation.go validateHostUsers, validatePodHostName

use crdc_vocabulary::names;

use super::at::At;
use super::container_lists::LISTS;
use super::report::Report;

/// `hostUsers` of a pod's spec.
pub(super) fn users(spec: &At<'_, '_>, report: &mut Report) {
    let users = spec.child("hostUsers");
    // kube_features.go UserNamespacesSupport: on since 1.33. Before, the field is dropped.
    if report.version() < 33 || !users.is_set() || users.flag() {
        return;
    }
    let why = match report.version() {
        33 => "when `pod.Spec.HostUsers` is false",
        _ => "when `hostUsers` is false",
    };
    // A stored pod may have both: UserNamespacesHostNetworkSupport.
    if spec.child("hostNetwork").flag() && !report.is_update() {
        report.forbidden(&spec.child("hostNetwork"), why);
    }
    for (field, name) in [("hostPID", "HostPID"), ("hostIPC", "HostIPC")] {
        let at = spec.child(field);
        if at.flag() {
            report.forbidden(&at.named(spec, name), why);
        }
    }
    // The rule of devices came with 1.34.
    if report.version() < 34 || report.is_update() {
        return;
    }
    for list in LISTS {
        for container in spec.child(list).items() {
            let devices = container.child("volumeDevices");
            if !devices.is_empty() {
                report.forbidden(&devices, why);
            }
        }
    }
}

/// `hostnameOverride` of a pod's spec.
pub(super) fn name(spec: &At<'_, '_>, report: &mut Report) {
    let name = spec.child("hostnameOverride");
    // kube_features.go HostnameOverride: on since 1.35. Before, the field is dropped.
    if report.version() < 35 || !name.is_set() {
        return;
    }
    for field in ["setHostnameAsFQDN", "hostNetwork"] {
        if spec.child(field).flag() {
            report.forbidden(&name, &format!("may not be specified when {field} is true"));
        }
    }
    if name.text().len() > 64 {
        report.too_long(&name, 64);
    }
    report.against(&name, name.text(), names::against_name(name.text().as_bytes()));
}
