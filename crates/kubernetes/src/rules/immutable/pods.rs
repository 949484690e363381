//! Checks updates of pods for fields that cannot change. In: the pod and the stored pod. Out: errors. The
//! server adds a list of differences in Go's format, which is left out.
//
// kubernetes: pkg/apis/core/validation/validation.go ValidatePodUpdate, ValidatePodEphemeralContainersUpdate,
// ValidatePodSpecificAnnotationUpdates, validateOnlyAddedTolerations, validateOnlyDeletedSchedulingGates,
// validateNodeSelectorMutation, validateNodeAffinityMutation

use std::collections::{HashMap, HashSet};

use crdc_source::Span;
use crdc_vocabulary::go::quote;

use super::Change;
use crate::rules::at::At;
use crate::rules::changes::{both_differ, differ, is_filled};
use crate::rules::report::Report;
use crate::rules::shown;

/// Fields of the spec that can change, or whose changes have rules of their own.
const FREE: [&str; 5] =
    ["activeDeadlineSeconds", "containers", "initContainers", "schedulingGates", "tolerations"];
const OTHERS: &str = "pod updates may not change fields other than `spec.containers[*].image`,`spec.initContainers[*].image`,\
    `spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations),`spec.terminationGracePeriodSeconds` (allow it to be \
    set to 1 if it was previously negative)";

/// An update of a pod.
pub(in crate::rules) fn changes(update: Change<'_, '_, '_>, report: &mut Report) {
    annotations(update, report);
    let (spec, old) = (update.now.child("spec"), update.before.child("spec"));
    let part = Change { now: &spec, before: &old, ..update };
    for list in ["containers", "initContainers"] {
        let (now, before) = (spec.child(list), old.child(list));
        if now.len() != before.len() {
            report.forbidden(&now.at_key(), "pod updates may not add or remove containers");
            return;
        }
    }
    if !deadline(&spec, &old, report) {
        return;
    }
    tolerations(part, report);
    gates(&spec, &old, report);
    let is_gated = !old.child("schedulingGates").is_empty();
    if is_gated {
        node_selector(part, report);
        node_affinity(part, report);
    }
    if let Some(span) = changed(part, is_gated) {
        report.forbidden_change(&spec.shown_at(span), OTHERS);
        report.help("delete the pod and create it again");
    }
}

/// A field that changed although it cannot.
fn changed(update: Change<'_, '_, '_>, is_gated: bool) -> Option<Span> {
    let Change { now: spec, before: old, comparison } = update;
    let [grace, old_grace] = [spec, old].map(|spec| spec.child("terminationGracePeriodSeconds").int());
    let is_corrected = old_grace.is_some_and(|seconds| seconds < 0) && grace == Some(1);
    let is_free = |field: &str| {
        FREE.contains(&field)
            || (is_gated && ["affinity", "nodeSelector"].contains(&field))
            || (is_corrected && field == "terminationGracePeriodSeconds")
            // The name of the account in an old field, which Go reads if the other one is empty.
            || field == "serviceAccount"
    };
    let first =
        |now: &At<'_, '_>, before: &At<'_, '_>, is_free: &dyn Fn(&str) -> bool| match update.is_complete() {
            true => comparison.field(now, before, is_free),
            false => differing(now, before, is_free),
        };
    let in_lists = ["containers", "initContainers"].iter().find_map(|list| {
        let (now, before) = (spec.child(list), old.child(list));
        let mut pairs = now.items().zip(before.items());
        pairs.find_map(|(now, before)| first(&now, &before, &|field| field == "image"))
    });
    in_lists.or_else(|| first(spec, old, &is_free)).or_else(|| {
        let [affinity, old] = [spec, old].map(|spec| spec.child("affinity"));
        let is_checked = is_gated && update.is_complete();
        is_checked.then(|| comparison.field(&affinity, &old, |field| field == "nodeAffinity")).flatten()
    })
}

