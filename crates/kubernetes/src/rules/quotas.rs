//! Rules of ResourceQuotas and LimitRanges.
//
// kubernetes: pkg/apis/core/validation/validation.go ValidateResourceQuotaSpec, ValidateLimitRange

use std::collections::{BTreeMap, HashSet};

use crdc_source::Span;
use crdc_vocabulary::go::quote;

use super::at::At;
use super::report::Report;
use super::{resources, shown};
use crate::quantity::Quantity;

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
        // pkg/apis/core/helper/helpers.go standardQuotaResources: all but `storage`.
        let is_known = name != "storage" && resources::STANDARD.contains(&name);
        if !name.contains('/') && !is_known && !resources::is_huge_in_quota(name) {
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
        let reasons = crdc_vocabulary::names::against_qualified_of(report.minor(), text.as_bytes());
        let is_good = reasons.is_empty();
        report.against(&kind, text, reasons);
        if is_good && !text.contains('/') && !["Pod", "Container", "PersistentVolumeClaim"].contains(&text) {
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
        let least = ("min value", &amounts(&least));
        let most = ("max value", &amounts(&most));
        ordered(least, most, &limit.child("min"), Shown::Smaller, report);
        if text == "Pod" {
            continue;
        }
        let (mut limits, mut requests) = (amounts(&default), amounts(&request));
        if text == "Container" {
            // SetDefaults_LimitRangeItem
            fill(&mut limits, most.1);
            fill(&mut requests, &limits);
            fill(&mut requests, least.1);
        }
        let asked = ("default request value", &requests);
        ordered(least, asked, &request, Shown::Larger, report);
        ordered(asked, most, &request, Shown::Smaller, report);
        ordered(asked, ("default limit value", &limits), &request, Shown::Smaller, report);
        ordered(least, ("default value", &limits), &default, Shown::Smaller, report);
        ordered(("default value", &limits), most, &default, Shown::Larger, report);
    }
}

/// Amounts by the names of resources, and where they are written.
type Amounts<'n> = BTreeMap<&'n str, (Quantity, Span)>;

fn amounts<'n>(at: &At<'_, 'n>) -> Amounts<'n> {
    let all = at.entries().filter_map(|(name, at)| Some((name, (Quantity::at(&at)?, at.span()))));
    all.collect()
}

/// Adds the amounts that are missing.
fn fill<'n>(amounts: &mut Amounts<'n>, from: &Amounts<'n>) {
    for (name, amount) in from {
        amounts.entry(name).or_insert(*amount);
    }
}

/// Which of two amounts the error shows.
#[derive(Clone, Copy)]
enum Shown {
    Smaller,
    Larger,
}

/// Checks that amounts are at most other amounts of the same name. `at` is the place of the errors.
fn ordered(
    (one, smaller): (&str, &Amounts<'_>),
    (other, larger): (&str, &Amounts<'_>),
    at: &At<'_, '_>,
    shown: Shown,
    report: &mut Report,
) {
    let mut written = None;
    for (name, (small, span)) in smaller {
        let Some((large, _)) = larger.get(name).filter(|(large, _)| small.nanos > large.nanos) else {
            continue;
        };
        let (small, large) = (small.text(), large.text());
        let seen = match shown {
            Shown::Smaller => &small,
            Shown::Larger => &large,
        };
        let detail = format!("{one} {small} is greater than {other} {large}");
        // An amount that the server fills in is shown where it was copied from.
        let written = written.get_or_insert_with(|| at.index());
        let span = written.get(name).map_or(*span, |node| node.span);
        report.invalid_whole(&at.key_without_value(name).shown_at(span), &quote(seen), &detail);
    }
}
