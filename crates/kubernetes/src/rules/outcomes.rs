//! Rules of the failure and success policies of Jobs.
//
// kubernetes: pkg/apis/batch/validation/validation.go validatePodFailurePolicy, validateSuccessPolicy

use std::cell::OnceCell;
use std::collections::HashSet;

use crdc_vocabulary::names;

use super::at::At;
use super::indexes;
use super::report::Report;
use super::shown;

const ACTIONS: [&str; 4] = ["Count", "FailIndex", "FailJob", "Ignore"];

/// The policy of failures of a Job's `spec`.
pub(super) fn failure(spec: &At<'_, '_>, report: &mut Report) {
    let has_limit = spec.child("backoffLimitPerIndex").is_set();
    let policy = spec.child("podFailurePolicy");
    let rules = policy.child("rules");
    report.too_many(&rules, 20);
    let containers = OnceCell::new();
    for rule in rules.items() {
        let action = rule.child("action");
        match action.text() {
            "" => {
                report.required(&action, "valid values: [\"Count\" \"FailIndex\" \"FailJob\" \"Ignore\"]");
            }
            "FailIndex" if !has_limit => {
                report.bad_text(&action, "FailIndex", "requires the backoffLimitPerIndex to be set");
            }
            _ => report.one_of(&action, &ACTIONS),
        }
        let (codes, conditions) = (rule.child("onExitCodes"), rule.child("onPodConditions"));
        if codes.is_set() {
            exit_codes(&codes, |name| containers.get_or_init(|| names_of(spec)).contains(name), report);
        }
        report.too_many(&conditions, 20);
        for condition in conditions.items() {
            let kind = condition.child("type");
            report.against(
                &kind,
                kind.text(),
                names::against_qualified_of(report.minor(), kind.text().as_bytes()),
            );
            report.one_of(&condition.child("status"), &["False", "True", "Unknown"]);
        }
        match (codes.is_set(), !conditions.is_empty()) {
            (true, true) => report
                .invalid_unseen(&rule, "specifying both OnExitCodes and OnPodConditions is not supported"),
            (false, false) => {
                report.invalid_unseen(&rule, "specifying one of OnExitCodes and OnPodConditions is required")
            }
            _ => {}
        }
    }
}

// validatePodFailurePolicyRuleOnExitCodes
fn exit_codes(at: &At<'_, '_>, has_container: impl Fn(&str) -> bool, report: &mut Report) {
    let operator = at.child("operator");
    match operator.text() {
        "" => report.required(&operator, "valid values: [\"In\" \"NotIn\"]"),
        _ => report.one_of(&operator, &["In", "NotIn"]),
    }
    let name = at.child("containerName");
    if name.is_set() && !has_container(name.text()) {
        let detail = "must be one of the container or initContainer names in the pod template";
        report.bad_text(&name, name.text(), detail);
    }
    let values = at.child("values");
    if values.is_empty() {
        let shown = shown::numbers(&values, report.version());
        report.invalid(&values, shown, "at least one value is required");
    }
    report.too_many(&values, 255);
    let mut seen = HashSet::new();
    let mut last = None;
    let mut is_ordered = true;
    for value in values.items() {
        let number = value.int_or_zero();
        if operator.text() == "In" && number == 0 {
            report.invalid(&value, number, "must not be 0 for the In operator");
        }
        if !seen.insert(number) {
            report.duplicate(&value, number);
        }
        is_ordered &= last.is_none_or(|last| last <= number);
        last = Some(number);
    }
    if !is_ordered {
        report.invalid(&values, shown::numbers(&values, report.version()), "must be ordered");
    }
}

/// The names of containers that end with a code.
fn names_of<'n>(spec: &At<'_, 'n>) -> HashSet<&'n str> {
    let template = spec.child("template");
    let pod = template.child("spec");
    let (containers, init) = (pod.child("containers"), pod.child("initContainers"));
    containers.items().chain(init.items()).map(|container| container.child("name").text()).collect()
}

/// The policy of success of a Job's `spec`, which only Jobs with indexes have.
// validateSuccessPolicyRule
pub(super) fn success(spec: &At<'_, '_>, completions: Option<i64>, report: &mut Report) {
    let policy = spec.child("successPolicy");
    let rules = policy.child("rules");
    if rules.is_empty() {
        let detail = "at least one rules must be specified when the successPolicy is specified";
        report.required(&rules, detail);
    }
    report.too_many(&rules, 20);
    for rule in rules.items() {
        let count = rule.child("succeededCount");
        if !count.is_set() && !rule.child("succeededIndexes").is_set() {
            let detail = "at least one of succeededCount or succeededIndexes must be specified";
            report.required(&rule, detail);
        }
        let at = rule.child("succeededIndexes");
        if at.text().len() > 64 * 1024 {
            report.too_long(&at, 64 * 1024);
        }
        let named = completions.filter(|_| at.is_set()).map(|all| indexes::parse(at.text(), all));
        if let Some(Err(reason)) = &named {
            let detail = format!("error parsing succeededIndexes: {reason}");
            report.bad_text(&at, at.text(), &detail);
        }
        report.not_negative(&count);
        let (Some(number), Some(all)) = (count.int(), completions) else { continue };
        if number > all {
            let detail = format!("must be less than or equal to {all} (the number of specified completions)");
            report.invalid(&count, number, &detail);
        }
        // A text that cannot be read names no index.
        if let Some(named) = named.map(Result::unwrap_or_default).filter(|named| number > *named) {
            let detail = format!(
                "must be less than or equal to {named} (the number of indexes in the specified succeededIndexes field)"
            );
            report.invalid(&count, number, &detail);
        }
    }
}
