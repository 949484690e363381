//! Rules of kinds that have only one or two rules.
//
// kubernetes: pkg/apis/{core,node,scheduling}/validation/validation.go; kube-aggregator:
// pkg/apis/apiregistration/validation/validation.go

use std::collections::HashSet;

use crdc_vocabulary::go::quote;
use crdc_vocabulary::names;

use super::addresses::Stored;
use super::at::At;
use super::report::Report;
use super::scheduling::tolerations;
use super::selector::label_name;
use super::texts::{PORTS, is_port};
use super::{metadata, resources, shown};

/// A Node.
// ValidateNode
pub(super) fn node(root: &At<'_, '_>, report: &mut Report) {
    let (spec, metadata) = (root.child("spec"), root.child("metadata"));
    let list = spec.child("taints");
    // Errors of taints name `metadata`.
    let list = list.named(&metadata, "taints");
    let mut seen = HashSet::new();
    for taint in list.items() {
        let (key, effect) = (taint.child("key"), taint.child("effect"));
        label_name(&key, report);
        let value = taint.child("value");
        let reasons = names::against_label_value_of(report.minor(), value.text().as_bytes());
        report.against_at_once(&value, value.text(), reasons, ";");
        match effect.text() {
            "" => report.required(&effect, ""),
            _ => report.one_of(&effect, &["NoSchedule", "PreferNoSchedule", "NoExecute"]),
        }
        if !seen.insert((key.text(), effect.text())) {
            let detail = "taints must be unique by key and effect pair";
            report.duplicate_whole(&taint, &shown_taint(&taint), detail);
        }
    }
    let ranges = spec.child("podCIDRs");
    let mut seen = HashSet::new();
    for range in ranges.items() {
        super::addresses::range(&range, range.text(), &Stored::default(), report);
        if !seen.insert(range.text()) && report.version() < 33 {
            report.duplicate(&range, quote(range.text()));
        }
    }
    let families: Vec<bool> = ranges
        .items()
        .filter_map(|range| super::addresses::read_range(range.text()))
        .map(|(address, _)| super::addresses::is_ipv4(address))
        .collect();
    let is_readable = families.len() == ranges.len();
    let has_both = families.contains(&true) && families.contains(&false);
    if ranges.len() > 1 && is_readable && (!has_both || ranges.len() > 2) {
        let shown = shown::list(&ranges, report.version());
        report.invalid(&ranges, shown, "may specify no more than one CIDR for each IP family");
    }
}

/// A taint as JSON.
fn shown_taint(taint: &At<'_, '_>) -> String {
    let added = taint.child("timeAdded");
    let added = if added.is_set() { shown::text(added.text()) } else { "null".to_owned() };
    let [key, value, effect] = ["key", "value", "effect"].map(|field| shown::text(taint.child(field).text()));
    shown::object(&[("Key", key), ("Value", value), ("Effect", effect), ("TimeAdded", added)])
}

/// A RuntimeClass.
// ValidateRuntimeClass
pub(super) fn runtime_class(root: &At<'_, '_>, report: &mut Report) {
    // ValidateRuntimeClassUpdate looks only for changes.
    if report.is_update() {
        return;
    }
    let handler = root.child("handler");
    match handler.text() {
        // Before 1.36 the empty text is no label.
        "" if report.version() >= 36 => report.required(&handler, ""),
        text => report.against(&handler, text, names::against_namespace(text.as_bytes())),
    }
    let overhead = root.child("overhead");
    let fixed = overhead.child("podFixed");
    resources::limits(&fixed.named(&overhead, "limits"), report);
    let scheduling = root.child("scheduling");
    metadata::labels(&scheduling.child("nodeSelector"), report);
    let list = scheduling.child("tolerations");
    // Before 1.35 the path has the field twice.
    let below = list.named(&list, "tolerations");
    let list = if report.version() < 35 { below } else { list };
    tolerations(&list, report);
    let mut seen = HashSet::new();
    for item in list.items() {
        let [key, operator, value, effect] =
            ["key", "operator", "value", "effect"].map(|field| item.child(field).text());
        if !seen.insert((key, operator, value, effect)) {
            let seconds = item.child("tolerationSeconds");
            let seconds = seconds.int().map_or_else(|| "null".to_owned(), |seconds| seconds.to_string());
            let [key, operator, value, effect] = [key, operator, value, effect].map(shown::text);
            let fields = [
                ("Key", key),
                ("Operator", operator),
                ("Value", value),
                ("Effect", effect),
                ("TolerationSeconds", seconds),
            ];
            report.duplicate_whole(&item, &shown::object(&fields), "");
        }
    }
}

