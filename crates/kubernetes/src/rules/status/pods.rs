//! The status of pods.
//
// kubernetes: pkg/apis/core/validation/validation.go ValidatePodStatusUpdate,
// ValidateContainerStateTransition, ValidateInitContainerStateTransition, validatePodResourceClaimStatuses,
// validatePodIPs, validateHostIPs

use std::collections::{HashMap, HashSet};

use crdc_vocabulary::go::quote;
use crdc_vocabulary::names;

use crate::rules::addresses::{self, Stored};
use crate::rules::at::At;
use crate::rules::report::Report;
use crate::rules::selector::label_name;
use crate::rules::shown;

/// Conditions that a system sets.
const OF_SYSTEM: [&str; 3] = ["Initialized", "PodScheduled", "Ready"];

/// A pod.
pub(in crate::rules) fn pod(now: &At<'_, '_>, before: &At<'_, '_>, report: &mut Report) {
    let (spec, status, old) = (now.child("spec"), now.child("status"), before.child("status"));
    let metadata = now.child("metadata");
    // Errors of conditions name a field that is called otherwise, and `metadata` in old versions.
    let above = if report.version() < 33 { &metadata } else { &status };
    let conditions = status.child("conditions");
    for condition in conditions.named(above, "conditions").items() {
        generation(&condition, report);
        let kind = condition.child("type");
        if !OF_SYSTEM.contains(&kind.text()) {
            label_name(&kind.named(&condition, "Type"), report);
        }
    }
    let (node, stored) = (status.child("nominatedNodeName"), old.child("nominatedNodeName"));
    if !node.text().is_empty() && node.text() != stored.text() {
        report.against(&node, node.text(), names::against_name(node.text().as_bytes()));
        // kube_features.go ClearingNominatedNodeNameAfterBinding: on since 1.35
        if report.version() >= 35 && !spec.child("nodeName").text().is_empty() {
            report.forbidden(&node, "may not be set on pods that are already bound to a node");
        }
    }
    generation(&status, report);
    // A pod has its class since it was created, and keeps it if it is left out.
    let (class, stored) = (status.child("qosClass"), old.child("qosClass"));
    let is_known = !class.text().is_empty() && !stored.text().is_empty();
    if is_known && class.text() != stored.text() && report.version() >= 32 {
        report.immutable(&class, quote(class.text()));
    }
    let policy = spec.child("restartPolicy").text();
    // kube_features.go RestartAllContainersOnContainerExits: on since 1.36
    let all_restart = report.version() >= 36 && all_restart(&spec);
    for (list, of, policy, may_leave) in [
        ("containerStatuses", "containers", policy, all_restart),
        ("initContainerStatuses", "initContainers", policy, all_restart),
        ("ephemeralContainerStatuses", "ephemeralContainers", "Never", false),
    ] {
        if !may_leave {
            let restarted = restarted(&spec.child(of));
            states(&status.child(list), &old.child(list), policy, &restarted, report);
        }
    }
    claims(&status.child("resourceClaimStatuses"), &spec.child("resourceClaims"), report);
    addresses(&status, &old, report);
}

/// The generation that a status or a condition is about.
fn generation(of: &At<'_, '_>, report: &mut Report) {
    let at = of.child("observedGeneration");
    if let Some(number) = at.int().filter(|number| *number < 0 && report.version() >= 33) {
        report.invalid(&at, number, "must be a non-negative integer");
    }
}

/// Whether the end of some container restarts all containers.
// pkg/api/v1/pod/util.go AllContainersCouldRestart
fn all_restart(spec: &At<'_, '_>) -> bool {
    ["initContainers", "containers"].into_iter().any(|list| {
        spec.child(list).items().any(|container| {
            let rules = container.child("restartPolicyRules");
            rules.items().any(|rule| rule.child("action").text() == "RestartAllContainers")
        })
    })
}

