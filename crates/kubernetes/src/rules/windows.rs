//! Rules of pods of Windows, and of fields that only pods of another system have.
//
// kubernetes: pkg/apis/core/validation/validation.go validateLinux, validateWindows,
// validateWindowsHostProcessPod, validateWindowsSecurityContextOptions

use crdc_vocabulary::go::quote;
use crdc_vocabulary::names;

use super::at::At;
use super::container_lists::LISTS;
use super::report::Report;

const NOT_HERE: &str = "cannot be set for a windows pod";

/// A field that pods of Windows do not have.
enum Field {
    /// A field of the spec; if it is false, it is as absent.
    Flag(&'static str),
    /// A field of the spec.
    Spec(&'static str),
    /// A field of the security context.
    Context(&'static str),
    /// A list of the security context; if it is empty, it is as absent.
    List(&'static str),
    /// A field of the security context since this version.
    Since(&'static str, u8),
}

use Field::{Context, Flag, List, Since, Spec};

/// The fields of a pod, in the order of the errors.
const OF_PODS: [Field; 15] = [
    Context("appArmorProfile"),
    Context("seLinuxOptions"),
    Spec("hostUsers"),
    Flag("hostPID"),
    Flag("hostIPC"),
    Context("seccompProfile"),
    Context("fsGroup"),
    Context("fsGroupChangePolicy"),
    List("sysctls"),
    Spec("shareProcessNamespace"),
    Context("runAsUser"),
    Context("runAsGroup"),
    Context("supplementalGroups"),
    // Before, both fields are dropped.
    Since("supplementalGroupsPolicy", 33),
    Since("seLinuxChangePolicy", 33),
];

const OF_CONTAINERS: [&str; 10] = [
    "appArmorProfile",
    "seLinuxOptions",
    "seccompProfile",
    "capabilities",
    "readOnlyRootFilesystem",
    "privileged",
    "allowPrivilegeEscalation",
    "procMount",
    "runAsUser",
    "runAsGroup",
];

/// A pod of Windows.
pub(super) fn of_windows(spec: &At<'_, '_>, report: &mut Report) {
    let version = report.version();
    let context = spec.child("securityContext");
    for field in OF_PODS {
        let (at, is_set) = match field {
            // kube_features.go UserNamespacesSupport: on since 1.33. Before, the field is dropped.
            Spec("hostUsers") if version < 33 => continue,
            Spec(name) => (spec.child(name), spec.child(name).is_set()),
            Flag(name) => (spec.child(name), spec.child(name).flag()),
            Since(_, since) if version < since => continue,
            Context(name) | Since(name, _) => (context.child(name), context.child(name).is_set()),
            List(name) => (context.child(name), !context.child(name).is_empty()),
        };
        if is_set {
            report.forbidden(&at.at_key(), NOT_HERE);
        }
    }
    for list in LISTS {
        for container in spec.child(list).items() {
            let context = container.child("securityContext");
            for field in OF_CONTAINERS {
                let at = context.child(field);
                // kube_features.go ProcMountType: on since 1.33. Before, the field is dropped.
                if at.is_set() && (field != "procMount" || version >= 33) {
                    report.forbidden(&at.at_key(), NOT_HERE);
                }
            }
        }
    }
}

/// A pod of Linux.
pub(super) fn of_linux(spec: &At<'_, '_>, report: &mut Report) {
    let refuse = |of: &At<'_, '_>, report: &mut Report| {
        let context = of.child("securityContext");
        let options = context.child("windowsOptions");
        if options.is_set() {
            report.forbidden(&options.at_key(), "windows options cannot be set for a linux pod");
        }
    };
    refuse(spec, report);
    for list in LISTS {
        spec.child(list).items().for_each(|container| refuse(&container, report));
    }
}

/// Processes of the host: all containers of a pod are such processes, or none.
pub(super) fn host_process(spec: &At<'_, '_>, report: &mut Report) {
    let flag = |of: &At<'_, '_>| {
        let context = of.child("securityContext");
        let options = context.child("windowsOptions");
        let at = options.child("hostProcess");
        at.is_set().then(|| at.flag())
    };
    let of_pod = flag(spec);
    let (mut all, mut on_host) = (0, 0);
    for list in LISTS {
        for container in spec.child(list).items() {
            let own = flag(&container);
            if let (Some(pod), Some(own)) = (of_pod, own)
                && pod != own
            {
                let context = container.child("securityContext");
                let options = context.child("windowsOptions");
                let detail =
                    format!("pod hostProcess value must be identical if both are specified, was {pod}");
                report.invalid(&options.child("hostProcess"), own, &detail);
            }
            all += 1;
            on_host += i32::from(own.or(of_pod).unwrap_or_default());
        }
    }
    if on_host == 0 {
        return;
    }
    if on_host != all {
        let detail =
            "If pod contains any hostProcess containers then all containers must be HostProcess containers";
        report.invalid(&spec.at_key(), quote(""), detail);
    }
    let network = spec.child("hostNetwork");
    if !network.flag() {
        report.invalid(
            &network,
            false,
            "hostNetwork must be true if pod contains any hostProcess containers",
        );
    }
}

/// `windowsOptions` of a security context.
pub(super) fn options(context: &At<'_, '_>, report: &mut Report) {
    let at = context.child("windowsOptions");
    let name = at.child("gmsaCredentialSpecName");
    if name.is_set() {
        report.against(&name, name.text(), names::against_name(name.text().as_bytes()));
    }
    let spec = at.child("gmsaCredentialSpec");
    match spec.text().len() {
        0 if spec.is_set() => report.bad_text(&spec, "", "gmsaCredentialSpec cannot be an empty string"),
        0..=65536 => {}
        _ => report.bad_text(&spec, spec.text(), "gmsaCredentialSpec size must be under 64 KiB"),
    }
    let user = at.child("runAsUserName");
    if user.is_set() {
        for detail in against_user(user.text()) {
            report.bad_text(&user, user.text(), detail);
        }
    }
}

/// The reasons against the name of a user, with or without a domain.
fn against_user(text: &str) -> Vec<&'static str> {
    if text.is_empty() {
        return vec!["runAsUserName cannot be an empty string"];
    }
    if text.bytes().any(|byte| byte.is_ascii_control()) {
        return vec!["runAsUserName cannot contain control characters"];
    }
    let mut parts = text.split('\\');
    let (domain, user) = match (parts.next(), parts.next(), parts.next()) {
        (_, _, Some(_)) => return vec!["runAsUserName cannot contain more than one backslash"],
        (domain, Some(user), _) => (domain, user),
        (user, None, _) => (None, user.unwrap_or_default()),
    };
    let mut all = Vec::new();
    if domain.is_some_and(|domain| domain.len() >= 256) {
        all.push("runAsUserName's Domain length must be under 256 characters");
    }
    if domain.is_some_and(|domain| !is_netbios(domain) && !is_domain(domain)) {
        all.push("runAsUserName's Domain doesn't match the NetBios nor the DNS format");
    }
    match user.len() {
        0 => all.push("runAsUserName's User cannot be empty"),
        1..=104 => {}
        _ => all.push("runAsUserName's User length must not be longer than 104 characters"),
    }
    if !user.is_empty() && user.bytes().all(|byte| b". ".contains(&byte)) {
        all.push("runAsUserName's User cannot contain only periods or spaces");
    }
    if user.bytes().any(|byte| b"\"/\\:;|=,+*?<>@[]".contains(&byte)) {
        all.push("runAsUserName's User cannot contain the following characters: \"/\\:;|=,+*?<>@[]");
    }
    all
}

/// A name of NetBIOS: up to 15 characters without some signs.
fn is_netbios(text: &str) -> bool {
    let is_inside = |c: char| !"\\/:*?\"<>|".contains(c);
    (1..=15).contains(&text.chars().count()) && !text.starts_with('.') && text.chars().all(is_inside)
}

/// A domain of DNS, with letters of both cases.
fn is_domain(text: &str) -> bool {
    text.split('.').all(|label| {
        let is_inside = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
        (1..=63).contains(&label.len())
            && label.bytes().all(is_inside)
            && !label.starts_with('-')
            && !label.ends_with('-')
    })
}