/// A Namespace.
// ValidateNamespace
pub(super) fn namespace(root: &At<'_, '_>, report: &mut Report) {
    let spec = root.child("spec");
    // Updates keep the stored finalizers.
    if !report.is_update() {
        metadata::finalizers(&spec.child("finalizers"), metadata::Named::List, report);
    }
}

/// A PriorityClass.
// ValidatePriorityClass
pub(super) fn priority_class(root: &At<'_, '_>, report: &mut Report) {
    // ValidatePriorityClassUpdate looks only for changes.
    if report.is_update() {
        return;
    }
    let metadata = root.child("metadata");
    let (name, value) = (metadata.child("name"), root.child("value"));
    let number = value.int_or_zero();
    if name.text().starts_with("system-") {
        if let Some(reason) = against_system(name.text(), number, root.child("globalDefault").flag()) {
            let detail = format!(
                "priority class names with 'system-' prefix are reserved for system use only. error: {reason}"
            );
            report.forbidden(&name, &detail);
        }
    } else if number > 1_000_000_000 {
        report.forbidden(&value, "maximum allowed value of a user defined priority is 1000000000");
    }
    super::pods::preemption(&root.child("preemptionPolicy"), report);
}

/// The reason why a class with the prefix `system-` is not one of the system's own.
// pkg/apis/scheduling/v1/helpers.go IsKnownSystemPriorityClass
fn against_system(name: &str, value: i64, is_default: bool) -> Option<String> {
    const KNOWN: [(&str, i64); 2] =
        [("system-node-critical", 2_000_001_000), ("system-cluster-critical", 2_000_000_000)];
    match KNOWN.iter().find(|(known, _)| *known == name) {
        None => Some(format!("{name} is not a known system priority class")),
        Some((_, known)) if *known != value => Some(format!("value of {name} PriorityClass must be {known}")),
        Some(_) if is_default => Some(format!("globalDefault of {name} PriorityClass must be false")),
        Some(_) => None,
    }
}

/// An APIService.
// ValidateAPIService
pub(super) fn api_service(root: &At<'_, '_>, report: &mut Report) {
    let (metadata, spec) = (root.child("metadata"), root.child("spec"));
    let (name, group, version) = (metadata.child("name"), spec.child("group"), spec.child("version"));
    let of_version = name.text().strip_prefix(version.text());
    let of_group = of_version.and_then(|rest| rest.strip_prefix('.'));
    if !name.text().is_empty() && of_group != Some(group.text()) {
        let wanted = quote(&format!("{}.{}", version.text(), group.text()));
        let detail = format!("must be `spec.version+\".\"+spec.group`: {wanted}");
        report.bad_text(&name, name.text(), &detail);
    }
    match group.text() {
        "" if version.text() != "v1" => {
            report.required(&group, "only v1 may have an empty group and it better be legacy kube");
        }
        "" => {}
        text => report.against(&group, text, names::against_name(text.as_bytes())),
    }
    report.against(&version, version.text(), names::against_kind(version.text().as_bytes()));
    for (field, most) in [("groupPriorityMinimum", 20_000), ("versionPriority", 1_000)] {
        let priority = spec.child(field);
        let number = priority.int_or_zero();
        if !(1..=most).contains(&number) {
            report.invalid(&priority, number, &format!("must be positive and less than {most}"));
        }
    }
    let (service, bundle, is_insecure) =
        (spec.child("service"), spec.child("caBundle"), spec.child("insecureSkipTLSVerify"));
    let bytes = super::config::decoded(bundle.text());
    if !service.is_set() {
        if bytes > 0 {
            report.bad_text(&bundle, &format!("{bytes} bytes"), "local APIServices may not have a caBundle");
        }
        if is_insecure.flag() {
            report.invalid(&is_insecure, true, "local APIServices may not have insecureSkipTLSVerify");
        }
        return;
    }
    for field in ["namespace", "name"] {
        report.required_text(&service.child(field));
    }
    let port = service.child("port");
    if let Some(number) = port.int().filter(|number| !is_port(*number)) {
        report.invalid(&port, number, &format!("port is not valid: {PORTS}"));
    }
    if is_insecure.flag() && bytes > 0 {
        report.invalid(&is_insecure, true, "may not be true if caBundle is present");
    }
}
