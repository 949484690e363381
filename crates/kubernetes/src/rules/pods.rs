//! Rules of pods and of their specs.
//
// kubernetes: pkg/apis/core/validation/validation.go ValidatePodSpec, ValidatePodCreate,
// ValidatePodTemplateSpec

use std::collections::HashSet;

use crdc_vocabulary::go::quote;
use crdc_vocabulary::names;

use super::addresses::{self, Stored};
use super::at::At;
use super::containers::{self, Around};
use super::pod_resources::{self, resource_claims};
use super::report::Report;
use super::{
    dns, env_files, host_namespaces, metadata, pod_annotations, ports, resources, scheduling, security,
    volumes, windows,
};

/// What a spec of pods belongs to.
#[derive(Clone, Copy)]
pub(super) enum Owner<'o, 'n> {
    /// A pod with this metadata.
    Pod(At<'o, 'n>),
    /// A template.
    Template,
    /// The template of a StatefulSet, whose pods have claims from these templates besides.
    StatefulSet(At<'o, 'n>),
}

impl<'o, 'n> Owner<'o, 'n> {
    /// The metadata of a pod.
    pub(super) fn metadata(&self) -> Option<&At<'o, 'n>> {
        match self {
            Owner::Pod(metadata) => Some(metadata),
            _ => None,
        }
    }

    /// The templates of the claims of a StatefulSet.
    fn claims(&self) -> Option<&At<'o, 'n>> {
        match self {
            Owner::StatefulSet(claims) => Some(claims),
            _ => None,
        }
    }
}

/// A pod itself.
pub(super) fn pod(root: &At<'_, '_>, report: &mut Report) {
    let (spec, metadata) = (root.child("spec"), root.child("metadata"));
    let annotations = metadata.child("annotations");
    pod_annotations::annotations(&annotations, &annotations, &spec, report);
    self::spec(&spec, Owner::Pod(metadata), report);
    for list in ["containers", "initContainers"] {
        spec.child(list).items().for_each(|container| containers::image(&container, report));
    }
    if report.is_update() {
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
    pod_annotations::profiles(&annotations, &spec, report);
}

/// A template of pods, with metadata.
pub(super) fn template(at: &At<'_, '_>, report: &mut Report) {
    metadata::template(at, report);
    template_annotations(at, report);
    let spec = at.child("spec");
    self::spec(&spec, Owner::Template, report);
    template_end(at, report);
}

/// The annotations of a template that have a meaning for pods.
pub(super) fn template_annotations(at: &At<'_, '_>, report: &mut Report) {
    let (metadata, spec) = (at.child("metadata"), at.child("spec"));
    let annotations = metadata.child("annotations");
    pod_annotations::annotations(&annotations, &annotations.named(at, "annotations"), &spec, report);
}

/// What a template must not have besides.
pub(super) fn template_end(at: &At<'_, '_>, report: &mut Report) {
    let (metadata, spec) = (at.child("metadata"), at.child("spec"));
    pod_annotations::profiles(&metadata.child("annotations"), &spec, report);
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

/// The spec of a pod or of a template.
pub(super) fn spec<'n>(at: &At<'_, 'n>, owner: Owner<'_, 'n>, report: &mut Report) {
    let metadata = owner.metadata();
    let volumes = volumes::volumes(&at.child("volumes"), owner.claims(), metadata, report);
    let claims = resource_claims(&at.child("resourceClaims"), metadata, report);
    let (on_host, is_pod) = (at.child("hostNetwork").flag(), metadata.is_some());
    let around = Around { volumes: &volumes, claims: &claims, shares_ports: is_pod && on_host };
    containers::all(at, &around, report);
    pod_resources::resources(at, &claims, is_pod, report);
    if on_host {
        ports::on_host(&at.child("containers"), report);
    }
    report.one_of(&at.child("restartPolicy"), &["Always", "OnFailure", "Never"]);
    report.one_of(&at.child("dnsPolicy"), &["ClusterFirstWithHostNet", "ClusterFirst", "Default", "None"]);
    metadata::labels(&at.child("nodeSelector"), report);
    security::of_pod(at, report);
    scheduling::affinity(at, metadata, report);
    dns::dns(at, report);
    for gate in at.child("readinessGates").items() {
        let kind = gate.child("conditionType");
        report.against(
            &kind,
            kind.text(),
            names::against_qualified_of(report.minor(), kind.text().as_bytes()),
        );
    }
    gates(&at.child("schedulingGates"), report);
    scheduling::spreading(&at.child("topologySpreadConstraints"), metadata, report);
    windows::host_process(at, report);
    host_namespaces::users(at, report);
    host_namespaces::name(at, report);
    for field in ["serviceAccountName", "nodeName"] {
        subdomain(&at.child(field), report);
    }
    let deadline = at.child("activeDeadlineSeconds");
    if let Some(seconds) = deadline.int().filter(|seconds| !(1..=i64::from(i32::MAX)).contains(seconds)) {
        report.invalid(&deadline, seconds, "must be between 1 and 2147483647, inclusive");
    }
    // The controller overwrites both in the pods of a StatefulSet.
    if owner.claims().is_none() {
        for field in ["hostname", "subdomain"] {
            let name = at.child(field);
            if !name.text().is_empty() {
                report.against(&name, name.text(), names::against_namespace(name.text().as_bytes()));
            }
        }
    }
    scheduling::tolerations(&at.child("tolerations"), report);
    for alias in at.child("hostAliases").items() {
        addresses::ip(&alias.child("ip"), &Stored::default(), report);
        for name in alias.child("hostnames").items() {
            report.against(&name, name.text(), names::against_name(name.text().as_bytes()));
        }
    }
    subdomain(&at.child("priorityClassName"), report);
    let class = at.child("runtimeClassName");
    if class.is_set() {
        report.against(&class, class.text(), names::against_name(class.text().as_bytes()));
    }
    preemption(&at.child("preemptionPolicy"), report);
    let overhead = at.child("overhead");
    resources::limits(&overhead.named(&overhead, "limits"), report);
    system(at, report);
    env_files::file_keys(at, owner.claims(), report);
}

fn subdomain(at: &At<'_, '_>, report: &mut Report) {
    if !at.text().is_empty() {
        report.against(at, at.text(), names::against_name(at.text().as_bytes()));
    }
}

// validateOS
fn system(at: &At<'_, '_>, report: &mut Report) {
    let system = at.child("os");
    if !system.is_set() {
        return;
    }
    let name = system.child("name");
    match name.text() {
        "" => report.required(&name, if report.version() < 34 { "cannot be empty" } else { "" }),
        "linux" => windows::of_linux(at, report),
        "windows" => windows::of_windows(at, report),
        _ => report.one_of(&name.as_map(&system), &["linux", "windows"]),
    }
}

// ValidatePreemptionPolicy
pub(super) fn preemption(at: &At<'_, '_>, report: &mut Report) {
    if at.is_set() && at.text().is_empty() {
        report.required(at, "");
    }
    report.one_of(at, &["PreemptLowerPriority", "Never"]);
}
