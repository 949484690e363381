//! The fields that an update of a Service clears if it changes the type. In: the new and the stored spec.
//! Out: names of fields.
//!
//! Easy to break: the server clears only unchanged fields, and the stored spec may be a written one, without
//! the server's defaults. A value that the server may have filled in is no change.
//
// kubernetes: pkg/registry/core/service/strategy.go dropTypeDependentFields

use std::collections::HashSet;

use super::at::At;
use super::changes::{both_differ, differ};

/// The type of a Service.
pub(super) fn kind<'n>(spec: &At<'_, 'n>) -> &'n str {
    let kind = spec.child("type").text();
    if kind.is_empty() { "ClusterIP" } else { kind }
}

/// Whether a Service is for clients outside of the cluster.
// pkg/api/service/util.go ExternallyAccessible
pub(super) fn is_outside(spec: &At<'_, '_>) -> bool {
    has_node_ports(spec) || (kind(spec) == "ClusterIP" && !spec.child("externalIPs").is_empty())
}

/// Whether a port of each node checks its health.
pub(super) fn has_health_check(spec: &At<'_, '_>) -> bool {
    is_balanced(spec) && spec.child("externalTrafficPolicy").text() == "Local"
}

pub(super) fn has_node_ports(spec: &At<'_, '_>) -> bool {
    ["LoadBalancer", "NodePort"].contains(&kind(spec))
}

fn is_balanced(spec: &At<'_, '_>) -> bool {
    kind(spec) == "LoadBalancer"
}

/// The fields that are cleared.
pub(super) fn dropped(spec: &At<'_, '_>, old: &At<'_, '_>) -> Vec<&'static str> {
    let is_same = |field| !both_differ(spec.child(field).node(), old.child(field).node());
    let ends = |holds: fn(&At<'_, '_>) -> bool| holds(old) && !holds(spec);
    let mut all = Vec::new();
    let mut drop = |field, is_dropped: bool| {
        if is_dropped {
            all.push(field);
        }
    };
    if ends(|spec| kind(spec) != "ExternalName") {
        drop("clusterIPs", is_same("clusterIP") && is_same("clusterIPs"));
        drop("ipFamilies", is_same("ipFamilies"));
        drop("ipFamilyPolicy", is_same("ipFamilyPolicy"));
    }
    drop("nodePort", ends(has_node_ports) && has_only_old_ports(spec, old));
    drop("healthCheckNodePort", ends(has_health_check) && is_same("healthCheckNodePort"));
    if ends(is_balanced) {
        let allocates = |at: &At<'_, '_>| !at.is_set() || at.flag();
        let field = "allocateLoadBalancerNodePorts";
        drop(field, allocates(&spec.child(field)) == allocates(&old.child(field)));
        let class = "loadBalancerClass";
        drop(class, !differ(spec.child(class).node(), old.child(class).node()));
    }
    let policy = "externalTrafficPolicy";
    let stored = old.child(policy).text();
    let stored = if stored.is_empty() { "Cluster" } else { stored };
    drop(policy, ends(is_outside) && spec.child(policy).text() == stored);
    all
}

/// Whether all node ports are stored ones. A stored Service without a node port has one that the server
/// chose.
fn has_only_old_ports(spec: &At<'_, '_>, old: &At<'_, '_>) -> bool {
    let ports = |spec: &At<'_, '_>| -> HashSet<i64> {
        spec.child("ports").items().map(|port| port.child("nodePort").int_or_zero()).collect()
    };
    let stored = ports(old);
    stored.contains(&0) || ports(spec).iter().all(|port| *port == 0 || stored.contains(port))
}
