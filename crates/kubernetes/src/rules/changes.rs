//! Compares values of an update: whether two values certainly differ for a server. In: the new and the old
//! value, each as written or as stored. Out: `true` if they certainly differ.
//!
//! Easy to break: a stored object contains the server's defaults, and a written one does not. So a field that
//! only one of them has is a change only if Go has no default for it.

use std::collections::HashMap;

use crdc_source::{Member, Node, Value};

use crate::quantity::Quantity;

/// Fields and labels that servers fill in somewhere in immutable values. Sorted.
// kubernetes: pkg/apis/{core,resource}/v1/defaults.go, pkg/registry/batch/job/strategy.go generateSelector;
// +default in k8s.io/api/certificates/v1beta1/types.go
const FILLED: &[&str] = &[
    "accessModes",
    "allocationMode",
    "annotations",
    "apiGroup",
    "apiVersion",
    "automountServiceAccountToken",
    "batch.kubernetes.io/controller-uid",
    "batch.kubernetes.io/job-name",
    "cachingMode",
    "controller-uid",
    "count",
    "creationTimestamp",
    "defaultMode",
    "divisor",
    "dnsPolicy",
    "emptyDir",
    "enableServiceLinks",
    "expirationSeconds",
    "failureThreshold",
    "fsType",
    "grpc",
    "hostPort",
    "httpGet",
    "imagePullPolicy",
    "imagePullSecrets",
    "initialDelaySeconds",
    "iscsiInterface",
    "job-name",
    "keyring",
    "kind",
    "labels",
    "maxExpirationSeconds",
    "metadata",
    "name",
    "namespace",
    "nodeSelector",
    "operator",
    "path",
    "periodSeconds",
    "pool",
    "preemptionPolicy",
    "priority",
    "protocol",
    "pullPolicy",
    "readOnly",
    "requests",
    "resources",
    "restartPolicy",
    "schedulerName",
    "scheme",
    "securityContext",
    "serviceAccount",
    "serviceAccountName",
    "status",
    "storageMode",
    "successThreshold",
    "terminationGracePeriodSeconds",
    "terminationMessagePath",
    "terminationMessagePolicy",
    "timeoutSeconds",
    "tolerations",
    "type",
    "user",
    "volumeMode",
];

/// Whether two values certainly differ.
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

/// Like [`both_differ`], but adding `added` is no change.
pub(super) fn both_differ_besides(added: &str, now: Option<&Node>, before: Option<&Node>) -> bool {
    both_differ(now, before)
        && match (now.map(|node| &node.value), before.map(|node| &node.value)) {
            (Some(Value::Object(now)), Some(Value::Object(before))) => {
                let existed = before.iter().any(|member| member.key == added && !is_empty(&member.value));
                existed || members_differ(now, before, Some(added))
            }
            _ => true,
        }
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
        (Value::Object(now), Value::Object(before)) => members_differ(now, before, None),
        (Value::Array(now), Value::Array(before)) => {
            now.len() != before.len() || now.iter().zip(before).any(|(now, before)| nodes_differ(now, before))
        }
        (now, before) => {
            now != before && amount(now).zip(amount(before)).is_none_or(|(now, before)| now != before)
        }
    }
}

/// The number of a value that may be a quantity.
fn amount(value: &Value) -> Option<i128> {
    match value {
        Value::String(text) => Quantity::read(text).map(|quantity| quantity.nanos),
        Value::Int(number) => Quantity::read(&number.to_string()).map(|quantity| quantity.nanos),
        _ => None,
    }
}

fn members_differ(now: &[Member], before: &[Member], besides: Option<&str>) -> bool {
    let index = |members| -> HashMap<&str, &Node> {
        let members: &[Member] = members;
        let set =
            members.iter().filter(|member| Some(member.key.as_str()) != besides && !is_empty(&member.value));
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
    FILLED.binary_search(&key).is_ok()
}

#[cfg(test)]
mod tests {
    use super::FILLED;

    #[test]
    fn what_is_filled_in_can_be_found() {
        assert!(FILLED.is_sorted());
    }
}
