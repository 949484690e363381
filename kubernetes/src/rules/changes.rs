//! Whether two values are certainly different for a server. In: what is and what was, each as it was written or as it was stored. Out: yes, or not
//! certainly.
//!
//! Easy to break: what is stored has the server's defaults, and what is written has none, so that a field that only one has is a change only if
//! Go has no default for it.

use std::collections::HashMap;

use crdc_codegen::source::{Member, Node, Value};

use super::quantity::Quantity;

/// Fields that servers fill in somewhere in what cannot be changed.
const FILLED: [&str; 36] = [
    "accessModes",
    "annotations",
    "apiGroup",
    "apiVersion",
    "automountServiceAccountToken",
    "creationTimestamp",
    "defaultMode",
    "dnsPolicy",
    "enableServiceLinks",
    "failureThreshold",
    "fsType",
    "grpc",
    "hostPort",
    "httpGet",
    "imagePullPolicy",
    "initialDelaySeconds",
    "kind",
    "labels",
    "metadata",
    "nodeSelector",
    "path",
    "periodSeconds",
    "preemptionPolicy",
    "priority",
    "protocol",
    "resources",
    "requests",
    "restartPolicy",
    "scheme",
    "schedulerName",
    "securityContext",
    "serviceAccount",
    "serviceAccountName",
    "status",
    "successThreshold",
    "tolerations",
];
const FILLED_TOO: [&str; 11] = [
    "emptyDir",
    "expirationSeconds",
    "imagePullSecrets",
    "name",
    "namespace",
    "terminationGracePeriodSeconds",
    "terminationMessagePath",
    "terminationMessagePolicy",
    "timeoutSeconds",
    "type",
    "volumeMode",
];

/// Whether they certainly differ.
pub(super) fn differ(now: Option<&Node>, before: Option<&Node>) -> bool {
    match (now.filter(|node| !is_empty(node)), before.filter(|node| !is_empty(node))) {
        (Some(now), Some(before)) => nodes_differ(now, before),
        (None, None) => false,
        _ => true,
    }
}

/// Like [`differ`], but a value that only one has is no change.
pub(super) fn both_differ(now: Option<&Node>, before: Option<&Node>) -> bool {
    now.zip(before)
        .is_some_and(|(now, before)| differ(Some(now), Some(before)) && !is_empty(now) && !is_empty(before))
}

fn is_empty(node: &Node) -> bool {
    match &node.value {
        Value::Null => true,
        Value::Array(items) => items.is_empty(),
        _ => node.is_zero(),
    }
}

fn nodes_differ(now: &Node, before: &Node) -> bool {
    match (&now.value, &before.value) {
        (Value::Object(now), Value::Object(before)) => members_differ(now, before),
        (Value::Array(now), Value::Array(before)) => {
            now.len() != before.len() || now.iter().zip(before).any(|(now, before)| nodes_differ(now, before))
        }
        (now, before) => {
            now != before && amount(now).zip(amount(before)).is_none_or(|(now, before)| now != before)
        }
    }
}

/// The number of what may be a quantity.
fn amount(value: &Value) -> Option<i128> {
    match value {
        Value::String(text) => Quantity::read(text).map(|quantity| quantity.nanos),
        Value::Int(number) => Quantity::read(&number.to_string()).map(|quantity| quantity.nanos),
        _ => None,
    }
}

fn members_differ(now: &[Member], before: &[Member]) -> bool {
    let index = |members| -> HashMap<&str, &Node> {
        let members: &[Member] = members;
        let set = members.iter().filter(|member| !is_empty(&member.value));
        set.map(|member| (member.key.as_str(), &member.value)).collect()
    };
    let (now, before) = (index(now), index(before));
    let is_new = |one: &HashMap<&str, &Node>, other: &HashMap<&str, &Node>| {
        one.keys().any(|key| !other.contains_key(key) && !is_filled(key))
    };
    is_new(&now, &before)
        || is_new(&before, &now)
        || now.iter().any(|(key, value)| before.get(key).is_some_and(|old| nodes_differ(value, old)))
}

/// Whether servers fill a field in.
pub(super) fn is_filled(key: &str) -> bool {
    FILLED.contains(&key) || FILLED_TOO.contains(&key)
}
