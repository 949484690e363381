//! Rules of HorizontalPodAutoscalers and PodDisruptionBudgets.
//
// kubernetes: pkg/apis/autoscaling/validation/validation.go, pkg/apis/policy/validation/validation.go

use crdc_vocabulary::names;

use super::at::At;
use super::report::Report;
use super::resources;
use super::selector::selector;
use super::shown;
use super::workloads::number_or_percent;
use crate::quantity::Quantity;

/// The types of metrics, sorted.
const METRICS: [&str; 5] = ["ContainerResource", "External", "Object", "Pods", "Resource"];

/// The sources of metrics: the type that names a source, and its field, in the order in which the server
/// checks them.
const SOURCES: [(&str, &str); 5] = [
    ("Object", "object"),
    ("External", "external"),
    ("Pods", "pods"),
    ("Resource", "resource"),
    ("ContainerResource", "containerResource"),
];

const SCALED: &str =
    "only a server with the feature gate HPAScaleToZero accepts this; it is off by default before 1.37";

/// A HorizontalPodAutoscaler.
pub(super) fn autoscaler(root: &At<'_, '_>, old: Option<&At<'_, '_>>, is_v2: bool, report: &mut Report) {
    let spec = root.child("spec");
    let (least, most) = (spec.child("minReplicas"), spec.child("maxReplicas"));
    // kube_features.go HPAScaleToZero: off before 1.37. A stored value can stay.
    let was_zero = old.is_some_and(|old| old.child("spec").child("minReplicas").int() == Some(0));
    let bound = if was_zero || report.version() >= 37 { 0 } else { 1 };
    let is_scaled = least.int() == Some(0) && !has_only_use(root);
    if let Some(number) = least.int().filter(|number| *number < bound) {
        let detail = format!("must be greater than or equal to {bound}");
        let from = report.count();
        report.invalid(&least, number, &detail);
        // Users of such metrics may have a server with the feature.
        if is_scaled {
            report.demote(from..report.count(), SCALED);
        }
    }
    let number = most.int_or_zero();
    match number {
        1.. => {}
        _ if report.version() < 36 => report.invalid(&most, number, "must be greater than 0"),
        0 => report.required(&most, "must be set and greater than 0"),
        _ => report.invalid(&most, number, "must be greater than or equal to 1"),
    }
    // The default is 1.
    if number < least.int().unwrap_or(1) {
        report.invalid(&most, number, "must be greater than or equal to `minReplicas`");
    }
    let target = spec.child("scaleTargetRef");
    reference(&target, report);
    let is_kept = old.is_some_and(|old| {
        let spec = old.child("spec");
        let stored = spec.child("scaleTargetRef");
        ["apiVersion", "kind"].iter().all(|field| stored.child(field).text() == target.child(field).text())
    });
    if !is_kept {
        let is_core = target.child("kind").text() == "ReplicationController";
        api_version(&target.child("apiVersion"), is_core, report);
    }
    if is_v2 {
        spec.child("metrics").items().for_each(|metric| self::metric(&metric, report));
    }
    // validateMetrics
    if least.int() == Some(0) && !is_scaled {
        let detail =
            "must specify at least one Object or External metric to support scaling to zero replicas";
        report.forbidden(&spec.child("metrics"), detail);
    }
    if is_v2 {
        let behavior = spec.child("behavior");
        for direction in ["scaleUp", "scaleDown"] {
            let rules = behavior.child(direction);
            if rules.is_set() {
                scaling(&rules, report);
            }
        }
    }
}

/// Whether the object certainly has no metric of the type `Object` or `External`.
fn has_only_use(root: &At<'_, '_>) -> bool {
    let (metadata, spec) = (root.child("metadata"), root.child("spec"));
    // v1 has its other metrics there.
    let annotations = metadata.child("annotations");
    let has_more = annotations.key("autoscaling.alpha.kubernetes.io/metrics").is_set();
    let knows = |metric: &At<'_, '_>| ["Object", "External"].contains(&metric.child("type").text());
    !has_more && !spec.child("metrics").items().any(|metric| knows(&metric))
}

