//! Rules of scheduling pods: affinity, tolerations, topology spread.
//
// kubernetes: pkg/apis/core/validation/validation.go validateAffinity, ValidateTolerations,
// validateTopologySpreadConstraints

use std::collections::{HashMap, HashSet};

use crdc_vocabulary::go::quote;
use crdc_vocabulary::names;

use super::at::At;
use super::report::Report;
use super::selector::{label_name, label_values, number_of_values, selector};

/// The affinity of a pod's spec. `metadata` is that of a pod, if it is one.
pub(super) fn affinity(spec: &At<'_, '_>, metadata: Option<&At<'_, '_>>, report: &mut Report) {
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
        kind.child(REQUIRED).items().for_each(|term| pod_term(&term, metadata, report));
        for term in kind.child(PREFERRED).items() {
            weight(&term.child("weight"), report);
            pod_term(&term.child("podAffinityTerm"), metadata, report);
        }
    }
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
        // A stored object may have other values.
        if checks_values && !report.is_update() {
            label_values(&values, report);
        }
    }
    for requirement in term.child("matchFields").items() {
        field_requirement(&requirement, report);
    }
}

// ValidateNodeFieldSelectorRequirement
fn field_requirement(requirement: &At<'_, '_>, report: &mut Report) {
    let [operator, key, values] = ["operator", "key", "values"].map(|field| requirement.child(field));
    match operator.text() {
        "In" | "NotIn" if values.len() != 1 => {
            let detail = "must be only one value when `operator` is 'In' or 'NotIn' for node field selector";
            report.required(&values, detail);
        }
        "In" | "NotIn" => {}
        other => report.bad_text(&operator, other, "not a valid selector operator"),
    }
    if key.text() != "metadata.name" {
        report.bad_text(&key, key.text(), "not a valid field selector key");
        return;
    }
    for value in values.items() {
        report.against(&value, value.text(), names::against_name(value.text().as_bytes()));
    }
}

/// The lists of keys of labels that become part of the selector of `at`. `metadata` is that of a pod, whose
/// labels the server adds to the selector.
// ValidateMatchLabelKeysAndMismatchLabelKeys; pkg/registry/core/pod/strategy.go
// applyMatchLabelKeysAndMismatchLabelKeys
fn label_keys(at: &At<'_, '_>, metadata: Option<&At<'_, '_>>, report: &mut Report) {
    let (matched, mismatched) = (at.child("matchLabelKeys"), at.child("mismatchLabelKeys"));
    let selector = at.child("labelSelector");
    for list in [&matched, &mismatched].into_iter().filter(|list| !list.is_empty()) {
        if !selector.is_set() {
            report.forbidden(list, "must not be specified when labelSelector is not set");
            continue;
        }
        list.items().for_each(|key| label_name(&key, report));
    }
    let places: HashMap<&str, usize> =
        matched.items().enumerate().map(|(index, key)| (key.text(), index)).collect();
    if selector.is_set() && !places.is_empty() {
        let (equal, expressions) = (selector.child("matchLabels"), selector.child("matchExpressions"));
        let mut known: HashSet<&str> = equal.entries().map(|(key, _)| key).collect();
        let metadata = metadata.filter(|_| !report.is_update());
        let has = metadata.map(|metadata| metadata.child("labels").index()).unwrap_or_default();
        let added = matched.items().chain(mismatched.items()).map(|key| key.text());
        let written: Vec<&str> = expressions.items().map(|item| item.child("key").text()).collect();
        for key in written.into_iter().chain(added.filter(|key| has.contains_key(key))) {
            if let Some(index) = places.get(key).filter(|_| known.contains(key)) {
                let detail = "exists in both matchLabelKeys and labelSelector";
                report.bad_text(&at.item(*index), key, detail);
            }
            known.insert(key);
        }
    }
    let other: HashSet<&str> = mismatched.items().map(|key| key.text()).collect();
    for key in matched.items().filter(|key| other.contains(key.text())) {
        report.bad_text(&key, key.text(), "exists in both matchLabelKeys and mismatchLabelKeys");
    }
}

/// `matchLabelKeys` of a topology spread constraint, before 1.34.
// ValidateMatchLabelKeysInTopologySpread
fn spreading_keys(at: &At<'_, '_>, report: &mut Report) {
    let (list, selector) = (at.child("matchLabelKeys"), at.child("labelSelector"));
    if list.is_empty() {
        return;
    }
    if !selector.is_set() {
        report.forbidden(&list, "must not be specified when labelSelector is not set");
    }
    let (equal, expressions) = (selector.child("matchLabels"), selector.child("matchExpressions"));
    let mut known: HashSet<&str> = equal.entries().map(|(key, _)| key).collect();
    known.extend(expressions.items().map(|item| item.child("key").text()));
    for key in list.items() {
        label_name(&key, report);
        if known.contains(key.text()) {
            report.bad_text(&key, key.text(), "exists in both matchLabelKeys and labelSelector");
        }
    }
}

// validatePodAffinityTerm
fn pod_term(term: &At<'_, '_>, metadata: Option<&At<'_, '_>>, report: &mut Report) {
    selector(&term.child("labelSelector"), report);
    selector(&term.child("namespaceSelector"), report);
    let list = term.child("namespaces");
    for namespace in list.items() {
        let reasons = names::against_namespace(namespace.text().as_bytes());
        report.against(&namespace.named(term, "namespace"), namespace.text(), reasons);
    }
    label_keys(term, metadata, report);
    let key = term.child("topologyKey");
    if key.text().is_empty() {
        report.required(&key, "can not be empty");
    }
    label_name(&key, report);
}

pub(super) fn tolerations(at: &At<'_, '_>, report: &mut Report) {
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

/// The constraints of a pod's spread.
pub(super) fn spreading(at: &At<'_, '_>, metadata: Option<&At<'_, '_>>, report: &mut Report) {
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
        // kube_features.go MatchLabelKeysInPodTopologySpreadSelectorMerge: on since 1.34. An old pod may
        // break the rules of another version.
        match report.version() {
            _ if report.is_update() => {}
            ..34 => spreading_keys(&constraint, report),
            _ => label_keys(&constraint, metadata, report),
        }
        selector(&constraint.child("labelSelector"), report);
    }
}
