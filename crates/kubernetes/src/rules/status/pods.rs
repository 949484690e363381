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
    let conditions = status.child("conditions");
    // Errors of conditions name `metadata`, and a field that is called otherwise.
    let conditions = conditions.named(&metadata, "conditions");
    for condition in conditions.items() {
        let kind = condition.child("type");
        if !OF_SYSTEM.contains(&kind.text()) {
            label_name(&kind.named(&condition, "Type"), report);
        }
    }
    let (node, stored) = (status.child("nominatedNodeName"), old.child("nominatedNodeName"));
    if !node.text().is_empty() && node.text() != stored.text() {
        report.against(&node, node.text(), names::against_name(node.text().as_bytes()));
    }
    // A pod has its class since it was created, and keeps it if it is left out.
    let (class, stored) = (status.child("qosClass"), old.child("qosClass"));
    let is_known = !class.text().is_empty() && !stored.text().is_empty();
    if is_known && class.text() != stored.text() {
        report.immutable(&class, quote(class.text()));
    }
    let policy = spec.child("restartPolicy").text();
    for (list, of, policy) in [
        ("containerStatuses", "containers", policy),
        ("initContainerStatuses", "initContainers", policy),
        ("ephemeralContainerStatuses", "ephemeralContainers", "Never"),
    ] {
        let restarted = restarted(&spec.child(of));
        states(&status.child(list), &old.child(list), policy, &restarted, report);
    }
    claims(&status.child("resourceClaimStatuses"), &spec.child("resourceClaims"), report);
    addresses(&status, &old, report);
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
            report.against(&claim.named(&status, "name"), claim.text(), reasons);
        }
    }
}

/// The addresses of the pod and of its node.
fn addresses(status: &At<'_, '_>, old: &At<'_, '_>, report: &mut Report) {
    for field in ["podIPs", "hostIPs"] {
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
            if list.len() > 1 && !seen.insert(ip.text()) {
                report.duplicate_whole(&item, &shown_ip(ip.text()), "");
            }
        }
        let families: Vec<bool> = list
            .items()
            .filter_map(|item| addresses::read(item.child("ip").text()))
            .map(|ip| ip.is_ipv4())
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