/// The version of an object that is referred to. `is_core` is whether it may be one of the core group.
// ValidateAPIVersion; pkg/registry/autoscaling/horizontalpodautoscaler/strategy.go
// validationOptionsForHorizontalPodAutoscaler
fn api_version(at: &At<'_, '_>, is_core: bool, report: &mut Report) {
    // The rule came with 1.34.
    if report.version() < 34 {
        return;
    }
    let text = at.text();
    if text.matches('/').count() > 1 {
        report.bad_text(at, text, &format!("unexpected GroupVersion string: {text}"));
    } else if !is_core && text.split_once('/').is_none_or(|(group, _)| group.is_empty()) {
        report.bad_text(at, text, "apiVersion must specify API group");
    }
}

// ValidateCrossVersionObjectReference
fn reference(at: &At<'_, '_>, report: &mut Report) {
    for field in ["kind", "name"] {
        let field = at.child(field);
        match field.text() {
            "" => report.required(&field, ""),
            text => report.against(&field, text, names::against_segment(text.as_bytes())),
        }
    }
}

// validateMetricSpec
fn metric(at: &At<'_, '_>, report: &mut Report) {
    let kind = at.child("type");
    if kind.text().is_empty() {
        report.required(&kind, "must specify a metric source type");
    }
    if !METRICS.contains(&kind.text()) {
        report.unsupported(&kind, kind.text(), &METRICS);
    }
    let present = SOURCES.iter().map(|(_, field)| *field).filter(|field| at.child(field).is_set());
    // Only the first is looked into.
    if let Some(field) = present.clone().next() {
        source(field, &at.child(field), report);
    }
    let expected = SOURCES.iter().find(|(known, _)| *known == kind.text()).map(|(_, field)| *field);
    if let Some(field) = expected.filter(|field| !at.child(field).is_set()) {
        report.required(&at.child(field).at_key(), "must populate information for the given metric source");
    }
    if present.clone().count() > 1 {
        for field in present.filter(|field| Some(*field) != expected) {
            report.forbidden(&at.child(field).at_key(), "must populate the given metric source only");
        }
    }
}

fn source(field: &str, at: &At<'_, '_>, report: &mut Report) {
    let target = at.child("target");
    match field {
        "resource" | "containerResource" => {
            let (name, container) = (at.child("name"), at.child("container"));
            let is_of_container = field == "containerResource";
            match name.text() {
                "" => report.required(&name, "must specify a resource name"),
                text if is_of_container => resources::container_name(&name, text, report),
                _ => {}
            }
            match container.text() {
                "" if is_of_container => report.required(&container, "must specify a container"),
                text if is_of_container => {
                    report.against(&container, text, names::against_namespace(text.as_bytes()));
                }
                _ => {}
            }
        }
        _ => {
            if field == "object" {
                let object = at.child("describedObject");
                reference(&object, report);
                // An old object may have another text.
                if !report.is_update() {
                    api_version(&object.child("apiVersion"), true, report);
                }
            }
            // validateMetricIdentifier
            let metric = at.child("metric");
            let name = metric.child("name");
            match name.text() {
                "" => report.required(&name, "must specify a metric name"),
                text => report.against(&name, text, names::against_segment(text.as_bytes())),
            }
        }
    }
    self::target(&target, report);
    amounts(field, &target, report);
}

/// Checks the amounts of a target.
fn amounts(field: &str, target: &At<'_, '_>, report: &mut Report) {
    let (value, average) = (target.child("value"), target.child("averageValue"));
    let utilization = target.child("averageUtilization");
    match field {
        "object" if !value.is_set() && !average.is_set() => {
            report.required(&average, "must set either a target value or averageValue");
        }
        "external" if !value.is_set() && !average.is_set() => {
            report.required(&average, "must set either a target value for metric or a per-pod target");
        }
        "external" if value.is_set() && average.is_set() => {
            report.forbidden(&value, "may not set both a target value for metric and a per-pod target");
        }
        "pods" if !average.is_set() => {
            report.required(&average, "must specify a positive target averageValue");
        }
        "resource" | "containerResource" if !utilization.is_set() && !average.is_set() => {
            report.required(&utilization, "must set either a target raw value or a target utilization");
        }
        "resource" | "containerResource" if utilization.is_set() && average.is_set() => {
            let detail = "may not set both a target raw value and a target utilization";
            report.forbidden(&average, detail);
        }
        _ => {}
    }
}