/// Annotations that only the create of a pod can set.
fn annotations(update: Change<'_, '_, '_>, report: &mut Report) {
    const MIRROR: &str = "kubernetes.io/config.mirror";
    const PROFILE: &str = "container.apparmor.security.beta.kubernetes.io/";
    let [metadata, old] = [update.now, update.before].map(|pod| pod.child("metadata"));
    let [list, old] = [&metadata, &old].map(|metadata| metadata.child("annotations"));
    let [known, stored] = [&list, &old].map(At::index);
    for (key, value) in old.entries() {
        let is_same = known.get(key).is_some_and(|node| node.as_str().unwrap_or_default() == value.text());
        // A manifest does not name what was added in the cluster.
        if is_same || !(update.is_complete() || known.contains_key(key)) {
            continue;
        }
        let place = list.key_without_value(key);
        if key.starts_with(PROFILE) {
            report.forbidden(&place, "may not remove or update AppArmor annotations");
        }
        if key == MIRROR {
            report.forbidden(&place, "may not remove or update mirror pod annotation");
        }
    }
    for (key, place) in list.entries().filter(|(key, _)| !stored.contains_key(key)) {
        if key.starts_with(PROFILE) {
            report.forbidden(&place, "may not add AppArmor annotations");
        }
        if key == MIRROR {
            report.forbidden(&place, "may not add mirror pod annotation");
        }
    }
}

/// The deadline can be set and shortened. Out: whether the server looks further.
fn deadline(spec: &At<'_, '_>, old: &At<'_, '_>, report: &mut Report) -> bool {
    let (at, before) = (spec.child("activeDeadlineSeconds"), old.child("activeDeadlineSeconds").int());
    match (at.int(), before) {
        (Some(seconds), _) if !(0..=i64::from(i32::MAX)).contains(&seconds) => {
            report.invalid(&at, seconds, "must be between 0 and 2147483647, inclusive");
            false
        }
        (Some(seconds), Some(before)) if before < seconds => {
            report.invalid(&at, seconds, "must be less than or equal to previous value");
            false
        }
        (None, Some(_)) => {
            report.invalid(
                &at,
                shown::null(report.version()),
                "must not update from a positive integer to nil value",
            );
            true
        }
        _ => true,
    }
}

/// Tolerations can be added, and last longer or shorter.
fn tolerations(update: Change<'_, '_, '_>, report: &mut Report) {
    let [list, old] = [update.now, update.before].map(|spec| spec.child("tolerations"));
    let of = |at: &At<'_, '_>| -> [String; 4] {
        ["key", "operator", "value", "effect"].map(|field| at.child(field).text().to_owned())
    };
    let known: HashSet<[String; 4]> = list.items().map(|at| of(&at)).collect();
    // A manifest does not name what admission added.
    let is_added = |toleration: &[String; 4]| {
        toleration.first().is_some_and(|key| key.starts_with("node.kubernetes.io/"))
    };
    let is_unknown = !update.is_complete() && list.is_empty();
    let is_gone = old
        .items()
        .map(|at| of(&at))
        .any(|toleration| !known.contains(&toleration) && (update.is_complete() || !is_added(&toleration)));
    if is_gone && !is_unknown {
        let detail = "existing toleration can not be modified except its tolerationSeconds";
        report.forbidden(&list.at_key(), detail);
    }
}

/// Gates can only be removed.
fn gates(spec: &At<'_, '_>, old: &At<'_, '_>, report: &mut Report) {
    let (list, old) = (spec.child("schedulingGates"), old.child("schedulingGates"));
    let known: HashSet<&str> = old.items().map(|gate| gate.child("name").text()).collect();
    for gate in list.items() {
        let name = gate.child("name");
        if !known.contains(name.text()) {
            let detail = format!("only deletion is allowed, but found new scheduling gate '{}'", name.text());
            report.forbidden(&name, &detail);
        }
    }
}

