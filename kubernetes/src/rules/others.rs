//! Kinds with a rule or two.
//
// kubernetes: pkg/apis/{core,node,discovery,scheduling}/validation/validation.go

use std::collections::HashSet;

use crdc_vocabulary::go::quote;
use crdc_vocabulary::names;

use super::addresses::Stored;
use super::at::At;
use super::report::Report;
use super::selector::label_name;
use super::shown;

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
        let reasons = names::against_label_value(value.text().as_bytes());
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
        if !seen.insert(range.text()) {
            report.duplicate(&range, quote(range.text()));
        }
    }
}

/// A taint as JSON.
fn shown_taint(taint: &At<'_, '_>) -> String {
    let added = taint.child("timeAdded");
    let added = if added.is_set() { quote(added.text()) } else { "null".to_owned() };
    let [key, value, effect] = ["key", "value", "effect"].map(|field| quote(taint.child(field).text()));
    let fields = [("Key", &*key), ("Value", &value), ("Effect", &effect), ("TimeAdded", &added)];
    shown::structure("", &fields, 34)
}

/// A RuntimeClass.
// ValidateRuntimeClass
pub(super) fn runtime_class(root: &At<'_, '_>, report: &mut Report) {
    let handler = root.child("handler");
    report.against(&handler, handler.text(), names::against_namespace(handler.text().as_bytes()));
}

/// An EndpointSlice.
// ValidateEndpointSlice
pub(super) fn endpoint_slice(root: &At<'_, '_>, report: &mut Report) {
    let kind = root.child("addressType");
    match kind.text() {
        "" => report.required(&kind, ""),
        _ => report.one_of(&kind, &["FQDN", "IPv4", "IPv6"]),
    }
}

/// A PriorityClass.
// ValidatePriorityClass
pub(super) fn priority_class(root: &At<'_, '_>, report: &mut Report) {
    report.one_of(&root.child("preemptionPolicy"), &["PreemptLowerPriority", "Never"]);
    let metadata = root.child("metadata");
    let name = metadata.child("name");
    // Those of the system have their own.
    let value = root.child("value");
    if !name.text().starts_with("system-") && value.int_or_zero() > 1_000_000_000 {
        report.forbidden(&value, "maximum allowed value of a user defined priority is 1000000000");
    }
}
