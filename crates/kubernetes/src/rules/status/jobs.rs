//! The status of Jobs. Since 1.32 other controllers may write it (`managedBy`), so transitions are checked;
//! most rules count only if what they are about changes.
//
// kubernetes: pkg/apis/batch/validation/validation.go validateJobStatus, ValidateJobStatusUpdate;
// pkg/registry/batch/job/strategy.go getStatusValidationOptions

use std::collections::HashSet;

use crdc_vocabulary::go::{Layout, Time, quote};

use crate::rules::at::At;
use crate::rules::comparison::Comparison;
use crate::rules::indexes;
use crate::rules::report::Report;
use crate::rules::shown;

/// A Job in the new and in the stored state.
struct Job<'j, 'p, 'n> {
    spec: &'j At<'p, 'n>,
    status: &'j At<'p, 'n>,
    old: &'j At<'p, 'n>,
    comparison: &'j Comparison<'j>,
}

/// A Job.
pub(in crate::rules) fn job(
    now: &At<'_, '_>,
    before: &At<'_, '_>,
    comparison: &Comparison<'_>,
    report: &mut Report,
) {
    let (spec, status, old) = (now.child("spec"), now.child("status"), before.child("status"));
    let job = Job { spec: &spec, status: &status, old: &old, comparison };
    for field in ["active", "succeeded", "failed", "ready", "terminating"] {
        report.not_negative(&status.child(field));
    }
    uncounted(&status, report);
    // kube_features.go JobManagedBy: on since 1.32
    let is_strict = report.version() >= 32;
    if is_strict {
        job.ended(report);
        job.indexes(report);
        job.counts(report);
    }
    job.success(report);
    if is_strict {
        job.transitions(report);
    }
    job.success_stays(report);
}

fn is_true(status: &At<'_, '_>, kind: &str) -> bool {
    has_condition(status, kind, "True")
}

fn has_condition(status: &At<'_, '_>, kind: &str, is: &str) -> bool {
    let conditions = status.child("conditions");
    conditions.items().any(|at| at.child("type").text() == kind && at.child("status").text() == is)
}

fn is_finished(status: &At<'_, '_>) -> bool {
    is_true(status, "Complete") || is_true(status, "Failed")
}

fn time(at: &At<'_, '_>) -> Option<i64> {
    Time::parse(at.text(), Layout::Rfc3339).ok().map(|time| time.seconds)
}

fn uncounted(status: &At<'_, '_>, report: &mut Report) {
    let pods = status.child("uncountedTerminatedPods");
    let mut seen = HashSet::new();
    for list in ["succeeded", "failed"] {
        for uid in pods.child(list).items() {
            match uid.text() {
                "" => report.bad_text(&uid, "", "must not be empty"),
                text if !seen.insert(text) => report.duplicate(&uid, quote(text)),
                _ => {}
            }
        }
    }
}

