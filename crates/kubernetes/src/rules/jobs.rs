//! Rules of Jobs and CronJobs.
//
// kubernetes: pkg/apis/batch/validation/validation.go

use super::at::At;
use super::cron;
use super::report::Report;
use super::{ingresses, metadata, outcomes, pods, selector, shown, time_zones, workloads};

/// A Job.
pub(super) fn job(root: &At<'_, '_>, is_update: bool, report: &mut Report) {
    let spec = root.child("spec");
    self::spec(&spec, true, report);
    let (at, metadata) = (spec.child("selector"), root.child("metadata"));
    let is_manual = spec.child("manualSelector").flag();
    if is_manual && !at.is_set() {
        report.required(&at, "");
    }
    let is_valid = selector::selector(&at, report);
    if is_manual && is_valid {
        workloads::matched(&at, &spec.child("template"), report);
    }
    // validateGeneratedSelector: a written label stays beside the generated labels.
    if !is_manual && !is_update && is_valid && !is_generated(&at, &metadata) {
        report.invalid_unseen(&at.at_key(), "`selector` not auto-generated");
        report.help("remove `selector`: the server makes one");
    }
    if !is_update && spec.child("completionMode").text() == "Indexed" {
        host_name(&spec, &metadata.child("name"), report);
    }
}

/// Whether a selector selects the labels that the server gives to the pods of a Job.
fn is_generated(at: &At<'_, '_>, metadata: &At<'_, '_>) -> bool {
    // A placeholder for generated values: no written label can be equal to it.
    const MADE_UP: &str = "\0";
    let name = metadata.child("name").text();
    let name = if name.is_empty() { MADE_UP } else { name };
    selector::matches_labels(at, |key| match key.strip_prefix("batch.kubernetes.io/").unwrap_or(key) {
        "job-name" => Some(name),
        "controller-uid" => Some(MADE_UP),
        _ => None,
    })
}

// ValidateJob
fn host_name(spec: &At<'_, '_>, name: &At<'_, '_>, report: &mut Report) {
    let completions = spec.child("completions");
    // SetDefaults_Job: both are 1 if neither is set.
    let default = if spec.child("parallelism").is_set() { 0 } else { 1 };
    let number = completions.int().unwrap_or(default);
    if number <= 0 || name.text().is_empty() {
        return;
    }
    let longest = format!("{}-{}", name.text(), number - 1);
    if !crdc_vocabulary::names::against_namespace(longest.as_bytes()).is_empty() {
        let detail = format!("will not able to create pod with invalid DNS label: {longest}");
        report.bad_text(name, name.text(), &detail);
    }
}

// validateJobSpec
fn spec(spec: &At<'_, '_>, is_job: bool, report: &mut Report) {
    for field in [
        "parallelism",
        "completions",
        "activeDeadlineSeconds",
        "backoffLimit",
        "ttlSecondsAfterFinished",
        "backoffLimitPerIndex",
        "maxFailedIndexes",
    ] {
        report.not_negative(&spec.child(field));
    }
    let manager = spec.child("managedBy");
    // kube_features.go JobManagedBy: on since 1.32. Before, the field is dropped.
    if manager.is_set() && report.version() >= 32 {
        ingresses::domain_prefixed_path(&manager, report);
        if manager.text().len() > 63 {
            report.too_long(&manager, 63);
        }
    }
    let mode = spec.child("completionMode");
    report.one_of_if_set(&mode, &["NonIndexed", "Indexed"]);
    let per_index = spec.child("backoffLimitPerIndex");
    let failed = spec.child("maxFailedIndexes");
    if failed.is_set() && !per_index.is_set() {
        report.required(&per_index, "when maxFailedIndexes is specified");
    }
    // SetDefaults_Job: without both, both are 1. The template of a CronJob has no defaults.
    let has_default = is_job && !spec.child("parallelism").is_set();
    let completions = spec.child("completions").int().or(has_default.then_some(1));
    match mode.text() {
        "" | "NonIndexed" => {
            for at in [&per_index, &failed] {
                if let Some(number) = at.int() {
                    report.invalid(at, number, "requires indexed completion mode");
                }
            }
            if spec.child("successPolicy").is_set() {
                report.invalid_unseen(&spec.child("successPolicy"), "requires indexed completion mode");
            }
        }
        "Indexed" => {
            indexed(spec, completions, report);
            if spec.child("successPolicy").is_set() {
                outcomes::success(spec, completions, report);
            }
        }
        _ => {}
    }
    let failure = spec.child("podFailurePolicy");
    outcomes::failure(spec, report);
    let replacement = spec.child("podReplacementPolicy");
    match failure.is_set() {
        true => report.one_of_if_set(&replacement, &["Failed"]),
        false => report.one_of_if_set(&replacement, &["Failed", "TerminatingOrFailed"]),
    }
    let template = spec.child("template");
    pods::template(&template, report);
    let pod = template.child("spec");
    let policy = pod.child("restartPolicy");
    match policy.text() {
        "" | "Always" => {
            report.required(&policy, "valid values: \"OnFailure\", \"Never\"");
            report.help("write `restartPolicy: OnFailure`, or `Never`");
        }
        "OnFailure" if failure.is_set() => {
            let detail = "only \"Never\" is supported when podFailurePolicy is specified";
            report.bad_text(&policy, policy.text(), detail);
        }
        "OnFailure" | "Never" => {}
        other => report.unsupported(&policy, other, &["OnFailure", "Never"]),
    }
}