/// The node selector of a gated pod can be narrowed.
fn node_selector(update: Change<'_, '_, '_>, report: &mut Report) {
    let [at, old] = [update.now, update.before].map(|spec| spec.child("nodeSelector"));
    let known = at.index();
    let text = |key: &str| known.get(key).map(|node| node.as_str().unwrap_or_default());
    let is_changed = |(key, value): (&str, At<'_, '_>)| match text(key) {
        Some(text) => text != value.text(),
        None => update.is_complete(),
    };
    if old.entries().any(is_changed) {
        let detail = "only additions to spec.nodeSelector are allowed (no mutations or deletions)";
        report.invalid(&at.at_key(), shown::texts(&at, report.version()), detail);
    }
}

/// The terms of the required node affinity of a gated pod can get more requirements.
fn node_affinity(update: Change<'_, '_, '_>, report: &mut Report) {
    const REQUIRED: &str = "requiredDuringSchedulingIgnoredDuringExecution";
    let [affinity, old] = [update.now, update.before].map(|spec| spec.child("affinity"));
    let [nodes, old] = [&affinity, &old].map(|affinity| affinity.child("nodeAffinity"));
    let [required, old] = [&nodes, &old].map(|nodes| nodes.child(REQUIRED));
    let [terms, old] = [&required, &old].map(|required| required.child("nodeSelectorTerms"));
    if old.is_empty() || (!update.is_complete() && terms.is_empty()) {
        return;
    }
    if terms.len() != old.len() {
        let detail = "no additions/deletions to non-empty NodeSelectorTerms list are allowed";
        report.invalid_unseen(&terms.at_key(), detail);
        return;
    }
    let lists = ["matchExpressions", "matchFields"];
    for (term, before) in terms.items().zip(old.items()) {
        let is_kept = lists.iter().all(|list| {
            let (now, before) = (term.child(list), before.child(list));
            now.len() >= before.len()
                && now
                    .items()
                    .zip(before.items())
                    .all(|(now, before)| !update.comparison.differ(&now, &before))
        });
        // A term without requirements selects nothing, and stays so.
        let was_empty = lists.iter().all(|list| before.child(list).is_empty());
        let is_empty = lists.iter().all(|list| term.child(list).is_empty());
        if !is_kept || (was_empty && !is_empty) {
            let detail = "only additions are allowed (no mutations or deletions)";
            report.invalid_unseen(&term, detail);
        }
    }
}

/// An update of `ephemeralcontainers`, which only adds some.
pub(in crate::rules) fn of_ephemeral(update: Change<'_, '_, '_>, report: &mut Report) {
    let list = update.now.child("ephemeralContainers");
    let now: HashMap<&str, At<'_, '_>> =
        list.items().map(|container| (container.child("name").text(), container)).collect();
    for before in update.before.child("ephemeralContainers").items() {
        let name = before.child("name").text();
        let what = match now.get(name) {
            None => "removed",
            Some(now) if update.comparison.differ(now, &before) => "changed",
            Some(_) => continue,
        };
        // The server's message ends with a line break and the differences.
        let why = format!("existing ephemeral containers {} may not be {what}\n", quote(name));
        report.forbidden(&list.at_key(), &why);
    }
}

/// Finds a field that certainly differs. Fields that only the stored pod has, such as the volumes of its
/// service account, may come from admission.
fn differing(now: &At<'_, '_>, before: &At<'_, '_>, is_free: &dyn Fn(&str) -> bool) -> Option<Span> {
    let before: HashMap<&str, At<'_, '_>> = before.entries().filter(|(_, at)| at.is_set()).collect();
    let mut fields = now.entries().filter(|(field, _)| !is_free(field));
    let found = fields.find(|(field, now)| match before.get(field) {
        Some(before) => now.len() >= before.len() && both_differ(now.node(), before.node()),
        // Admission gives resources to a new pod only, so who writes some changes a stored pod.
        None => (!is_filled(field) || *field == "resources") && differ(now.node(), None),
    });
    found.map(|(_, at)| at.span())
}
