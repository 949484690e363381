//! Rules of the security contexts of pods and containers.
//
// kubernetes: pkg/apis/core/validation/validation.go validatePodSpecSecurityContext, ValidateSecurityContext

use crdc_vocabulary::go::quote;

use super::at::At;
use super::report::Report;
use super::shown;
use super::texts::against_descending;

const IDS: &str = "must be between 0 and 2147483647, inclusive";

fn id(at: &At<'_, '_>, report: &mut Report) {
    if let Some(id) = at.int().filter(|id| !(0..=i64::from(i32::MAX)).contains(id)) {
        report.invalid(at, id, IDS);
    }
}

/// `securityContext` of a pod.
pub(super) fn of_pod(spec: &At<'_, '_>, report: &mut Report) {
    let at = spec.child("securityContext");
    for field in ["fsGroup", "runAsUser", "runAsGroup"] {
        id(&at.child(field), report);
    }
    at.child("supplementalGroups").items().for_each(|group| id(&group, report));
    let share = spec.child("shareProcessNamespace");
    if share.flag() && spec.child("hostPID").flag() {
        let detail = "ShareProcessNamespace and HostPID cannot both be enabled";
        report.invalid(&share.named(&at, "shareProcessNamespace"), true, detail);
    }
    let mut names = std::collections::HashSet::new();
    for sysctl in at.child("sysctls").items() {
        let name = sysctl.child("name");
        match name.text() {
            "" => report.required(&name, ""),
            text if !names.insert(text) => report.duplicate(&name, quote(text)),
            _ => {}
        }
    }
    report.one_of_if_set(&at.child("fsGroupChangePolicy"), &["Always", "OnRootMismatch"]);
    // Both fields are known since 1.33; before, the server drops them.
    if report.version() >= 33 {
        report.one_of_if_set(&at.child("supplementalGroupsPolicy"), &["Merge", "Strict"]);
        report.one_of_if_set(&at.child("seLinuxChangePolicy"), &["MountOption", "Recursive"]);
    }
    profiles(&at, report);
}

/// `securityContext` of a container.
pub(super) fn of_container(container: &At<'_, '_>, report: &mut Report) {
    let at = container.child("securityContext");
    if !at.is_set() {
        return;
    }
    for field in ["runAsUser", "runAsGroup"] {
        id(&at.child(field), report);
    }
    // kube_features.go ProcMountType: on since 1.33. Before, the field is dropped.
    if report.version() >= 33 {
        report.one_of_if_set(&at.child("procMount"), &["Default", "Unmasked"]);
    }
    profiles(&at, report);
    let escalation = at.child("allowPrivilegeEscalation");
    if escalation.is_set() && !escalation.flag() {
        if at.child("privileged").flag() {
            let detail = "cannot set `allowPrivilegeEscalation` to false and `privileged` to true";
            report.invalid_unseen(&at, detail);
        }
        if at.child("capabilities").child("add").items().any(|added| added.text() == "CAP_SYS_ADMIN") {
            report.invalid_unseen(
                &at,
                "cannot set `allowPrivilegeEscalation` to false and `capabilities.Add` CAP_SYS_ADMIN",
            );
        }
    }
}

/// Profiles of seccomp and AppArmor: unions that only Go enforces.
fn profiles(context: &At<'_, '_>, report: &mut Report) {
    for (field, name) in [("seccompProfile", "seccomp"), ("appArmorProfile", "AppArmor")] {
        let at = context.child(field);
        if !at.is_set() {
            continue;
        }
        let (kind, profile) = (at.child("type"), at.child("localhostProfile"));
        match kind.text() {
            "" => report.required(&kind, &format!("type is required when {field} is set")),
            _ => report.one_of(&kind, &["Localhost", "RuntimeDefault", "Unconfined"]),
        }
        match (kind.text(), profile.is_set()) {
            ("Localhost", false) => {
                report.required(&profile, &format!("must be set when {name} type is Localhost"));
            }
            ("Localhost", true) if name == "seccomp" => {
                for reason in against_descending(profile.text()) {
                    report.bad_text(&profile, profile.text(), reason);
                }
            }
            ("RuntimeDefault" | "Unconfined", true) => {
                let detail = format!("can only be set when {name} type is Localhost");
                match name {
                    // The message shows the whole profile.
                    "seccomp" => {
                        let (kind, file) = (shown::text(kind.text()), shown::text(profile.text()));
                        let shown = shown::object(&[("Type", kind), ("LocalhostProfile", file)]);
                        report.invalid_whole(&profile, &shown, &detail);
                    }
                    _ => report.bad_text(&profile, profile.text(), &detail),
                }
            }
            _ => {}
        }
    }
}
