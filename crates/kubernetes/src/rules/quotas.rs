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
    // The last one: servers before 1.33 do not know it.
    "VolumeAttributesClass",
];

/// A ResourceQuota.
pub(super) fn quota(root: &At<'_, '_>, report: &mut Report) {
    let spec = root.child("spec");
    for (name, value) in spec.child("hard").entries() {
        resources::name(&value, name, report);
        if !name.contains('/') && !is_standard(name) {
            report.bad_text(&value.at_key(), name, "must be a standard resource for quota");
        }
        resources::amount(&value, name, report);
    }
    let scopes = spec.child("scopes");
    let known = scopes_of(report.version());
    let hard = spec.child("hard");
    let (mut seen, mut details) = (HashSet::new(), HashSet::new());
    // A server repeats equal errors, and drops all but the first.
    for scope in scopes.items().filter(|scope| seen.insert(scope.text())) {
        let is_unknown = !known.contains(&scope.text());
        let is_unfit = !is_unknown && misses(scope.text(), &hard);
        for (is_wrong, detail) in [(is_unknown, "unsupported scope"), (is_unfit, UNFIT)] {
            if is_wrong && details.insert(detail) {
                report.invalid(&scopes, shown::list(&scopes, report.version()), detail);
            }
        }
    }
    let has = |name: &str| scopes.items().any(|scope| scope.text() == name);
    for (one, other) in CONFLICTS {
        if has(one) && has(other) {
            report.invalid(&scopes, shown::list(&scopes, report.version()), "conflicting scopes");
        }
    }
    let selector = spec.child("scopeSelector");
    let list = selector.child("matchExpressions");
    let (mut selected, mut is_unfit) = (HashSet::new(), false);
    // Errors do not name the item.
    let shown_list = list.named(&selector, "matchExpressions");
    for requirement in list.items() {
        let (scope, operator, values) =
            (requirement.child("scopeName"), requirement.child("operator"), requirement.child("values"));
        let is_known = known.contains(&scope.text());
        if !is_known {
            let place = scope.named(&shown_list, "scopeName");
            report.bad_text(&place, scope.text(), "unsupported scope");
        }
        // The error is the same for all.
        if is_known && !is_unfit && !selected.contains(scope.text()) && misses(scope.text(), &hard) {
            is_unfit = true;
            report.invalid_whole(&shown_list, &shown_selector(&list), UNFIT);
        }
        if ONLY_EXISTS.contains(&scope.text()) && operator.text() != "Exists" {
            let place = operator.named(&shown_list, "operator");
            report.bad_text(&place, operator.text(), MUST_EXIST);
        }
        selected.insert(scope.text());
        match operator.text() {
            "In" | "NotIn" if values.is_empty() => {
                let detail =
                    "must be at least one value when `operator` is 'In' or 'NotIn' for scope selector";
                report.required(&values.named(&shown_list, "values"), detail);
            }
            "Exists" | "DoesNotExist" if !values.is_empty() => {
                let detail =
                    "must be no value when `operator` is 'Exist' or 'DoesNotExist' for scope selector";
                let shown = shown::list(&values, report.version());
                report.invalid(&values.named(&shown_list, "values"), shown, detail);
            }
            "In" | "NotIn" | "Exists" | "DoesNotExist" => {}
            other => {
                let place = operator.named(&shown_list, "operator");
                report.bad_text(&place, other, "not a valid selector operator");
            }
        }
    }
    for (one, other) in CONFLICTS {
        if selected.contains(one) && selected.contains(other) {
            let shown =
                if scopes.is_set() { shown::list(&scopes, report.version()) } else { "null".to_owned() };
            report.invalid_whole(&shown_list, &shown, "conflicting scopes");
        }
    }
}

const UNFIT: &str = "unsupported scope applied to resource";
const CONFLICTS: [(&str, &str); 2] = [("BestEffort", "NotBestEffort"), ("Terminating", "NotTerminating")];
const MUST_EXIST: &str = "must be 'Exists' when scope is any of ResourceQuotaScopeTerminating, \
     ResourceQuotaScopeNotTerminating, ResourceQuotaScopeBestEffort, ResourceQuotaScopeNotBestEffort or \
     ResourceQuotaScopeCrossNamespacePodAffinity";
/// The scopes that are there or not, without values.
const ONLY_EXISTS: [&str; 5] =
    ["BestEffort", "CrossNamespacePodAffinity", "NotBestEffort", "NotTerminating", "Terminating"];

