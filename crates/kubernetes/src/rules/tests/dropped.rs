//! Services of another type: what the server clears, and what it refuses.

use super::{documents, indexed, kinds, problems};

/// The problems of a Service that is `new` and was `old`.
fn change(old: &str, new: &str) -> Vec<String> {
    let service =
        |spec: &str| format!("apiVersion: v1\nkind: Service\nmetadata: {{name: web}}\nspec: {spec}\n");
    let (old, new) = (documents(&service(old)), documents(&service(new)));
    let found = problems(&kinds(36), &new[0], Some(&old[0]));
    indexed(&found)
}

#[test]
fn what_does_not_change_is_cleared() {
    let external = "externalName: a.b, ports: [{port: 80}]";
    for (old, from, to) in [
        ("{type: NodePort, ports: [{port: 80, nodePort: 30080}]}", "NodePort", "ClusterIP"),
        ("{type: LoadBalancer, ports: [{port: 80, nodePort: 30080}]}", "LoadBalancer", "ClusterIP"),
        (
            "{type: LoadBalancer, allocateLoadBalancerNodePorts: true, ports: [{port: 80}]}",
            "LoadBalancer",
            "NodePort",
        ),
        ("{type: LoadBalancer, loadBalancerClass: a.b/c, ports: [{port: 80}]}", "LoadBalancer", "ClusterIP"),
        (
            "{type: LoadBalancer, externalTrafficPolicy: Local, healthCheckNodePort: 30000, ports: [{port: 80}]}",
            "LoadBalancer",
            "NodePort",
        ),
        ("{type: NodePort, externalTrafficPolicy: Local, ports: [{port: 80}]}", "NodePort", "ClusterIP"),
        (
            &format!("{{type: ClusterIP, clusterIP: 10.0.0.1, clusterIPs: [10.0.0.1], {external}}}"),
            "ClusterIP",
            "ExternalName",
        ),
        (
            &format!("{{type: ClusterIP, ipFamilies: [IPv4], ipFamilyPolicy: SingleStack, {external}}}"),
            "ClusterIP",
            "ExternalName",
        ),
        (&format!("{{type: ClusterIP, clusterIP: None, {external}}}"), "ClusterIP", "ExternalName"),
    ] {
        let new = old.replace(&format!("type: {from}"), &format!("type: {to}"));
        assert_eq!(change(old, &new), [""; 0], "{old}");
        // It is refused if the type was the same before.
        assert_ne!(change(&new, &new), [""; 0], "{new}");
    }
}

#[test]
fn what_changes_is_refused() {
    for (old, new, wanted) in [
        (
            "{type: NodePort, ports: [{port: 80, nodePort: 30080}]}",
            "{type: ClusterIP, ports: [{port: 80, nodePort: 30081}]}",
            "spec.ports[0].nodePort: Forbidden: may not be used when `type` is 'ClusterIP'",
        ),
        (
            "{type: LoadBalancer, allocateLoadBalancerNodePorts: true, ports: [{port: 80}]}",
            "{type: NodePort, allocateLoadBalancerNodePorts: false, ports: [{port: 80}]}",
            "spec.allocateLoadBalancerNodePorts: Forbidden: may only be used when `type` is 'LoadBalancer'",
        ),
        (
            "{type: LoadBalancer, ports: [{port: 80}]}",
            "{type: NodePort, loadBalancerClass: a.b/c, ports: [{port: 80}]}",
            "spec.loadBalancerClass: Forbidden: may only be used when `type` is 'LoadBalancer'",
        ),
        (
            "{type: LoadBalancer, externalTrafficPolicy: Local, healthCheckNodePort: 30000, ports: [{port: 80}]}",
            "{type: NodePort, externalTrafficPolicy: Local, healthCheckNodePort: 30001, ports: [{port: 80}]}",
            "spec.healthCheckNodePort: Invalid value: 30001: may only be set when `type` is 'LoadBalancer' and `externalTrafficPolicy` is 'Local'",
        ),
        (
            "{type: NodePort, externalTrafficPolicy: Cluster, ports: [{port: 80}]}",
            "{type: ClusterIP, externalTrafficPolicy: Local, ports: [{port: 80}]}",
            "spec.externalTrafficPolicy: Invalid value: \"Local\": may only be set for externally-accessible services",
        ),
        (
            "{clusterIP: 10.0.0.1, ports: [{port: 80}]}",
            "{type: ExternalName, externalName: a.b, clusterIP: 10.0.0.2}",
            "spec.clusterIPs: Forbidden: may not be set for ExternalName services",
        ),
        (
            "{ipFamilies: [IPv4], ports: [{port: 80}]}",
            "{type: ExternalName, externalName: a.b, ipFamilies: [IPv6]}",
            "spec.ipFamilies: Forbidden: may not be set for ExternalName services",
        ),
    ] {
        assert_eq!(change(old, new), [wanted], "{old} {new}");
    }
}

/// What the server chose is not in what was written.
#[test]
fn what_the_server_may_have_chosen_is_no_change() {
    for (old, new) in [
        ("{type: NodePort, ports: [{port: 80}]}", "{type: ClusterIP, ports: [{port: 80, nodePort: 30080}]}"),
        (
            "{ports: [{port: 80}]}",
            "{type: ExternalName, externalName: a.b, clusterIP: 10.0.0.1, ipFamilies: [IPv4]}",
        ),
        (
            "{type: LoadBalancer, ports: [{port: 80}]}",
            "{type: NodePort, allocateLoadBalancerNodePorts: true, ports: [{port: 80}]}",
        ),
        (
            "{type: LoadBalancer, ports: [{port: 80}]}",
            "{type: ClusterIP, externalTrafficPolicy: Cluster, ports: [{port: 80}]}",
        ),
    ] {
        assert_eq!(change(old, new), [""; 0], "{old} {new}");
    }
}

#[test]
fn a_stored_node_port_outside_of_the_range_stays() {
    let service = |ports: &str| format!("{{type: NodePort, ports: [{ports}]}}");
    let old = service("{port: 80, nodePort: 8080}");
    assert_eq!(change(&old, &service("{port: 81, nodePort: 8080}")), [""; 0]);
    assert_eq!(
        change(&old, &service("{port: 80, nodePort: 8081}")),
        [
            "spec.ports[0].nodePort: Invalid value: 8081: provided port is not in the valid range. The range of valid ports is 30000-32767"
        ]
    );
}