/// The names of containers that have rules of their own about restarts.
fn restarted<'n>(containers: &At<'_, 'n>) -> HashSet<&'n str> {
    let has_own = |at: &At<'_, '_>| {
        !at.child("restartPolicy").text().is_empty() || !at.child("restartPolicyRules").is_empty()
    };
    containers.items().filter(has_own).map(|container| container.child("name").text()).collect()
}

/// Containers that have ended and are not restarted stay so.
fn states(list: &At<'_, '_>, old: &At<'_, '_>, policy: &str, restarted: &HashSet<&str>, report: &mut Report) {
    if ["", "Always"].contains(&policy) {
        return;
    }
    let is_terminated = |at: &At<'_, '_>| at.child("state").child("terminated").is_set();
    let now: HashMap<&str, bool> =
        list.items().map(|container| (container.child("name").text(), is_terminated(&container))).collect();
    for (index, container) in old.items().enumerate() {
        let name = container.child("name").text();
        let state = container.child("state");
        let code = state.child("terminated").child("exitCode").int_or_zero();
        let is_final =
            is_terminated(&container) && !(code != 0 && policy == "OnFailure") && !restarted.contains(name);
        if is_final && now.get(name) == Some(&false) {
            let detail = "may not be transitioned to non-terminated state";
            report.forbidden(&list.item(index).child("state"), detail);
        }
    }
}

fn claims(list: &At<'_, '_>, of_pod: &At<'_, '_>, report: &mut Report) {
    let known: HashSet<&str> = of_pod.items().map(|claim| claim.child("name").text()).collect();
    let mut seen = HashSet::new();
    for status in list.items() {
        let name = status.child("name");
        if !known.contains(name.text()) {
            let detail = "must match the name of an entry in `spec.resourceClaims`";
            report.bad_text(&name, name.text(), detail);
        }
        if !seen.insert(name.text()) {
            report.duplicate(&name, quote(name.text()));
        }
        let claim = status.child("resourceClaimName");
        if claim.is_set() {
            let reasons = names::against_name(claim.text().as_bytes());
            let field = if report.version() < 36 { "name" } else { "resourceClaimName" };
            report.against(&claim.named(&status, field), claim.text(), reasons);
        }
    }
}

/// The addresses of the pod and of its node.
fn addresses(status: &At<'_, '_>, old: &At<'_, '_>, report: &mut Report) {
    for (field, kind) in [("podIPs", "core.PodIP"), ("hostIPs", "core.HostIP")] {
        let (list, stored) = (status.child(field), old.child(field));
        let first = list.item(0);
        let (first, host) = (first.child("ip"), status.child("hostIP"));
        if field == "hostIPs" && !list.is_empty() && first.text() != host.text() {
            report.bad_text(&first, first.text(), "must be equal to `hostIP`");
        }
        let mut known = Stored::default();
        stored.items().for_each(|item| known.add(item.child("ip").text()));
        let mut seen = HashSet::new();
        for item in list.items() {
            let ip = item.child("ip");
            addresses::ip(&ip.as_map(&item), &known, report);
            // Since 1.33 only the families are counted.
            if report.version() < 33 && list.len() > 1 && !seen.insert(ip.text()) {
                report
                    .duplicate(&item, shown::structure(kind, &[("IP", quote(ip.text()))], report.version()));
            }
        }
        let families: Vec<bool> = list
            .items()
            .filter_map(|item| addresses::read(item.child("ip").text()))
            .map(addresses::is_ipv4)
            .collect();
        let is_pair = list.len() == 2 && families.len() == 2 && families.first() != families.last();
        if list.len() > 1 && families.len() == list.len() && !is_pair {
            let all: Vec<String> = list.items().map(|item| shown_ip(item.child("ip").text())).collect();
            let detail = "may specify no more than one IP for each IP family";
            report.invalid_whole(&list.at_key(), &format!("[{}]", all.join(",")), detail);
        }
    }
}

fn shown_ip(ip: &str) -> String {
    shown::object(&[("IP", shown::text(ip))])
}
