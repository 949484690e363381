//! Rules of containers of pods.
//
// kubernetes: pkg/apis/core/validation/validation.go validateContainers, validateInitContainers,
// validateContainerCommon

use std::collections::HashSet;

use crdc_vocabulary::go::quote;
use crdc_vocabulary::names;

use super::at::At;
use super::mounts::{self, Volumes};
use super::report::Report;
use super::resources::ClaimNames;
use super::{env, ports, probes, resources, restarts, security};

const PROBES: [&str; 3] = ["livenessProbe", "readinessProbe", "startupProbe"];

/// The parts of a pod to which its containers refer.
pub(super) struct Around<'v, 'n> {
    pub(super) volumes: &'v Volumes<'n>,
    pub(super) claims: &'v ClaimNames<'n>,
    /// Whether ports of containers are ports of the host.
    pub(super) shares_ports: bool,
}

/// All containers of a pod.
pub(super) fn all<'n>(spec: &At<'_, 'n>, around: &Around<'_, 'n>, report: &mut Report) {
    let (containers, init) = (spec.child("containers"), spec.child("initContainers"));
    if containers.is_empty() {
        report.required(&containers, "");
    }
    let mut taken = HashSet::new();
    for container in containers.items() {
        common(spec, &container, around, report);
        unique(&container, false, &mut taken, report);
        with_probes(spec, &container, report);
        restarts::policy(&container, report);
    }
    ports::host_ports(containers.items(), around.shares_ports, report);
    for container in init.items() {
        common(spec, &container, around, report);
        restarts::policy_of_init(&container, report);
        unique(&container, true, &mut taken, report);
        // Errors name the first container.
        let first = init.item(0);
        ports::host_ports([container.as_map(&first)].into_iter(), around.shares_ports, report);
        if container.child("restartPolicy").text() == "Always" {
            with_probes(spec, &container, report);
            continue;
        }
        for field in ["lifecycle"].into_iter().chain(PROBES) {
            let place = container.child(field);
            if place.is_set() && !is_dropped(&place, field, report) {
                report.forbidden(
                    &place.at_key(),
                    "may not be set for init containers without restartPolicy=Always",
                );
            }
        }
        restarts::resize_of_init(&container, report);
    }
    ephemeral(spec, around, &mut taken, report);
}

/// Fields that ephemeral containers share with others and must not have.
// validateEphemeralContainers, allowedEphemeralContainerFields
const NOT_EPHEMERAL: [&str; 9] = [
    "ports",
    "resources",
    "resizePolicy",
    "restartPolicy",
    "restartPolicyRules",
    "livenessProbe",
    "readinessProbe",
    "startupProbe",
    "lifecycle",
];

/// Whether the server drops a field of a container before it looks at it, as its feature is off.
// pkg/api/pod/util.go dropDisabledFields
fn is_dropped(at: &At<'_, '_>, field: &str, report: &Report) -> bool {
    match field {
        // kube_features.go InPlacePodVerticalScaling: on since 1.33
        "resizePolicy" => report.version() < 33,
        // kube_features.go ContainerRestartRules: known since 1.34, on since 1.35
        "restartPolicy" => report.version() == 34,
        "restartPolicyRules" => report.version() < 35,
        // kube_features.go ContainerStopSignals: known since 1.33, and off. What has only a signal is
        // dropped.
        "lifecycle" => {
            let has_signal = report.version() >= 33 && at.child("stopSignal").is_set();
            has_signal && !["postStart", "preStop"].iter().any(|hook| at.child(hook).is_set())
        }
        _ => false,
    }
}

/// Whether a field of an ephemeral container is not Go's zero value. Easy to break: only a structure that is
/// no pointer can be empty.
fn is_set(at: &At<'_, '_>, field: &str, report: &Report) -> bool {
    match field {
        // kube_features.go DynamicResourceAllocation: on since 1.34. Before, claims are dropped.
        "resources" => {
            at.entries().any(|(name, at)| at.is_set() && (name != "claims" || report.version() >= 34))
        }
        _ => at.is_set() && !is_dropped(at, field, report),
    }
}

fn ephemeral<'n>(
    spec: &At<'_, 'n>,
    around: &Around<'_, 'n>,
    taken: &mut HashSet<&'n str>,
    report: &mut Report,
) {
    const WHY: &str = "cannot be set for an Ephemeral Container";
    let others = taken.clone();
    for container in spec.child("ephemeralContainers").items() {
        common(spec, &container, around, report);
        self::image(&container, report);
        unique(&container, false, taken, report);
        let target = container.child("targetContainerName");
        if !target.text().is_empty() && !others.contains(target.text()) {
            report.not_found(&target, target.text());
        }
        for field in NOT_EPHEMERAL {
            let at = container.child(field);
            if is_set(&at, field, report) {
                report.forbidden(&at.at_key(), WHY);
            }
        }
        for mount in container.child("volumeMounts").items() {
            for field in ["subPath", "subPathExpr"] {
                let at = mount.child(field);
                if !at.text().is_empty() {
                    report.forbidden(&at, WHY);
                }
            }
        }
    }
}

/// The image of a container of a pod. Templates may have spaces around it.
// validateContainerOnlyForPod
pub(super) fn image(container: &At<'_, '_>, report: &mut Report) {
    let image = container.child("image");
    if image.text().trim() != image.text() {
        report.bad_text(&image, image.text(), "must not have leading or trailing whitespace");
    }
}

/// Easy to break: an init container without a name does not take the empty name, but it is a duplicate if one
/// before it did.
fn unique<'n>(container: &At<'_, 'n>, is_init: bool, taken: &mut HashSet<&'n str>, report: &mut Report) {
    let name = container.child("name");
    if taken.contains(name.text()) {
        report.duplicate(&name, quote(name.text()));
    } else if !is_init || !name.text().is_empty() {
        taken.insert(name.text());
    }
}

fn with_probes(spec: &At<'_, '_>, container: &At<'_, '_>, report: &mut Report) {
    probes::lifecycle(spec, container, report);
    for probe in PROBES {
        probes::probe(container, probe, report);
    }
}

fn common(spec: &At<'_, '_>, container: &At<'_, '_>, around: &Around<'_, '_>, report: &mut Report) {
    let (name, image) = (container.child("name"), container.child("image"));
    match name.text() {
        "" => report.required(&name, ""),
        text => report.against(&name, text, names::against_namespace(text.as_bytes())),
    }
    if image.text().is_empty() {
        report.required(&image, "");
    }
    report.one_of(&container.child("terminationMessagePolicy"), &["File", "FallbackToLogsOnError"]);
    ports::ports(&container.child("ports"), report);
    env::env(&container.child("env"), report);
    env::env_from(&container.child("envFrom"), report);
    mounts::mounts(container, around.volumes, report);
    mounts::devices(container, around.volumes, report);
    report.one_of(&container.child("imagePullPolicy"), &["Always", "IfNotPresent", "Never"]);
    let resources = container.child("resources");
    resources::requirements(&resources, resources::container_name, around.claims, report);
    restarts::resize(container, spec.child("restartPolicy").text(), report);
    security::of_container(spec, container, report);
}
