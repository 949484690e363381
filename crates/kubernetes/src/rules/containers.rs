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
            if place.is_set() {
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
const NOT_EPHEMERAL: [&str; 8] = [
    "ports",
    "resources",
    "resizePolicy",
    "restartPolicy",
    "livenessProbe",
    "readinessProbe",
    "startupProbe",
    "lifecycle",
];

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
            // Go's zero values are as absent.
            if at.is_set() && (at.entries().next().is_some() || !at.is_empty() || !at.text().is_empty()) {
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
