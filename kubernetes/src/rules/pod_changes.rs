//! What updates of pods cannot change. In: the pod and the stored one. Out: errors. The server adds a list of differences in Go's form, which is left out.
//
// kubernetes: pkg/apis/core/validation/validation.go ValidatePodUpdate

use super::at::At;
use super::changes::{both_differ, differ, is_filled};
use super::report::Report;

/// Fields of the spec that can change, or whose changes have rules of their own.
const FREE: [&str; 6] = [
    "activeDeadlineSeconds",
    "containers",
    "ephemeralContainers",
    "initContainers",
    "schedulingGates",
    "terminationGracePeriodSeconds",
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
            let found = differing(&now, &before, |field| field == "image");
            changed = changed.or(found.map(|field| now.child(field).span()));
        }
    }
    // Who may run where can be narrowed while a pod waits, and tolerations can be added.
    let is_waiting = !old.child("schedulingGates").is_empty();
    let is_free = |field: &str| {
        FREE.contains(&field)
            || field == "tolerations"
            || (is_waiting && ["affinity", "nodeSelector"].contains(&field))
    };
    let found = differing(spec, old, is_free);
    changed = changed.or(found.map(|field| spec.child(field).span()));
    if let Some(span) = changed {
        report.changed(&spec.shown_at(span), "Forbidden", OTHERS);
        report.help("delete the pod and create it again");
    }
}

/// A field that differs for certain. What only the stored pod has, such as the volumes of its service account, may come from admission.
fn differing<'n>(now: &At<'_, 'n>, before: &At<'_, 'n>, is_free: impl Fn(&str) -> bool) -> Option<&'n str> {
    let fields = now.entries().map(|(field, _)| field).filter(|field| !is_free(field));
    fields.into_iter().find(|field| {
        let (now, before) = (now.child(field), before.child(field));
        match before.is_set() {
            true => now.len() >= before.len() && both_differ(now.node(), before.node()),
            false => !is_filled(field) && differ(now.node(), None),
        }
    })
}
