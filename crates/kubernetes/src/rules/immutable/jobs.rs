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
    if template_differs(update, stored, report.version()) {
        report.immutable_because(&spec.child("template").at_key(), None, "field is immutable");
        report.help("delete the Job and create it again");
    }
    let mode = "completionMode";
    text(&spec.child(mode), &old.child(mode), "NonIndexed", report);
    for field in ["podFailurePolicy", "backoffLimitPerIndex", "managedBy", "successPolicy"] {
        if update.differs_without_default(field) {
            let at = spec.child(field);
            let shown = (!field.ends_with("Policy")).then(|| scalar(&at));
            let shown = shown.or_else(|| (!at.is_set()).then(|| "null".to_owned()));
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
        report.immutable(&completions, scalar(&completions));
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

/// Whether the template differs. Where pods of a suspended Job run can change until it starts.
fn template_differs(update: Change<'_, '_, '_>, stored: &At<'_, '_>, version: u8) -> bool {
    let Change { now: spec, before: old, comparison } = update;
    let is_suspended = old.child("suspend").flag();
    let status = stored.child("status");
    // kube_features.go MutableSchedulingDirectivesForSuspendedJobs: a Job may have run before.
    let has_started = status.child("startTime").is_set() && version < 36;
    if !is_suspended || (update.is_complete() && has_started) {
        return update.differs_without_default("template");
    }
    if !update.is_complete() {
        return false;
    }
    let (template, old_template) = (spec.child("template"), old.child("template"));
    let is_part = |field: &str| ["metadata", "spec"].contains(&field);
    if comparison.field(&template, &old_template, is_part).is_some() {
        return true;
    }
    let [metadata, old_metadata] = [&template, &old_template].map(|at| at.child("metadata"));
    let is_free = |field: &str| ["labels", "annotations"].contains(&field);
    if comparison.field(&metadata, &old_metadata, is_free).is_some() {
        return true;
    }
    let [pod, old_pod] = [&template, &old_template].map(|at| at.child("spec"));
    pod_differs(update, &pod, &old_pod, version)
}

/// Whether the pods of a Job that has not started differ in more than what may change.
fn pod_differs(update: Change<'_, '_, '_>, pod: &At<'_, '_>, old: &At<'_, '_>, version: u8) -> bool {
    let comparison = update.comparison;
    // kube_features.go MutablePodResourcesForSuspendedJobs
    let is_sized = version >= 36;
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