/// The scopes of a version.
fn scopes_of(version: u8) -> &'static [&'static str] {
    // kube_features.go VolumeAttributesClass: on since 1.34. The scope is known since 1.33.
    if version >= 33 { &SCOPES } else { SCOPES.split_last().map_or(&[], |(_, scopes)| scopes) }
}

/// Whether a scope does not fit one of the resources of a quota.
// pkg/apis/core/helper/helpers.go IsResourceQuotaScopeValidForResource
fn misses(scope: &str, hard: &At<'_, '_>) -> bool {
    const OF_PODS: [&str; 7] =
        ["pods", "cpu", "memory", "limits.cpu", "limits.memory", "requests.cpu", "requests.memory"];
    let fitting: &[&str] = match scope {
        "BestEffort" => &["pods"],
        "VolumeAttributesClass" => &["persistentvolumeclaims", "requests.storage"],
        "Terminating"
        | "NotTerminating"
        | "NotBestEffort"
        | "PriorityClass"
        | "CrossNamespacePodAffinity" => &OF_PODS,
        _ => return false,
    };
    hard.entries().any(|(name, _)| is_standard(name) && !fitting.contains(&name))
}

/// Whether a name without a domain is one that quotas can have.
// pkg/apis/core/helper/helpers.go standardQuotaResources: all but `storage`.
pub(super) fn is_standard(name: &str) -> bool {
    (name != "storage" && resources::STANDARD.contains(&name)) || resources::is_huge_in_quota(name)
}

/// The selector of scopes as JSON.
fn shown_selector(list: &At<'_, '_>) -> String {
    let all: Vec<String> = list
        .items()
        .map(|item| {
            let [scope, operator, values] =
                ["scopeName", "operator", "values"].map(|field| item.child(field));
            let values = values.node().map_or_else(|| "null".to_owned(), crdc_source::Node::to_go_json);
            let fields = [
                ("ScopeName", shown::text(scope.text())),
                ("Operator", shown::text(operator.text())),
                ("Values", values),
            ];
            shown::object(&fields)
        })
        .collect();
    shown::object(&[("MatchExpressions", format!("[{}]", all.join(",")))])
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
        for field in ["max", "min", "default", "defaultRequest", "maxLimitRequestRatio"] {
            if text != "Pod" || !field.starts_with("default") {
                names(text, &limit.child(field), report);
            }
        }
        ordered(least, most, &limit.child("min"), Shown::Smaller, report);
        ratios(&limit.child("maxLimitRequestRatio"), least.1, most.1, report);
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
        equal(&limits, &requests, &request, report);
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

/// The names of resources of a limit of this kind.
// validateLimitRangeResourceName
fn names(kind: &str, at: &At<'_, '_>, report: &mut Report) {
    for (name, value) in at.entries() {
        match kind {
            "Pod" | "Container" => resources::container_name(&value, name, report),
            _ => {
                resources::name(&value, name, report);
            }
        }
    }
}

/// How much larger limits may be than requests.
fn ratios(at: &At<'_, '_>, least: &Amounts<'_>, most: &Amounts<'_>, report: &mut Report) {
    const ONE: i128 = 1_000_000_000;
    for (name, value) in at.entries() {
        let Some(ratio) = Quantity::at(&value) else { continue };
        if ratio.nanos < ONE {
            let detail = format!("ratio {} is less than 1", ratio.text());
            report.invalid_whole(&value, &quote(&ratio.text()), &detail);
        }
        let (Some((small, _)), Some((large, _))) = (least.get(name), most.get(name)) else { continue };
        // The server compares thousandths as floats; a minimum of zero allows any ratio.
        let limit = large.nanos as f64 / small.nanos as f64;
        if ratio.nanos as f64 / ONE as f64 > limit {
            let detail = format!("ratio {} is greater than max/min = {limit:.6}", ratio.text());
            report.invalid_whole(&value, &quote(&ratio.text()), &detail);
        }
    }
}

/// Resources that cannot be shared have equal defaults of limits and requests.
fn equal(limits: &Amounts<'_>, requests: &Amounts<'_>, at: &At<'_, '_>, report: &mut Report) {
    for (name, (request, span)) in requests.iter().filter(|(name, _)| !resources::is_shared(name)) {
        let Some((limit, _)) = limits.get(name).filter(|(limit, _)| limit.nanos != request.nanos) else {
            continue;
        };
        let (limit, request) = (limit.text(), request.text());
        let detail = format!("default value {limit} must equal to defaultRequest value {request} in {name}");
        report.invalid_whole(&at.key_without_value(name).shown_at(*span), &quote(&request), &detail);
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