/// The limits of Jobs with indexes.
fn indexed(spec: &At<'_, '_>, completions: Option<i64>, report: &mut Report) {
    const MANY: i64 = 100_000;
    const USED: &str = "when completions are above 100000 and used with backoff limit per index";
    let (parallel, failed) = (spec.child("parallelism"), spec.child("maxFailedIndexes"));
    if completions.is_none() {
        report.required(&spec.child("completions"), "when completion mode is Indexed");
    }
    if let Some(number) = parallel.int().filter(|number| *number > MANY) {
        let detail = "must be less than or equal to 100000 when completion mode is Indexed";
        report.invalid(&parallel, number, detail);
    }
    if let Some(number) = failed.int() {
        if completions.is_some_and(|all| number > all) {
            report.invalid(&failed, number, "must be less than or equal to completions");
        }
        if number > MANY {
            report.invalid(&failed, number, "must be less than or equal to 100000");
        }
    }
    if completions.is_none_or(|all| all <= MANY) || !spec.child("backoffLimitPerIndex").is_set() {
        return;
    }
    if !failed.is_set() {
        report.required(&failed, "must be specified when completions is above 100000");
    }
    for at in [&parallel, &failed] {
        if let Some(number) = at.int().filter(|number| *number > 10_000) {
            report.invalid(at, number, &format!("must be less than or equal to 10000 {USED}"));
        }
    }
}

/// A CronJob.
pub(super) fn cron_job(root: &At<'_, '_>, old: Option<&At<'_, '_>>, report: &mut Report) {
    let spec = root.child("spec");
    let old = old.map(|old| old.child("spec"));
    let schedule = spec.child("schedule");
    match schedule.text() {
        "" => report.required(&schedule, ""),
        text => {
            if let Err(reason) = cron::parse(text) {
                report.bad_text(&schedule, text, &reason);
            }
            let is_allowed = old.is_some_and(|old| old.child("schedule").text().contains("TZ"));
            let detail = match is_allowed {
                false => "cannot use TZ or CRON_TZ in schedule, use timeZone field instead",
                true if spec.child("timeZone").is_set() => {
                    "cannot use both timeZone field and TZ or CRON_TZ in schedule"
                }
                true => "",
            };
            if text.contains("TZ") && !detail.is_empty() {
                report.bad_text(&schedule, text, detail);
            }
        }
    }
    report.not_negative(&spec.child("startingDeadlineSeconds"));
    let zone = spec.child("timeZone");
    let is_same = |old: &At<'_, '_>| {
        let old = old.child("timeZone");
        old.is_set() == zone.is_set() && old.text() == zone.text()
    };
    if !old.as_ref().is_some_and(is_same) {
        time_zones::time_zone(&zone, report);
    }
    report.one_of(&spec.child("concurrencyPolicy"), &["Allow", "Forbid", "Replace"]);
    let template = spec.child("jobTemplate");
    let job = template.child("spec");
    self::spec(&job, false, report);
    let help = "the server accepts the CronJob, but each of its Jobs is refused with this error";
    metadata::made_later(&template.child("metadata"), help, report);
    if job.child("selector").is_set() {
        let at = job.child("selector");
        report.invalid(&at, shown::selector(&at, report.version()), "`selector` will be auto-generated");
    }
    if job.child("manualSelector").flag() {
        report.unsupported_shown(&job.child("manualSelector"), "true", &["nil", "false"]);
    }
    for field in ["successfulJobsHistoryLimit", "failedJobsHistoryLimit"] {
        report.not_negative(&spec.child(field));
    }
}