// validateMetricTarget
fn target(at: &At<'_, '_>, report: &mut Report) {
    let kind = at.child("type");
    if kind.text().is_empty() {
        report.required(&kind, "must specify a metric target type");
    }
    if !["Utilization", "Value", "AverageValue"].contains(&kind.text()) {
        report.bad_text(&kind, kind.text(), "must be either Utilization, Value, or AverageValue");
    }
    for field in ["value", "averageValue"] {
        let field = at.child(field);
        if let Some(quantity) = Quantity::at(&field).filter(|quantity| quantity.nanos <= 0) {
            report.bad_text(&field, &quantity.text(), "must be positive");
        }
    }
    let utilization = at.child("averageUtilization");
    if let Some(number) = utilization.int().filter(|number| *number < 1) {
        report.invalid(&utilization, number, "must be greater than 0");
    }
}

// validateScalingRules
fn scaling(at: &At<'_, '_>, report: &mut Report) {
    let window = at.child("stabilizationWindowSeconds");
    match window.int() {
        Some(number) if number < 0 => {
            report.invalid(&window, number, "must be greater than or equal to zero");
        }
        Some(number) if number > 3600 => {
            report.invalid(&window, number, "must be less than or equal to 3600");
        }
        _ => {}
    }
    report.one_of_if_set(&at.child("selectPolicy"), &["Disabled", "Max", "Min"]);
    let tolerance = at.child("tolerance");
    // kube_features.go HPAConfigurableTolerance: on since 1.35. Before, the field is dropped.
    if let Some(amount) = Quantity::at(&tolerance).filter(|amount| amount.nanos < 0)
        && report.version() >= 35
    {
        report.bad_text(&tolerance, &amount.text(), "must be greater than or equal to 0");
    }
    let policies = at.child("policies");
    // An absent list gets a default.
    if policies.is_set() && policies.is_empty() {
        report.required(&policies, "must specify at least one Policy");
    }
    for policy in policies.items() {
        let kind = policy.child("type");
        if !["Pods", "Percent"].contains(&kind.text()) {
            report.unsupported(&kind, kind.text(), &["Percent", "Pods"]);
        }
        for (field, most) in [("value", i64::MAX), ("periodSeconds", 1800)] {
            let field = policy.child(field);
            match field.int_or_zero() {
                number if number <= 0 => report.invalid(&field, number, "must be greater than zero"),
                number if number > most => {
                    report.invalid(&field, number, &format!("must be less than or equal to {most}"));
                }
                _ => {}
            }
        }
    }
}

/// A PodDisruptionBudget.
pub(super) fn budget(root: &At<'_, '_>, report: &mut Report) {
    let spec = root.child("spec");
    let (least, most) = (spec.child("minAvailable"), spec.child("maxUnavailable"));
    if least.is_set() && most.is_set() {
        let policy = spec.child("unhealthyPodEvictionPolicy");
        let shown = shown::object(&[
            ("MinAvailable", shown::number_or_text(&least)),
            ("Selector", shown::selector(&spec.child("selector"), 34)),
            ("MaxUnavailable", shown::number_or_text(&most)),
            ("UnhealthyPodEvictionPolicy", shown::number_or_text(&policy)),
        ]);
        report.invalid_whole(&spec, &shown, "minAvailable and maxUnavailable cannot be both set");
        report.help("remove one of them");
    }
    number_or_percent(&least, true, report);
    number_or_percent(&most, true, report);
    selector(&spec.child("selector"), report);
    report.one_of_if_set(&spec.child("unhealthyPodEvictionPolicy"), &["AlwaysAllow", "IfHealthyBudget"]);
}
