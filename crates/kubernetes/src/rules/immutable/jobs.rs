//! What cannot change in Jobs and CronJobs.
//
// kubernetes: pkg/apis/batch/validation/validation.go ValidateJobSpecUpdate, validatePodTemplateUpdate,
// validateCompletions, validateScheduleFormat; pkg/registry/batch/job/strategy.go validationOptionsForJob

use super::{Change, scalar, text};
use crate::rules::at::At;
use crate::rules::report::Report;
use crate::rules::{selector, shown, workloads};

/// The spec of a Job. `stored` is the stored Job.
pub(in crate::rules) fn job(update: Change<'_, '_, '_>, stored: &At<'_, '_>, report: &mut Report) {
    let Change { now: spec, before: old, .. } = update;
    if update.is_complete() {
        selected(spec, report);
    }
    completions(update, report);
    if update.differs("selector") {
        let at = spec.child("selector");
        report.immutable(&at, shown::selector(&at, report.version()));
    }
    template(update, stored, report);
    let mode = "completionMode";
    text(&spec.child(mode), &old.child(mode), "NonIndexed", report);
    for field in ["podFailurePolicy", "backoffLimitPerIndex", "managedBy", "successPolicy"] {
        if update.differs_without_default(field) {
            let at = spec.child(field);
            let shown = (!field.ends_with("Policy")).then(|| scalar(&at, report.version()));
            let shown = shown.or_else(|| (!at.is_set()).then(|| shown::null(report.version())));
            report.immutable_because(&at, shown, "field is immutable");
        }
    }
}

/// The selector that the server made, which an update names.
// ValidateJobSpec
fn selected(spec: &At<'_, '_>, report: &mut Report) {
    let at = spec.child("selector");
    if spec.child("manualSelector").flag() || (at.is_set() && !selector::selector(&at, &mut report.another()))
    {
        return;
    }
    if !at.is_set() {
        report.required(&at, "");
    }
    workloads::matched(&at, &spec.child("template"), report);
}

/// The completions, which Indexed Jobs can change together with the parallelism.
fn completions(update: Change<'_, '_, '_>, report: &mut Report) {
    let Change { now: spec, before: old, .. } = update;
    if !update.differs("completions") {
        return;
    }
    let completions = spec.child("completions");
    if spec.child("completionMode").text() != "Indexed" {
        report.immutable(&completions, scalar(&completions, report.version()));
        return;
    }
    let parallelism = spec.child("parallelism").int().unwrap_or(1);
    // A mode that changes is an error of its own.
    let is_indexed = old.child("completionMode").text() == "Indexed";
    if let Some(number) = completions.int().filter(|number| *number != parallelism)
        && (update.is_complete() || is_indexed)
    {
        report.immutable_because(
            &completions,
            Some(number.to_string()),
            "can only be modified in tandem with spec.parallelism",
        );
    }
}

/// The template, of which some can change while no pods run.
// validatePodTemplateUpdate
fn template(update: Change<'_, '_, '_>, stored: &At<'_, '_>, report: &mut Report) {
    let (template, old) = (update.now.child("template"), update.before.child("template"));
    let (pod, old_pod) = (template.child("spec"), old.child("spec"));
    let is_open = update.before.child("suspend").flag()
        && (!update.is_complete() || has_no_pods(&stored.child("status"), report.version()));
    let (place, differs) = match (is_open, report.version()) {
        (false, _) => (&template, update.differs_without_default("template")),
        // What a file does not say may be in the cluster.
        (true, _) if !update.is_complete() => return,
        (true, ..36) => {
            let is_free = |field: &str| ["labels", "annotations"].contains(&field);
            let [metadata, old] = [&template, &old].map(|at| at.child("metadata"));
            let metadata_differs = update.comparison.field(&metadata, &old, is_free).is_some();
            (&template, metadata_differs || pod_differs(update, &pod, &old_pod, false))
        }
        // The metadata is not compared.
        (true, 36..) => (&pod, pod_differs(update, &pod, &old_pod, true)),
    };
    if differs {
        report.immutable_because(&place.at_key(), None, "field is immutable");
        report.help("delete the Job and create it again");
    }
}

/// Whether a suspended Job has no pods, so that the template can change. Before 1.36 it is so only if the Job
/// never started.
// pkg/registry/batch/job/strategy.go shouldAllowMutablePodTemplate
fn has_no_pods(status: &At<'_, '_>, version: u8) -> bool {
    let has_started = status.child("startTime").is_set();
    if version < 36 {
        return !has_started;
    }
    let is_suspended = |condition: At<'_, '_>| {
        condition.child("type").text() == "Suspended" && condition.child("status").text() == "True"
    };
    (!has_started || status.child("conditions").items().any(is_suspended))
        && status.child("active").int_or_zero() == 0
}

/// Whether pods differ in more than where they run, and with `is_sized` in more than their resources.
// kube_features.go MutablePodResourcesForSuspendedJobs, MutableSchedulingDirectivesForSuspendedJobs
fn pod_differs(update: Change<'_, '_, '_>, pod: &At<'_, '_>, old: &At<'_, '_>, is_sized: bool) -> bool {
    let comparison = update.comparison;
    let lists = ["containers", "initContainers"];
    let is_free = |field: &str| {
        ["affinity", "nodeSelector", "schedulingGates", "tolerations"].contains(&field)
            || (is_sized && lists.contains(&field))
    };
    let (affinity, old_affinity) = (pod.child("affinity"), old.child("affinity"));
    let containers_differ = || {
        lists.iter().any(|list| {
            let (now, before) = (pod.child(list), old.child(list));
            now.len() != before.len()
                || now.items().zip(before.items()).any(|(now, before)| {
                    comparison.field(&now, &before, |field| field == "resources").is_some()
                })
        })
    };
    comparison.field(pod, old, is_free).is_some()
        || comparison.field(&affinity, &old_affinity, |field| field == "nodeAffinity").is_some()
        || (is_sized && containers_differ())
}

/// The schedule of a CronJob: a time zone in it can only stay.
pub(in crate::rules) fn cron_job(update: Change<'_, '_, '_>, report: &mut Report) {
    let (schedule, old) = (update.now.child("schedule"), update.before.child("schedule"));
    if !schedule.text().contains("TZ") {
        return;
    }
    let detail = match old.text().contains("TZ") {
        true if update.now.child("timeZone").is_set() => {
            "cannot use both timeZone field and TZ or CRON_TZ in schedule"
        }
        true => return,
        false => "cannot use TZ or CRON_TZ in schedule, use timeZone field instead",
    };
    report.bad_text(&schedule, schedule.text(), detail);
}
