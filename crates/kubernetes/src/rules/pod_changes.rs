//! Checks updates of pods for fields that cannot change. In: the pod and the stored pod. Out: errors. The
//! server adds a list of differences in Go's format, which is left out.
//
// kubernetes: pkg/apis/core/validation/validation.go ValidatePodUpdate

use std::collections::HashMap;

use crdc_source::Span;
use crdc_vocabulary::go::quote;

use super::at::At;
use super::changes::{both_differ, differ, is_filled};
use super::report::Report;

/// Fields of the spec that can change, or whose changes have rules of their own.
const FREE: [&str; 6] = [
    "activeDeadlineSeconds",
    "containers",
    "initContainers",
    "schedulingGates",
    "terminationGracePeriodSeconds",
    "tolerations",
];
const OTHERS: &str = "pod updates may not change fields other than `spec.containers[*].image`,`spec.initContainers[*].image`,\
    `spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations),`spec.terminationGracePeriodSeconds` (allow it to be \
    set to 1 if it was previously negative)";

/// An update of a pod.
pub(super) fn changes(spec: &At<'_, '_>, old: &At<'_, '_>, report: &mut Report) {
    let mut changed = None;
    for list in ["containers", "initContainers"] {
        let (now, before) = (spec.child(list), old.child(list));
        if now.len() != before.len() {
            report.forbidden(&now.at_key(), "pod updates may not add or remove containers");
            return;
        }
        for (now, before) in now.items().zip(before.items()) {
            changed = changed.or_else(|| differing(&now, &before, |field| field == "image"));
        }
    }
    // Node selectors can be narrowed while a pod waits, and tolerations can be added.
    let is_waiting = !old.child("schedulingGates").is_empty();
    let is_free =
        |field: &str| FREE.contains(&field) || (is_waiting && ["affinity", "nodeSelector"].contains(&field));
    changed = changed.or_else(|| differing(spec, old, is_free));
    if let Some(span) = changed {
        report.forbidden_change(&spec.shown_at(span), OTHERS);
        report.help("delete the pod and create it again");
    }
}

/// An update of `ephemeralcontainers`, which only adds some.
// ValidatePodEphemeralContainersUpdate
pub(super) fn of_ephemeral(spec: &At<'_, '_>, old: &At<'_, '_>, report: &mut Report) {
    let list = spec.child("ephemeralContainers");
    let now: HashMap<&str, At<'_, '_>> =
        list.items().map(|container| (container.child("name").text(), container)).collect();
    for before in old.child("ephemeralContainers").items() {
        let name = before.child("name").text();
        let what = match now.get(name) {
            None => "removed",
            Some(now) if both_differ(now.node(), before.node()) => "changed",
            Some(_) => continue,
        };
        // The server's message ends with a line break and the differences.
        let why = format!("existing ephemeral containers {} may not be {what}\n", quote(name));
        report.forbidden(&list.at_key(), &why);
    }
}

/// Finds a field that certainly differs. Fields that only the stored pod has, such as the volumes of its
/// service account, may come from admission.
fn differing(now: &At<'_, '_>, before: &At<'_, '_>, is_free: impl Fn(&str) -> bool) -> Option<Span> {
    let before: HashMap<&str, At<'_, '_>> = before.entries().filter(|(_, at)| at.is_set()).collect();
    let mut fields = now.entries().filter(|(field, _)| !is_free(field));
    let found = fields.find(|(field, now)| match before.get(field) {
        Some(before) => now.len() >= before.len() && both_differ(now.node(), before.node()),
        None => !is_filled(field) && differ(now.node(), None),
    });
    found.map(|(_, at)| at.span())
}
