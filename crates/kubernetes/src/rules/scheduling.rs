//! Rules of scheduling pods: affinity, tolerations, topology spread.
//
// kubernetes: pkg/apis/core/validation/validation.go validateAffinity, ValidateTolerations,
// validateTopologySpreadConstraints

use std::collections::HashSet;

use crdc_vocabulary::go::quote;
use crdc_vocabulary::names;

use super::at::At;
use super::metadata::labels;
use super::report::Report;
use super::selector::{label_name, label_values, number_of_values, selector};

/// Checks all parts of a pod's spec that determine where it may run.
pub(super) fn scheduling(spec: &At<'_, '_>, report: &mut Report) {
    labels(&spec.child("nodeSelector"), report);
    let affinity = spec.child("affinity");
    let node = affinity.child("nodeAffinity");
    let required = node.child(REQUIRED);
    if required.is_set() {
        node_selector(&required, report);
    }
    for term in node.child(PREFERRED).items() {
        weight(&term.child("weight"), report);
        // Values of preferred terms are not checked.
        node_term(&term.child("preference"), false, report);
    }
    for kind in ["podAffinity", "podAntiAffinity"] {
        let kind = affinity.child(kind);
        kind.child(REQUIRED).items().for_each(|term| pod_term(&term, report));
        for term in kind.child(PREFERRED).items() {
            weight(&term.child("weight"), report);
            pod_term(&term.child("podAffinityTerm"), report);
        }
    }
    tolerations(&spec.child("tolerations"), report);
    spreading(&spec.child("topologySpreadConstraints"), report);
}

pub(super) const REQUIRED: &str = "requiredDuringSchedulingIgnoredDuringExecution";
pub(super) const PREFERRED: &str = "preferredDuringSchedulingIgnoredDuringExecution";

fn weight(at: &At<'_, '_>, report: &mut Report) {
    let weight = at.int_or_zero();
    if !(1..=100).contains(&weight) {
        report.invalid(at, weight, "must be in the range 1-100");
    }
}

/// A node selector.
// ValidateNodeSelector
pub(super) fn node_selector(at: &At<'_, '_>, report: &mut Report) {
    let terms = at.child("nodeSelectorTerms");
    if terms.is_empty() {
        report.required(&terms, "must have at least one node selector term");
    }
    terms.items().for_each(|term| node_term(&term, true, report));
}

fn node_term(term: &At<'_, '_>, checks_values: bool, report: &mut Report) {
    for requirement in term.child("matchExpressions").items() {
        let (operator, values) = (requirement.child("operator"), requirement.child("values"));
        match operator.text() {
            "Gt" | "Lt" if values.len() != 1 => {
                report.required(&values, "must be specified single value when `operator` is 'Lt' or 'Gt'");
            }
            "Gt" | "Lt" => {}
            "In" | "NotIn" | "Exists" | "DoesNotExist" => number_of_values(&operator, &values, report),
            other => report.invalid(&operator, quote(other), "not a valid selector operator"),
        }
        label_name(&requirement.child("key"), report);
        if checks_values {
            label_values(&values, report);
        }
    }
}

// validatePodAffinityTerm
fn pod_term(term: &At<'_, '_>, report: &mut Report) {
    selector(&term.child("labelSelector"), report);
    selector(&term.child("namespaceSelector"), report);
    let list = term.child("namespaces");
    for namespace in list.items() {
        let reasons = names::against_namespace(namespace.text().as_bytes());
        report.against(&namespace.named(term, "namespace"), namespace.text(), reasons);
    }
    let key = term.child("topologyKey");
    if key.text().is_empty() {
        report.required(&key, "can not be empty");
    }
    label_name(&key, report);
}

fn tolerations(at: &At<'_, '_>, report: &mut Report) {
    for toleration in at.items() {
        let [key, operator, value, effect] =
            ["key", "operator", "value", "effect"].map(|field| toleration.child(field).text());
        let place = toleration.child("operator");
        if !key.is_empty() {
            label_name(&toleration.child("key"), report);
        } else if operator != "Exists" {
            let detail =
                "operator must be Exists when `key` is empty, which means \"match all values and all keys\"";
            report.bad_text(&place, operator, detail);
        }
        if toleration.child("tolerationSeconds").is_set() && effect != "NoExecute" {
            let detail = "effect must be 'NoExecute' when `tolerationSeconds` is set";
            report.bad_text(&toleration.child("effect"), effect, detail);
        }
        match operator {
            "" | "Equal" => {
                let reasons = names::against_label_value_of(report.minor(), value.as_bytes());
                report.against_at_once(&place, value, reasons, ";");
            }
            "Exists" if !value.is_empty() => {
                report.bad_text(&place, value, "value must be empty when `operator` is 'Exists'");
            }
            "Exists" => {}
            // kube_features.go TaintTolerationComparisonOperators: known since 1.35, and off.
            "Gt" | "Lt" if report.version() >= 35 => {
                report.unsupported_shown(&place, &quote(operator), &["Equal", "Exists", "Lt", "Gt"]);
            }
            other => report.unsupported(&place, other, &["Equal", "Exists"]),
        }
        report.one_of(&toleration.child("effect"), &["NoSchedule", "PreferNoSchedule", "NoExecute"]);
    }
}

fn spreading(at: &At<'_, '_>, report: &mut Report) {
    let pair = |at: &At<'_, '_>| {
        (at.child("topologyKey").text().to_owned(), at.child("whenUnsatisfiable").text().to_owned())
    };
    let all: Vec<_> = at.items().map(|constraint| pair(&constraint)).collect();
    let mut later = HashSet::new();
    let repeated: Vec<bool> = all.iter().rev().map(|pair| !later.insert(pair)).collect();
    for (constraint, repeated) in at.items().zip(repeated.into_iter().rev()) {
        let skew = constraint.child("maxSkew");
        if skew.int_or_zero() <= 0 {
            report.invalid(&skew, skew.int_or_zero(), "must be greater than zero");
        }
        let (key, action) = (constraint.child("topologyKey"), constraint.child("whenUnsatisfiable"));
        if key.text().is_empty() {
            report.required(&key, "can not be empty");
        }
        let actions = ["DoNotSchedule", "ScheduleAnyway"];
        if !actions.contains(&action.text()) {
            report.unsupported(&action, action.text(), &actions);
        }
        if repeated {
            let place = key.named(&constraint, "{topologyKey, whenUnsatisfiable}");
            report.duplicate(&place, quote(&format!("{{{}, {}}}", key.text(), action.text())));
        }
        let domains = constraint.child("minDomains");
        if let Some(number) = domains.int() {
            if number <= 0 {
                report.invalid(&domains, number, "must be greater than zero");
            }
            if action.text() != "DoNotSchedule" {
                let detail = format!(
                    "can only use minDomains if whenUnsatisfiable=DoNotSchedule, not {}",
                    action.text()
                );
                report.invalid(&domains, number, &detail);
            }
        }
        for policy in ["nodeAffinityPolicy", "nodeTaintsPolicy"] {
            report.one_of_if_set(&constraint.child(policy), &["Honor", "Ignore"]);
        }
        selector(&constraint.child("labelSelector"), report);
    }
}
