//! Cluster IPs, IP families and node ports of Services.
// kubernetes: pkg/registry/core/service/storage/{alloc,storage}.go, pkg/registry/core/service/strategy.go

use std::collections::BTreeSet;
use std::sync::Arc;

use http::Method;
use serde_json::{Value, json};
use tokio::task::JoinSet;

use crate::native::{Native, has};

const SERVICES: &str = "/api/v1/namespaces/default/services";
const JSON: &str = "application/json";

fn service(name: &str, spec: Value) -> Value {
    let mut whole = json!({"ports": [{"port": 80}], "selector": {"a": "b"}});
    for (field, value) in spec.as_object().unwrap() {
        whole[field] = value.clone();
    }
    json!({"apiVersion": "v1", "kind": "Service", "metadata": {"name": name}, "spec": whole})
}

/// The message of a refusal with code 422, without its beginning.
async fn refused(native: &Native, method: Method, path: &str, body: &Value) -> String {
    match native.ask(method, path, JSON, body).await {
        Err(kube::Error::Api(status)) => {
            assert_eq!(status.code, 422, "{}", status.message);
            status.message.split_once("is invalid: ").unwrap().1.to_owned()
        }
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn node_ports_are_in_the_range_and_of_one_service() {
    let native = Native::start();
    let ports = |ports: Value| json!({"type": "NodePort", "ports": ports});
    let one = ports(json!([{"port": 80, "nodePort": 30080}]));
    native.create(SERVICES, service("one", one.clone())).await;
    let outside = "provided port is not in the valid range. The range of valid ports is 30000-32767";
    let taken = "provided port is already allocated";
    for (spec, expected) in [
        (
            ports(json!([{"port": 80, "nodePort": 8080}])),
            format!("spec.ports[0].nodePort: Invalid value: 8080: {outside}"),
        ),
        (
            ports(json!([{"port": 80, "nodePort": 32768}])),
            format!("spec.ports[0].nodePort: Invalid value: 32768: {outside}"),
        ),
        (one, format!("spec.ports[0].nodePort: Invalid value: 30080: {taken}")),
        // Two numbers of one new Service cannot have the same port, whatever their protocols.
        (
            ports(
                json!([{"name": "a", "port": 80, "nodePort": 30081}, {"name": "b", "port": 81, "protocol": "UDP", "nodePort": 30081}]),
            ),
            format!("spec.ports[1].nodePort: Invalid value: 30081: {taken}"),
        ),
    ] {
        assert_eq!(refused(&native, Method::POST, SERVICES, &service("two", spec)).await, expected);
    }
    // Nothing is lost by refusals, and one number with two protocols shares a port.
    let spec = ports(
        json!([{"name": "a", "port": 53, "nodePort": 30081}, {"name": "b", "port": 53, "protocol": "UDP"}]),
    );
    let two = native.create(SERVICES, service("two", spec)).await;
    assert_eq!(two["spec"]["ports"][1]["nodePort"], 30081);

    // Updates are held to the same.
    let path = format!("{SERVICES}/two");
    let mut changed = two.clone();
    changed["spec"]["ports"][0]["nodePort"] = json!(30080);
    let why = refused(&native, Method::PUT, &path, &changed).await;
    assert_eq!(why, format!("spec.ports[0].nodePort: Invalid value: 30080: {taken}"));
    // A port of another type is free again, and so is that of a deleted Service.
    native.patch(&format!("{SERVICES}/one"), json!({"spec": {"type": "ClusterIP"}})).await;
    assert_eq!(native.get(&format!("{SERVICES}/one")).await["spec"]["ports"][0]["nodePort"], Value::Null);
    changed["metadata"].as_object_mut().unwrap().remove("resourceVersion");
    native.put(&path, &changed).await;
    native.ask(Method::DELETE, &path, JSON, &json!({})).await.unwrap();
    native.create(SERVICES, service("three", ports(json!([{"port": 80, "nodePort": 30080}])))).await;
}

#[tokio::test]
async fn addresses_are_in_the_network_and_of_one_service() {
    let native = Native::start();
    native.create(SERVICES, service("one", json!({"clusterIP": "10.96.0.10"}))).await;
    for (address, why) in [
        ("10.96.0.10", "provided IP is already allocated"),
        ("10.0.0.200", "the provided network does not match the current range"),
        ("10.96.0.0", "the provided network does not match the current range"),
    ] {
        let expected = format!(
            "spec.clusterIPs: Invalid value: [\"{address}\"]: failed to allocate IP {address}: {why}"
        );
        let two = service("two", json!({"clusterIP": address}));
        assert_eq!(refused(&native, Method::POST, SERVICES, &two).await, expected);
    }
    // The address goes with the type, and comes back if nobody has taken it.
    let named = json!({"spec": {"type": "ExternalName", "externalName": "example.com"}});
    let one = native.patch(&format!("{SERVICES}/one"), named).await;
    for field in ["clusterIP", "clusterIPs", "ipFamilies", "ipFamilyPolicy"] {
        assert!(one["spec"].get(field).is_none(), "{field}: {one}");
    }
    native.create(SERVICES, service("two", json!({"clusterIP": "10.96.0.10"}))).await;
    let back = service("one", json!({"clusterIP": "10.96.0.10"}));
    let why = refused(&native, Method::PUT, &format!("{SERVICES}/one"), &back).await;
    assert!(why.ends_with("provided IP is already allocated"), "{why}");
    let back = native.put(&format!("{SERVICES}/one"), &service("one", json!({}))).await;
    has(
        &back["spec"],
        &json!({"type": "ClusterIP", "ipFamilies": ["IPv4"], "ipFamilyPolicy": "SingleStack"}),
        "spec",
    );
    assert_ne!(back["spec"]["clusterIP"], "10.96.0.10");
}

#[tokio::test]
async fn families_are_completed_for_a_cluster_of_ipv4() {
    let native = Native::start();
    for (name, spec, expected) in [
        ("a", json!({}), json!({"ipFamilyPolicy": "SingleStack", "ipFamilies": ["IPv4"]})),
        (
            "b",
            json!({"clusterIP": "None"}),
            json!({"ipFamilyPolicy": "SingleStack", "ipFamilies": ["IPv4"], "clusterIPs": ["None"]}),
        ),
        (
            "c",
            json!({"clusterIP": "None", "selector": null}),
            json!({"ipFamilyPolicy": "RequireDualStack", "ipFamilies": ["IPv4", "IPv6"], "clusterIPs": ["None"]}),
        ),
        (
            "d",
            json!({"clusterIP": "None", "selector": null, "ipFamilyPolicy": "SingleStack", "ipFamilies": ["IPv6"]}),
            json!({"ipFamilyPolicy": "SingleStack", "ipFamilies": ["IPv6"]}),
        ),
        (
            "e",
            json!({"ipFamilyPolicy": "PreferDualStack"}),
            json!({"ipFamilyPolicy": "PreferDualStack", "ipFamilies": ["IPv4"]}),
        ),
    ] {
        let made = native.create(SERVICES, service(name, spec)).await;
        has(&made["spec"], &expected, name);
        assert_eq!(native.put(&format!("{SERVICES}/{name}"), &made).await, made);
    }
    for (spec, expected) in [
        (
            json!({"ipFamilyPolicy": "RequireDualStack"}),
            "spec.ipFamilyPolicy: Invalid value: \"RequireDualStack\": this cluster is not configured for dual-stack services",
        ),
        (
            json!({"ipFamilies": ["IPv6"]}),
            "spec.ipFamilies[0]: Invalid value: \"IPv6\": not configured on this cluster",
        ),
        (
            json!({"ipFamilies": ["IPv4", "IPv6"]}),
            "spec.ipFamilyPolicy: Invalid value: \"SingleStack\": must be 'RequireDualStack' or 'PreferDualStack' when multiple IP families are specified",
        ),
        (
            json!({"clusterIP": "fd00::1"}),
            "spec.clusterIPs[0]: Invalid value: [\"fd00::1\"]: IPv6 is not configured on this cluster",
        ),
    ] {
        assert_eq!(refused(&native, Method::POST, SERVICES, &service("f", spec)).await, expected);
    }
}

#[tokio::test]
async fn load_balancers_have_ports_for_health_checks() {
    let native = Native::start();
    let local = json!({"type": "LoadBalancer", "externalTrafficPolicy": "Local", "loadBalancerClass": "example.com/a"});
    let made = native.create(SERVICES, service("a", local.clone())).await;
    let port = made["spec"]["healthCheckNodePort"].clone();
    assert!(port.is_u64(), "{made}");
    // A client that does not name it keeps it.
    assert_eq!(
        native.put(&format!("{SERVICES}/a"), &service("a", local)).await["spec"]["healthCheckNodePort"],
        port
    );
    let status = json!({"status": {"loadBalancer": {"ingress": [{"ip": "1.2.3.4"}]}}});
    native.patch(&format!("{SERVICES}/a/status"), status).await;
    let changed = native.patch(&format!("{SERVICES}/a"), json!({"spec": {"type": "ClusterIP"}})).await;
    for field in
        ["healthCheckNodePort", "allocateLoadBalancerNodePorts", "loadBalancerClass", "externalTrafficPolicy"]
    {
        assert!(changed["spec"].get(field).is_none(), "{field}: {changed}");
    }
    assert_eq!(changed["status"], json!({"loadBalancer": {}}));
    let unallocated = json!({"type": "LoadBalancer", "allocateLoadBalancerNodePorts": false});
    let made = native.create(SERVICES, service("b", unallocated)).await;
    assert_eq!(made["spec"]["ports"][0]["nodePort"], Value::Null);
}

#[tokio::test]
async fn dry_runs_take_nothing() {
    let native = Native::start();
    let asked =
        json!({"type": "NodePort", "clusterIP": "10.96.0.20", "ports": [{"port": 80, "nodePort": 30200}]});
    for _ in 0..2 {
        native.create(&format!("{SERVICES}?dryRun=All"), service("a", asked.clone())).await;
    }
    native.create(SERVICES, service("a", asked)).await;
    let dry =
        native.create(&format!("{SERVICES}?dryRun=All"), service("b", json!({"type": "NodePort"}))).await;
    has(&dry["spec"], &json!({"clusterIP": "10.96.0.0", "ports": [{"nodePort": 32769}]}), "spec");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn concurrent_services_never_share() {
    let native = Arc::new(Native::start());
    let create = |name: String, spec: Value| {
        let native = native.clone();
        async move { native.ask(Method::POST, SERVICES, JSON, &service(&name, spec)).await.ok() }
    };
    let (mut asking, mut others) = (JoinSet::new(), JoinSet::new());
    let asked =
        json!({"type": "NodePort", "ports": [{"port": 80, "nodePort": 30300}], "clusterIP": "10.96.0.30"});
    for index in 0..30 {
        asking.spawn(create(format!("s{index}"), asked.clone()));
        others.spawn(create(format!("t{index}"), json!({"type": "NodePort"})));
    }
    assert_eq!(asking.join_all().await.into_iter().flatten().count(), 1);
    let all: Vec<Value> = others.join_all().await.into_iter().flatten().collect();
    assert_eq!(all.len(), 30);
    for path in ["/spec/clusterIP", "/spec/ports/0/nodePort"] {
        let values: BTreeSet<String> =
            all.iter().map(|service| service.pointer(path).unwrap().to_string()).collect();
        assert_eq!(values.len(), 30, "{path}");
    }
}
