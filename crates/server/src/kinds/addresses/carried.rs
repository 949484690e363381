//! Carries what was allocated for a Service to its update. In: a changed Service, and the stored one. Out:
//! the changed Service with the values that it does not name, and without those that its type does not have.
//!
//! Easy to break: a value that a client changes is never dropped, so that validation refuses it.
// kubernetes: pkg/registry/core/service/storage/storage.go patchAllocatedValues, normalizeClusterIPs;
// pkg/registry/core/service/strategy.go dropTypeDependentFields

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use super::fields::{
    Spec, has_health_check, has_node_ports, is_external, is_zero, list, number, ports, ports_mut, text,
};

fn has_address(spec: &Spec) -> bool {
    text(spec, "type") != "ExternalName"
}

/// Keeps the addresses and ports that a client does not name.
pub(super) fn keep(spec: &mut Spec, old: &Spec) {
    if has_address(old) && has_address(spec) {
        for field in ["clusterIP", "clusterIPs"] {
            let is_empty = |value: &Value| value.is_null() || value == "" || *value == json!([]);
            if spec.get(field).is_none_or(is_empty) {
                copy_from(spec, old, field);
            }
        }
    }
    if has_node_ports(old) && has_node_ports(spec) {
        let used = |spec: &Spec| -> BTreeSet<i64> {
            ports(spec).map(|port| number(port, "nodePort")).filter(|port| *port != 0).collect()
        };
        let taken: BTreeSet<i64> = used(old).intersection(&used(spec)).copied().collect();
        let named: BTreeMap<&str, i64> =
            ports(old).map(|port| (text(port, "name"), number(port, "nodePort"))).collect();
        for port in ports_mut(spec).filter(|port| is_zero(port, "nodePort")) {
            let before = named.get(text(port, "name")).copied().filter(|before| *before != 0);
            if let Some(before) = before.filter(|before| !taken.contains(before)) {
                port.insert("nodePort".to_owned(), json!(before));
            }
        }
    }
    if has_health_check(old) && has_health_check(spec) && is_zero(spec, "healthCheckNodePort") {
        copy_from(spec, old, "healthCheckNodePort");
    }
}

fn copy_from(spec: &mut Spec, old: &Spec, field: &str) {
    if let Some(value) = old.get(field) {
        spec.insert(field.to_owned(), value.clone());
    }
}

/// Makes the address and the list of addresses the same if a client named only one of them.
pub(super) fn normalize(spec: &mut Spec, old: Option<&Spec>) {
    let own = text(spec, "clusterIP").to_owned();
    let Some(old) = old else {
        if !own.is_empty() && list(spec, "clusterIPs").is_empty() {
            spec.insert("clusterIPs".to_owned(), json!([own]));
        }
        return;
    };
    let before = text(old, "clusterIP");
    if own == before {
        if list(spec, "clusterIPs").is_empty() && !list(old, "clusterIPs").is_empty() {
            copy_from(spec, old, "clusterIPs");
        }
    } else if list(spec, "clusterIPs") == list(old, "clusterIPs") {
        if own.is_empty() {
            spec.remove("clusterIPs");
        } else {
            spec.insert("clusterIPs".to_owned(), json!([own]));
        }
    }
}

/// Drops values that the new type of a Service does not have, if the client did not change them.
pub(super) fn drop_unused(spec: &mut Spec, old: &Spec) {
    let is_same = |spec: &Spec, field: &str| spec.get(field) == old.get(field);
    if has_address(old) && !has_address(spec) {
        if is_same(spec, "clusterIP") && is_same(spec, "clusterIPs") {
            spec.remove("clusterIP");
            spec.remove("clusterIPs");
        }
        for field in ["ipFamilies", "ipFamilyPolicy"] {
            if is_same(spec, field) {
                spec.remove(field);
            }
        }
    }
    if has_node_ports(old) && !has_node_ports(spec) {
        let before: BTreeSet<i64> = ports(old).map(|port| number(port, "nodePort")).collect();
        let is_old =
            |port: &Spec| number(port, "nodePort") == 0 || before.contains(&number(port, "nodePort"));
        if ports(spec).all(is_old) {
            ports_mut(spec).for_each(|port| drop(port.remove("nodePort")));
        }
    }
    let was_balanced = text(old, "type") == "LoadBalancer" && text(spec, "type") != "LoadBalancer";
    for (field, is_unused) in [
        ("healthCheckNodePort", has_health_check(old) && !has_health_check(spec)),
        ("allocateLoadBalancerNodePorts", was_balanced),
        ("loadBalancerClass", was_balanced),
        ("externalTrafficPolicy", is_external(old) && !is_external(spec)),
    ] {
        if is_unused && is_same(spec, field) {
            spec.remove(field);
        }
    }
}
