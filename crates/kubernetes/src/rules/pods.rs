//! Rules of the spec of pods.
//
// kubernetes: pkg/apis/core/validation/validation.go ValidatePodSpec, ValidatePodCreate,
// ValidatePodTemplateSpec

use std::collections::HashSet;

use crdc_vocabulary::go::quote;
use crdc_vocabulary::names;

use super::addresses::{self, Stored};
use super::at::At;
use super::containers::{self, Around};
use super::mounts::VolumeKind;
use super::report::Report;
use super::resources::ClaimNames;
use super::{metadata, ports, scheduling, security, volumes};

/// A pod itself.
pub(super) fn pod(root: &At<'_, '_>, is_update: bool, report: &mut Report) {
    let spec = root.child("spec");
    self::spec(&spec, true, &HashSet::new(), report);
    for list in ["containers", "initContainers"] {
        for container in spec.child(list).items() {
            let image = container.child("image");
            if image.text().trim() != image.text() {
                report.bad_text(&image, image.text(), "must not have leading or trailing whitespace");
            }
        }
    }
    if is_update {
        return;
    }
    let ephemeral = spec.child("ephemeralContainers");
    if !ephemeral.is_empty() {
        report.forbidden(&ephemeral, "cannot be set on create");
    }
    let node = spec.child("nodeName");
    if !node.text().is_empty() && !spec.child("schedulingGates").is_empty() {
        report.forbidden(&node, "cannot be set until all schedulingGates have been cleared");
    }
}

/// A template of pods, with metadata.
pub(super) fn template(at: &At<'_, '_>, report: &mut Report) {
    metadata::template(at, report);
    let spec = at.child("spec");
    self::spec(&spec, false, &HashSet::new(), report);
    let ephemeral = spec.child("ephemeralContainers");
    if !ephemeral.is_empty() {
        report.forbidden(&ephemeral, "ephemeral containers not allowed in pod template");
    }
}

// validateSchedulingGates
fn gates(gates: &At<'_, '_>, report: &mut Report) {
    let mut seen = HashSet::new();
    for gate in gates.items() {
        let name = gate.child("name").text();
        report.against(&gate, name, names::against_qualified_of(report.minor(), name.as_bytes()));
        if !seen.insert(name) {
            report.duplicate(&gate, quote(name));
        }
    }
}

/// The spec of a pod or of a template. `more` are volumes that it will have besides its own.
pub(super) fn spec<'n>(at: &At<'_, 'n>, is_pod: bool, more: &HashSet<&'n str>, report: &mut Report) {
    let mut volumes = volumes::volumes(&at.child("volumes"), report);
    volumes.extend(more.iter().map(|name| (*name, VolumeKind::Claim)));
    gates(&at.child("schedulingGates"), report);
    let claims = resource_claims(&at.child("resourceClaims"), report);
    let on_host = at.child("hostNetwork").flag();
    let around = Around { volumes: &volumes, claims: &claims, shares_ports: is_pod && on_host };
    containers::all(at, &around, report);
    if on_host {
        ports::on_host(&at.child("containers"), report);
    }
    report.one_of(&at.child("restartPolicy"), &["Always", "OnFailure", "Never"]);
    report.one_of(&at.child("dnsPolicy"), &["ClusterFirstWithHostNet", "ClusterFirst", "Default", "None"]);
    dns(at, report);
    security::of_pod(at, report);
    scheduling::scheduling(at, report);
    let gates = at.child("readinessGates");
    for gate in gates.items() {
        let kind = gate.child("conditionType");
        report.against(
            &kind,
            kind.text(),
            names::against_qualified_of(report.minor(), kind.text().as_bytes()),
        );
    }
    for field in ["serviceAccountName", "nodeName", "priorityClassName", "runtimeClassName"] {
        let name = at.child(field);
        if !name.text().is_empty() {
            report.against(&name, name.text(), names::against_name(name.text().as_bytes()));
        }
    }
    for field in ["hostname", "subdomain"] {
        let name = at.child(field);
        if !name.text().is_empty() {
            report.against(&name, name.text(), names::against_namespace(name.text().as_bytes()));
        }
    }
    let deadline = at.child("activeDeadlineSeconds");
    if let Some(seconds) = deadline.int().filter(|seconds| !(1..=i64::from(i32::MAX)).contains(seconds)) {
        report.invalid(&deadline, seconds, "must be between 1 and 2147483647, inclusive");
    }
    for alias in at.child("hostAliases").items() {
        addresses::ip(&alias.child("ip"), &Stored::default(), report);
        for name in alias.child("hostnames").items() {
            report.against(&name, name.text(), names::against_name(name.text().as_bytes()));
        }
    }
    preemption(&at.child("preemptionPolicy"), report);
    let system = at.child("os");
    if system.is_set() {
        let name = system.child("name");
        match name.text() {
            "" => report.required(&name, if report.version() < 34 { "cannot be empty" } else { "" }),
            _ => report.one_of(&name.as_map(&system), &["linux", "windows"]),
        }
    }
}

// ValidatePreemptionPolicy
pub(super) fn preemption(at: &At<'_, '_>, report: &mut Report) {
    if at.is_set() && at.text().is_empty() {
        report.required(at, "");
    }
    report.one_of(at, &["PreemptLowerPriority", "Never"]);
}

// validatePodDNSConfig
fn dns(at: &At<'_, '_>, report: &mut Report) {
    let config = at.child("dnsConfig");
    let servers = config.child("nameservers");
    if at.child("dnsPolicy").text() == "None" {
        if !config.is_set() {
            report.required(&config, "must provide `dnsConfig` when `dnsPolicy` is None");
            return;
        }
        if servers.is_empty() {
            report.required(&servers, "must provide at least one DNS nameserver when `dnsPolicy` is None");
            return;
        }
    }
    if servers.len() > 3 {
        let shown = super::shown::list(&servers, report.version());
        report.invalid(&servers, shown, "must not have more than 3 nameservers");
    }
    servers.items().for_each(|server| addresses::ip(&server, &Stored::default(), report));
    let options = config.child("options");
    for option in options.items() {
        if option.child("name").text().is_empty() {
            report.required(&option, "must not be empty");
        }
    }
}

// validatePodResourceClaims
fn resource_claims<'n>(at: &At<'_, 'n>, report: &mut Report) -> ClaimNames<'n> {
    let mut known = ClaimNames::default();
    for claim in at.items() {
        let name = claim.child("name");
        match name.text() {
            "" => report.required(&name, ""),
            text if !known.insert(text) => report.duplicate(&name, quote(text)),
            text => report.against(&name, text, names::against_namespace(text.as_bytes())),
        }
    }
    known
}
