//! Rules of when a container restarts: its policy, rules of exit codes, and what a resize does.
//
// kubernetes: pkg/apis/core/validation/validation.go validateContainerRestartPolicy,
// validateInitContainerRestartPolicy, validateResizePolicy

use std::collections::HashSet;

use crdc_vocabulary::go::quote;

use super::at::At;
use super::report::Report;

const POLICIES: [&str; 3] = ["Always", "Never", "OnFailure"];
const REQUIRED: &str = "must specify restartPolicy when restart rules are used";

/// The policy of a container that is no init container.
pub(super) fn policy(container: &At<'_, '_>, report: &mut Report) {
    let policy = container.child("restartPolicy");
    // kube_features.go ContainerRestartRules: on since 1.35.
    if report.version() < 35 {
        // A stored pod may have one.
        if policy.is_set() && !report.is_update() {
            report.forbidden(&policy, "may not be set for non-init containers");
        }
        return;
    }
    let rules = container.child("restartPolicyRules");
    if policy.is_set() {
        report.one_of_if_set(&policy, &POLICIES);
    } else if !rules.is_empty() {
        report.required(&policy, REQUIRED);
    }
    self::rules(&rules, report);
}

/// The policy of an init container.
pub(super) fn policy_of_init(container: &At<'_, '_>, report: &mut Report) {
    let policy = container.child("restartPolicy");
    if report.version() < 35 {
        report.one_of_if_set(&policy, &["Always"]);
        return;
    }
    let rules = container.child("restartPolicyRules");
    if !policy.is_set() {
        if !rules.is_empty() {
            report.required(&policy, REQUIRED);
        }
        return;
    }
    // kube_features.go RestartAllContainersOnContainerExits: on since 1.36.
    if report.version() < 36 && policy.text() == "Always" {
        if !rules.is_empty() && !report.is_update() {
            let detail = "restartPolicyRules are not allowed for init containers with restart policy Always";
            report.forbidden(&rules, detail);
        }
        return;
    }
    report.one_of_if_set(&policy, &POLICIES);
    self::rules(&rules, report);
}

/// A list with more than `most` items. Servers of 1.35 take it for a text.
fn too_many(at: &At<'_, '_>, most: usize, report: &mut Report) {
    match report.version() {
        ..36 if at.len() > most => report.too_long(at, most),
        ..36 => {}
        _ => report.too_many(at, most),
    }
}

fn rules(at: &At<'_, '_>, report: &mut Report) {
    too_many(at, 20, report);
    let actions: &[&str] = match report.version() {
        ..36 => &["Restart"],
        _ => &["Restart", "RestartAllContainers"],
    };
    for rule in at.items() {
        let action = rule.child("action");
        if !actions.contains(&action.text()) {
            report.unsupported(&action, action.text(), actions);
        }
        let codes = rule.child("exitCodes");
        if !codes.is_set() {
            report.required(&codes, "must be specified");
            continue;
        }
        let operator = codes.child("operator");
        if !["In", "NotIn"].contains(&operator.text()) {
            report.unsupported(&operator, operator.text(), &["In", "NotIn"]);
        }
        too_many(&codes.child("values"), 255, report);
    }
}

/// `resizePolicy` of a container in a pod whose policy is `pod_policy`. Easy to break: errors of values name
/// the list.
pub(super) fn resize(container: &At<'_, '_>, pod_policy: &str, report: &mut Report) {
    let list = container.child("resizePolicy");
    // kube_features.go InPlacePodVerticalScaling: on since 1.33. Before, the field is dropped.
    if report.version() < 33 {
        return;
    }
    let mut known = HashSet::new();
    for item in list.items() {
        let (resource, policy) = (item.child("resourceName"), item.child("restartPolicy"));
        if !known.insert(resource.text()) {
            report.duplicate(&item, quote(resource.text()));
        }
        for (at, supported) in
            [(&resource, ["cpu", "memory"]), (&policy, ["NotRequired", "RestartContainer"])]
        {
            match at.text() {
                "" => report.required(&at.as_map(&list), ""),
                _ => report.one_of(&at.as_map(&list), &supported),
            }
        }
        if pod_policy == "Never" && policy.text() != "NotRequired" {
            let of = if report.version() < 36 { "" } else { "pod " };
            let detail = format!("must be 'NotRequired' when {of}`restartPolicy` is 'Never'");
            report.bad_text(&policy.as_map(&list), policy.text(), &detail);
        }
    }
}

/// `resizePolicy` of an init container that ends. A stored pod may have the value.
pub(super) fn resize_of_init(container: &At<'_, '_>, report: &mut Report) {
    // The rule came with 1.36: CHANGELOG-1.36, #137458.
    if report.version() < 36 || report.is_update() {
        return;
    }
    for item in container.child("resizePolicy").items() {
        let policy = item.child("restartPolicy");
        if policy.text() == "RestartContainer" {
            let detail = "must not be set to 'RestartContainer' for non-sidecar initContainers";
            report.bad_text(&policy, policy.text(), detail);
        }
    }
}