impl Job<'_, '_, '_> {
    fn has_changed(&self, field: &str) -> bool {
        self.comparison.differ(&self.status.child(field), &self.old.child(field))
    }

    fn is_new(&self, kind: &str) -> bool {
        is_true(self.status, kind) != is_true(self.old, kind)
    }

    fn conditions(&self, detail: &str, report: &mut Report) {
        report.invalid_unseen(&self.status.child("conditions").at_key(), detail);
    }

    /// What a Job that has ended has, and what it has not.
    fn ended(&self, report: &mut Report) {
        let status = self.status;
        let (is_complete, is_failed) = (is_true(status, "Complete"), is_true(status, "Failed"));
        let (is_new_complete, is_new_failed) = (self.is_new("Complete"), self.is_new("Failed"));
        let is_target = is_true(status, "FailureTarget");
        if is_complete && is_failed && (is_new_complete || is_new_failed) {
            self.conditions("cannot set Complete=True and Failed=true conditions", report);
        }
        if is_complete && is_target && (is_new_complete || self.is_new("FailureTarget")) {
            self.conditions("cannot set Complete=True and FailureTarget=true conditions", report);
        }
        let (start, end) = (status.child("startTime"), status.child("completionTime"));
        let is_new_end = self.has_changed("completionTime");
        if is_new_complete || is_new_end {
            if end.is_set() && !is_complete {
                let detail = "cannot set completionTime when there is no Complete=True condition";
                report.invalid(&end, shown::time(&end, report.version()), detail);
            } else if !end.is_set() && is_complete {
                report.required(&end, "completionTime is required for Complete jobs");
            }
        }
        let is_new_start = self.has_changed("startTime");
        let is_early = time(&end).zip(time(&start)).is_some_and(|(end, start)| end < start);
        if is_early && (is_new_start || is_new_end) {
            let detail = match report.version() {
                ..34 => "completionTime cannot be set before startTime",
                _ => "must be equal to or after `startTime`",
            };
            report.invalid(&end, shown::time(&end, report.version()), detail);
        }
        if (is_new_failed || self.has_changed("failedIndexes")) && is_failed && !is_target {
            let detail = "cannot set Failed=True condition without the FailureTarget=true condition";
            self.conditions(detail, report);
        }
        let is_new_success = is_new_complete || self.is_new("SuccessCriteriaMet");
        if is_new_success && is_complete && !is_true(status, "SuccessCriteriaMet") {
            let detail = "cannot set Complete=True condition without the SuccessCriteriaMet=true condition";
            self.conditions(detail, report);
        }
        let is_finished = is_finished(status);
        let is_new_finished = is_finished != self::is_finished(self.old);
        let active = status.child("active");
        if is_finished && active.int_or_zero() > 0 && (is_new_finished || self.has_changed("active")) {
            report.invalid(&active, active.int_or_zero(), "active>0 is invalid for finished job");
        }
        // A suspended Job without completions ends without a start.
        let is_empty = self.spec.child("suspend").flag() && self.spec.child("completions").int() == Some(0);
        if is_finished && !start.is_set() && !is_empty && (is_new_finished || is_new_start) {
            report.required(&start, "startTime is required for finished job");
        }
        let pods = status.child("uncountedTerminatedPods");
        let has_pods = !pods.child("failed").is_empty() || !pods.child("succeeded").is_empty();
        if is_finished && has_pods && (is_new_finished || self.has_changed("uncountedTerminatedPods")) {
            let detail = match report.version() {
                ..34 => "uncountedTerminatedPods needs to be empty for finished job",
                _ => "must be empty for finished job",
            };
            let version = report.version();
            let lists = [("Succeeded", "succeeded"), ("Failed", "failed")]
                .map(|(name, field)| (name, shown::list_of("types.UID", &pods.child(field), version)));
            let shown = shown::structure("batch.UncountedTerminatedPods", &lists, version);
            report.invalid(&pods.at_key(), shown, detail);
        }
    }

    fn indexes(&self, report: &mut Report) {
        let (spec, status) = (self.spec, self.status);
        let (completed, failed) = (status.child("completedIndexes"), status.child("failedIndexes"));
        let (is_new_completed, is_new_failed) =
            (self.has_changed("completedIndexes"), self.has_changed("failedIndexes"));
        let completions = spec.child("completions").int();
        let has_limit = spec.child("backoffLimitPerIndex").is_set();
        if let (true, Some(completions)) = (is_new_completed, completions)
            && let Err(reason) = indexes::parse(completed.text(), completions)
        {
            let detail = format!("error parsing completedIndexes: {reason}");
            report.bad_text(&completed, completed.text(), &detail);
        }
        if let (true, true, Some(completions)) = (is_new_failed, has_limit && failed.is_set(), completions)
            && let Err(reason) = indexes::parse(failed.text(), completions)
        {
            let detail = format!("error parsing failedIndexes: {reason}");
            report.invalid(&failed, shown::text_in(report.version(), failed.text()), &detail);
        }
        let is_indexed = spec.child("completionMode").text() == "Indexed";
        if is_new_completed && !completed.text().is_empty() && !is_indexed {
            let detail = "cannot set non-empty completedIndexes when non-indexed completion mode";
            report.bad_text(&completed, completed.text(), detail);
        }
        if is_new_failed && failed.is_set() && !has_limit {
            let detail = "cannot set non-null failedIndexes when backoffLimitPerIndex is null";
            report.bad_text(&failed, failed.text(), detail);
        }
        if let (true, Some(completions)) = (is_new_failed || is_new_completed, completions)
            && let Some(index) = indexes::overlap(completed.text(), failed.text(), completions)
        {
            let detail = format!("failedIndexes and completedIndexes overlap at index: {index}");
            report.bad_text(&failed, failed.text(), &detail);
        }
    }

    fn counts(&self, report: &mut Report) {
        let status = self.status;
        let terminating = status.child("terminating");
        let is_new_finished = is_finished(status) != is_finished(self.old);
        if terminating.int_or_zero() > 0
            && is_finished(status)
            && (is_new_finished || self.has_changed("terminating"))
        {
            report.invalid(
                &terminating,
                terminating.int_or_zero(),
                "terminating>0 is invalid for finished job",
            );
        }
        let ready = status.child("ready");
        let is_new = self.has_changed("ready") || self.has_changed("active");
        if is_new && ready.int_or_zero() > status.child("active").int_or_zero() {
            report.invalid(&ready, ready.int_or_zero(), "cannot set more ready pods than active");
        }
    }

    fn success(&self, report: &mut Report) {
        let status = self.status;
        let is_met = is_true(status, "SuccessCriteriaMet");
        if is_met && is_true(status, "Failed") {
            self.conditions("cannot set SuccessCriteriaMet=True and Failed=true conditions", report);
        }
        if is_met && is_true(status, "FailureTarget") {
            self.conditions("cannot set SuccessCriteriaMet=True and FailureTarget=true conditions", report);
        }
        if self.spec.child("successPolicy").is_set() && !is_met && is_true(status, "Complete") {
            let detail = "cannot set Complete=True for Job with SuccessPolicy unless SuccessCriteriaMet=True";
            self.conditions(detail, report);
        }
    }

    /// What a status does not take back.
    fn transitions(&self, report: &mut Report) {
        let (spec, status, old) = (self.spec, self.status, self.old);
        for kind in ["Failed", "Complete", "FailureTarget"] {
            if is_true(old, kind) && !is_true(status, kind) {
                self.conditions(&format!("cannot disable the terminal {kind}=True condition"), report);
            }
        }
        // An Indexed Job can be scaled down.
        let [completions, parallelism] = ["completions", "parallelism"].map(|field| spec.child(field).int());
        let is_elastic = spec.child("completionMode").text() == "Indexed" && completions == parallelism;
        for (field, is_checked) in [("failed", true), ("succeeded", !is_elastic)] {
            let (count, before) = (status.child(field), old.child(field));
            if is_checked && count.int_or_zero() < before.int_or_zero() {
                let detail = format!("cannot decrease the {field} counter");
                report.invalid(&count, count.int_or_zero(), &detail);
            }
        }
        let (end, before) = (status.child("completionTime"), old.child("completionTime"));
        if end.is_set() && before.is_set() && time(&end) != time(&before) {
            let detail = match report.version() {
                ..34 => "completionTime cannot be mutated",
                _ => "field is immutable",
            };
            report.invalid(&end, shown::time(&end, report.version()), detail);
        }
        let (start, before) = (status.child("startTime"), old.child("startTime"));
        // The controller sets the time again when a Job resumes.
        let is_resuming = is_true(old, "Suspended") && has_condition(status, "Suspended", "False");
        let is_changed = before.is_set() && time(&start) != time(&before);
        if is_changed && !is_resuming && !spec.child("suspend").flag() {
            match report.version() {
                ..36 => report.required(&start, "startTime cannot be removed for unsuspended job"),
                _ => {
                    let detail = "field is immutable for unsuspended job once set";
                    report.invalid(&start, shown::time(&start, report.version()), detail);
                }
            }
        }
    }

    fn success_stays(&self, report: &mut Report) {
        let (is_met, was_met) =
            (is_true(self.status, "SuccessCriteriaMet"), is_true(self.old, "SuccessCriteriaMet"));
        if was_met && !is_met {
            self.conditions("cannot disable the SuccessCriteriaMet=True condition", report);
        }
        if is_true(self.old, "Complete") && !was_met && is_met {
            let detail = "cannot set SuccessCriteriaMet=True for Job already has Complete=true conditions";
            self.conditions(detail, report);
        }
    }
}
