//! ResourceQuotas and LimitRanges.
//
// kubernetes: pkg/apis/core/validation/validation.go ValidateResourceQuotaSpec, ValidateLimitRange

use std::collections::{HashMap, HashSet};

use crdc_vocabulary::go::quote;

use super::at::At;
use super::quantity::Quantity;
use super::report::Report;
use super::{resources, shown};

const QUOTA: [&str; 19] = [
    "cpu",
    "memory",
    "ephemeral-storage",
    "requests.cpu",
    "requests.memory",
    "requests.storage",
    "requests.ephemeral-storage",
    "limits.cpu",
    "limits.memory",
    "limits.ephemeral-storage",
    "pods",
    "resourcequotas",
    "services",
    "replicationcontrollers",
    "secrets",
    "persistentvolumeclaims",
    "configmaps",
    "services.nodeports",
    "services.loadbalancers",
];
const SCOPES: [&str; 7] = [
    "BestEffort",
    "CrossNamespacePodAffinity",
    "NotBestEffort",
    "NotTerminating",
    "PriorityClass",
    "Terminating",
    "VolumeAttributesClass",
];

/// A ResourceQuota.
pub(super) fn quota(root: &At<'_, '_>, report: &mut Report) {
    let spec = root.child("spec");
    for (name, value) in spec.child("hard").entries() {
        resources::name(&value, name, report);
        let is_huge = name.starts_with("hugepages-") || name.starts_with("requests.hugepages-");
        if !name.contains('/') && !QUOTA.contains(&name) && !is_huge {
            report.bad_text(&value.at_key(), name, "must be a standard resource for quota");
        }
        resources::amount(&value, name, report);
    }
    let scopes = spec.child("scopes");
    if scopes.items().any(|scope| !SCOPES.contains(&scope.text())) {
        report.invalid(&scopes, shown::list(&scopes, report.version()), "unsupported scope");
    }
    let has = |name: &str| scopes.items().any(|scope| scope.text() == name);
    for (one, other) in [("BestEffort", "NotBestEffort"), ("Terminating", "NotTerminating")] {
        if has(one) && has(other) {
            report.invalid(&scopes, shown::list(&scopes, report.version()), "conflicting scopes");
        }
    }
    let selector = spec.child("scopeSelector");
    let list = selector.child("matchExpressions");
    // Errors do not name the item.
    let shown_list = list.named(&selector, "matchExpressions");
    for requirement in list.items() {
        let (scope, operator, values) =
            (requirement.child("scopeName"), requirement.child("operator"), requirement.child("values"));
        if !SCOPES.contains(&scope.text()) {
            let place = scope.named(&shown_list, "scopeName");
            report.bad_text(&place, scope.text(), "unsupported scope");
        }
        match operator.text() {
            "In" | "NotIn" if values.is_empty() => {
                let detail =
                    "must be at least one value when `operator` is 'In' or 'NotIn' for scope selector";
                report.required(&values.named(&shown_list, "values"), detail);
            }
            "In" | "NotIn" | "Exists" | "DoesNotExist" => {}
            other => {
                let place = operator.named(&shown_list, "operator");
                report.bad_text(&place, other, "not a valid selector operator");
            }
        }
    }
}

/// A LimitRange.
pub(super) fn limits(root: &At<'_, '_>, report: &mut Report) {
    let spec = root.child("spec");
    let mut kinds = HashSet::new();
    for limit in spec.child("limits").items() {
        let kind = limit.child("type");
        let text = kind.text();
        report.against(&kind, text, crdc_vocabulary::names::against_qualified(text.as_bytes()));
        if !text.is_empty()
            && !text.contains('/')
            && !["Pod", "Container", "PersistentVolumeClaim"].contains(&text)
        {
            report.bad_text(&kind, text, "must be a standard limit type or fully qualified");
        }
        if !kinds.insert(text) {
            report.duplicate(&kind, quote(text));
        }
        let (least, most) = (limit.child("min"), limit.child("max"));
        let (default, request) = (limit.child("default"), limit.child("defaultRequest"));
        if text == "Pod" {
            for at in [&default, &request] {
                if !at.is_empty() {
                    report.forbidden(at, "may not be specified when `type` is 'Pod'");
                }
            }
        }
        if text == "PersistentVolumeClaim"
            && !least.child("storage").is_set()
            && !most.child("storage").is_set()
        {
            let detail = "either minimum or maximum storage value is required, but neither was provided";
            report.required(&limit.child("limits"), detail);
        }
        if text == "Pod" {
            ordered(&least, &most, Blamed::Smaller, "min value", "max value", report);
            continue;
        }
        ordered(&least, &most, Blamed::Smaller, "min value", "max value", report);
        ordered(&least, &request, Blamed::Larger, "min value", "default request value", report);
        ordered(&request, &most, Blamed::Smaller, "default request value", "max value", report);
        ordered(&request, &default, Blamed::Smaller, "default request value", "default limit value", report);
        ordered(&least, &default, Blamed::Larger, "min value", "default value", report);
        ordered(&default, &most, Blamed::Smaller, "default value", "max value", report);
    }
}

/// Which amount an error is about.
#[derive(Clone, Copy)]
enum Blamed {
    Smaller,
    Larger,
}

/// Amounts that are at most others of the same name.
fn ordered(
    smaller: &At<'_, '_>,
    larger: &At<'_, '_>,
    blamed: Blamed,
    one: &str,
    other: &str,
    report: &mut Report,
) {
    let bounds: HashMap<&str, At<'_, '_>> = larger.entries().collect();
    for (name, value) in smaller.entries() {
        let Some(bound) = bounds.get(name) else { continue };
        if let (Some(small), Some(large)) = (Quantity::at(&value), Quantity::at(bound))
            && small.nanos > large.nanos
        {
            let place = match blamed {
                Blamed::Smaller => &value,
                Blamed::Larger => bound,
            };
            let (small, large) = (small.text(), large.text());
            report.invalid_unseen(place, &format!("{one} {small} is greater than {other} {large}"));
        }
    }
}
