//! Rules of the security contexts of pods and containers.
//
// kubernetes: pkg/apis/core/validation/validation.go validatePodSpecSecurityContext, ValidateSecurityContext

use crdc_vocabulary::go::quote;

use super::at::At;
use super::report::Report;
use super::texts::against_descending;
use super::{shown, windows};

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
    sysctls(spec, &at.child("sysctls"), report);
    report.one_of_if_set(&at.child("fsGroupChangePolicy"), &["Always", "OnRootMismatch"]);
    profile(&at, "seccompProfile", "seccomp", report);
    windows::options(&at, report);
    profile(&at, "appArmorProfile", "AppArmor", report);
    // Both fields are known since 1.33; before, the server drops them.
    if report.version() >= 33 {
        report.one_of_if_set(&at.child("supplementalGroupsPolicy"), &["Merge", "Strict"]);
        report.one_of_if_set(&at.child("seLinuxChangePolicy"), &["MountOption", "Recursive"]);
    }
}

const SYSCTL: &str = "must have at most 253 characters and match regex \
     ^([a-z0-9]([-_a-z0-9]*[a-z0-9])?[\\./])*[a-z0-9]([-_a-z0-9]*[a-z0-9])?$";

// validateSysctls
fn sysctls(spec: &At<'_, '_>, at: &At<'_, '_>, report: &mut Report) {
    let mut names = std::collections::HashSet::new();
    for sysctl in at.items() {
        let name = sysctl.child("name");
        let text = name.text();
        if text.is_empty() {
            report.required(&name, "");
        } else if !is_sysctl(text) {
            report.bad_text(&name, text, SYSCTL);
        } else if names.contains(text) {
            report.duplicate(&name, quote(text));
        }
        names.insert(text);
        // A stored pod may have such a name.
        let space = sysctl_space(text).filter(|field| spec.child(field).flag() && !report.is_update());
        if let Some(field) = space {
            report.bad_text(&name, text, &format!("may not be specified when '{field}' is true"));
        }
    }
}

// IsValidSysctlName
fn is_sysctl(text: &str) -> bool {
    let is_end =
        |byte: Option<u8>| byte.is_some_and(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit());
    let is_inside = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b"-_".contains(&b);
    text.len() <= 253
        && text.split(['.', '/']).all(|part| {
            is_end(part.bytes().next()) && is_end(part.bytes().next_back()) && part.bytes().all(is_inside)
        })
}

/// The field of a pod that shares the namespace of a sysctl with the host.
// component-helpers: node/util/sysctl/namespace.go
fn sysctl_space(text: &str) -> Option<&'static str> {
    const OF_PROCESSES: [&str; 10] = [
        "kernel.sem",
        "kernel.shmall",
        "kernel.shmmax",
        "kernel.shmmni",
        "kernel.shm_rmid_forced",
        "kernel.shm",
        "kernel.msgmax",
        "kernel.msgmnb",
        "kernel.msgmni",
        "kernel.msg",
    ];
    // A name whose first separator is a slash has dots and slashes swapped.
    let is_swapped = text.find(['.', '/']).is_some_and(|at| text.as_bytes().get(at) == Some(&b'/'));
    let name: String = match is_swapped {
        true => text
            .chars()
            .map(|c| match c {
                '.' => '/',
                '/' => '.',
                c => c,
            })
            .collect(),
        false => text.to_owned(),
    };
    let name = name.split('*').next().unwrap_or_default();
    if OF_PROCESSES.contains(&name) || name.starts_with("fs.mqueue.") {
        Some("hostIPC")
    } else {
        name.starts_with("net.").then_some("hostNetwork")
    }
}

/// `securityContext` of a container.
pub(super) fn of_container(spec: &At<'_, '_>, container: &At<'_, '_>, report: &mut Report) {
    let at = container.child("securityContext");
    if !at.is_set() {
        return;
    }
    for field in ["runAsUser", "runAsGroup"] {
        id(&at.child(field), report);
    }
    // kube_features.go ProcMountType: on since 1.33. Before, the field is dropped.
    if report.version() >= 33 {
        let mount = at.child("procMount");
        report.one_of_if_set(&mount, &["Default", "Unmasked"]);
        let users = spec.child("hostUsers");
        if mount.text() == "Unmasked" && (!users.is_set() || users.flag()) {
            report.bad_text(&mount, "Unmasked", "`hostUsers` must be false to use `Unmasked`");
        }
    }
    profile(&at, "seccompProfile", "seccomp", report);
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
    windows::options(&at, report);
    profile(&at, "appArmorProfile", "AppArmor", report);
}

/// A profile of seccomp or AppArmor: a union that only Go enforces.
fn profile(context: &At<'_, '_>, field: &str, name: &str, report: &mut Report) {
    let at = context.child(field);
    if !at.is_set() {
        return;
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
        ("Localhost", true) => apparmor_file(&profile, report),
        // A profile of an unknown type of seccomp has no file either.
        (kind, true) if name == "seccomp" || ["RuntimeDefault", "Unconfined"].contains(&kind) => {
            let detail = format!("can only be set when {name} type is Localhost");
            match name {
                // The message shows the whole profile.
                "seccomp" => {
                    let (kind, file) = (shown::text(kind), shown::text(profile.text()));
                    let shown = shown::object(&[("Type", kind), ("LocalhostProfile", file)]);
                    report.invalid_whole(&profile, &shown, &detail);
                }
                _ => report.bad_text(&profile, profile.text(), &detail),
            }
        }
        _ => {}
    }
}

// ValidateAppArmorProfileField
fn apparmor_file(at: &At<'_, '_>, report: &mut Report) {
    let text = at.text();
    if text.trim() != text {
        report.bad_text(at, text, "must not be padded with whitespace");
    } else if text.is_empty() {
        report.required(at, "must be set when AppArmor type is Localhost");
    }
    if text.len() > 4095 {
        report.too_long(at, 4095);
    }
}
