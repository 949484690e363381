//! Checks lists whose items have keys or are a set: the schemas declare them for server-side apply, and most
//! servers do not check them when an object is created. In: an object and its definition. Out: warnings;
//! errors if the server applies the object.
//!
//! Easy to break: faults that Go checks are reported as errors elsewhere, and warnings of the server itself
//! have its words. Errors of server-side apply come before both.
//
// sigs.k8s.io/structured-merge-diff: typed/typed.go, typed/validate.go (only stored objects may have
// duplicates), value/fields.go

use std::collections::HashSet;
use std::fmt::Write as _;

use crdc_source::{Node, Value};
use crdc_vocabulary::go::quote;

use super::at::At;
use super::report::Report;
use crate::definition::{Definition, ListType, Shape, Type};
use crate::kinds::Kinds;

/// Lists that Go checks, or for which the server itself returns warnings.
const CHECKED: [(&str, &str); 34] = [
    ("CSINodeSpec", "drivers"),
    ("CertificateSigningRequestStatus", "conditions"),
    ("Container", "env"),
    ("Container", "ports"),
    ("Container", "resizePolicy"),
    ("Container", "volumeDevices"),
    ("Container", "volumeMounts"),
    ("EphemeralContainer", "env"),
    ("EphemeralContainer", "ports"),
    ("EphemeralContainer", "resizePolicy"),
    ("EphemeralContainer", "volumeDevices"),
    ("EphemeralContainer", "volumeMounts"),
    ("FlowSchemaStatus", "conditions"),
    ("MutatingAdmissionPolicySpec", "matchConditions"),
    ("MutatingWebhook", "matchConditions"),
    ("MutatingWebhookConfiguration", "webhooks"),
    ("NodeSpec", "podCIDRs"),
    ("ObjectMeta", "managedFields"),
    ("PodFailurePolicyOnExitCodesRequirement", "values"),
    ("PodSpec", "containers"),
    ("PodSpec", "ephemeralContainers"),
    ("PodSpec", "hostAliases"),
    ("PodSpec", "imagePullSecrets"),
    ("PodSpec", "initContainers"),
    ("PodSpec", "resourceClaims"),
    ("PodSpec", "schedulingGates"),
    ("PodSpec", "topologySpreadConstraints"),
    ("PodSpec", "volumes"),
    ("PriorityLevelConfigurationStatus", "conditions"),
    ("ResourceRequirements", "claims"),
    ("ServiceSpec", "ports"),
    ("ValidatingAdmissionPolicySpec", "matchConditions"),
    ("ValidatingWebhook", "matchConditions"),
    ("ValidatingWebhookConfiguration", "webhooks"),
];

/// Finds repeated items in an object, except in its status.
pub(super) fn lists(kinds: &Kinds, definition: &Definition, at: &At<'_, '_>, report: &mut Report) {
    let Shape::Struct(fields) = &definition.shape else { return };
    let Some(Value::Object(members)) = at.node().map(|node| &node.value) else { return };
    for member in members {
        if member.key == "status" {
            continue;
        }
        let Ok(index) = fields.binary_search_by(|field| field.name.as_str().cmp(&member.key)) else {
            continue;
        };
        if let Some(field) = fields.get(index) {
            let is_checked = matches!(field.value, Type::List(..))
                && !report.is_server_side()
                && CHECKED.contains(&(definition.go_name(), field.name.as_str()));
            value(kinds, &field.value, &at.child(&member.key), is_checked, report);
        }
    }
}

fn value(kinds: &Kinds, of: &Type, at: &At<'_, '_>, is_checked: bool, report: &mut Report) {
    match of {
        Type::Named(id) => {
            if let Some(definition) = kinds.get(*id) {
                lists(kinds, definition, at, report);
            }
        }
        Type::List(item, kind) => {
            if !is_checked {
                repeated(kinds, item, kind, at, report);
            }
            at.items().for_each(|at| value(kinds, item, &at, false, report));
        }
        Type::Map(values) => at.entries().for_each(|(_, at)| value(kinds, values, &at, false, report)),
        _ => {}
    }
}

fn repeated(kinds: &Kinds, item: &Type, kind: &ListType, at: &At<'_, '_>, report: &mut Report) {
    if at.len() < 2 {
        return;
    }
    let mut seen = HashSet::new();
    for place in at.items() {
        let key = match (kind, place.node()) {
            (ListType::Map(keys), Some(node)) => keyed(kinds, item, keys, node),
            (ListType::Set, Some(node)) => Some(format!("[={}]", written(node))),
            _ => None,
        };
        let Some(key) = key else { continue };
        if seen.contains(&key) {
            report.repeated(&place, &key);
        }
        seen.insert(key);
    }
}

/// The keys of an item in the notation of apply; `None` if a key is missing.
fn keyed(kinds: &Kinds, item: &Type, keys: &[String], node: &Node) -> Option<String> {
    let Type::Named(id) = item else { return None };
    let definition = kinds.get(*id)?;
    let mut text = String::from("[");
    // Sorted, as the key is a list of fields.
    let mut names: Vec<&str> = keys.iter().map(String::as_str).collect();
    names.sort_unstable();
    for (index, name) in names.into_iter().enumerate() {
        let shown = match node.get(name) {
            Some(value) if value.value != Value::Null => written(value),
            _ => {
                let default = definition.field(name)?.default.as_ref()?;
                default.as_str().map_or_else(|| default.to_string(), quote)
            }
        };
        let _ = write!(text, "{}{name}={shown}", if index == 0 { "" } else { "," });
    }
    text.push(']');
    Some(text)
}

/// A value in the notation of paths. Members are sorted, so that equal values have equal texts.
fn written(value: &Node) -> String {
    match &value.value {
        Value::String(text) => quote(text),
        _ => value.to_go_json(),
    }
}
