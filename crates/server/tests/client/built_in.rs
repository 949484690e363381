//! Admission plugins that are on in every cluster: Priority, DefaultTolerationSeconds and default classes.
// kubernetes: plugin/pkg/admission

use http::Method;
use serde_json::{Value, json};

use crate::native::{Native, has};

const PODS: &str = "/api/v1/namespaces/default/pods";
const CLASSES: &str = "/apis/scheduling.k8s.io/v1/priorityclasses";
const CLAIMS: &str = "/api/v1/namespaces/default/persistentvolumeclaims";
const JSON: &str = "application/json";

pub(crate) fn pod(name: &str, more: Value) -> Value {
    let mut spec = json!({"containers": [{"name": "c", "image": "i"}]});
    for (field, value) in more.as_object().unwrap() {
        spec[field] = value.clone();
    }
    json!({"apiVersion": "v1", "kind": "Pod", "metadata": {"name": name}, "spec": spec})
}

/// The message of a refusal with code 403.
pub(crate) async fn forbidden(native: &Native, path: &str, body: &Value) -> String {
    match native.ask(Method::POST, path, JSON, body).await {
        Err(kube::Error::Api(status)) => {
            assert_eq!(status.code, 403, "{}", status.message);
            status.message.split_once("is forbidden: ").unwrap().1.to_owned()
        }
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn the_classes_of_the_system_are_not_deleted() {
    let native = Native::start();
    let name = "system-node-critical";
    let path = format!("{CLASSES}/{name}");
    match native.ask(Method::DELETE, &path, JSON, &json!({})).await {
        Err(kube::Error::Api(status)) => assert_eq!(
            (status.code, &*status.message),
            (
                403,
                "priorityclasses.scheduling.k8s.io \"system-node-critical\" is forbidden: this is a system \
                 priority class and cannot be deleted"
            )
        ),
        other => panic!("{other:?}"),
    }
    native.get(&path).await;
    // Others are.
    native.create(CLASSES, json!({"metadata": {"name": "own"}, "value": 1})).await;
    native.ask(Method::DELETE, &format!("{CLASSES}/own"), JSON, &json!({})).await.unwrap();
}

#[tokio::test]
async fn pods_have_the_priority_of_their_class() {
    let native = Native::start();
    let plain = native.create(PODS, pod("plain", json!({}))).await;
    has(
        &plain["spec"],
        &json!({"priority": 0, "preemptionPolicy": "PreemptLowerPriority", "priorityClassName": null}),
        "plain",
    );
    for (name, value) in [("system-node-critical", 2_000_001_000), ("system-cluster-critical", 2_000_000_000)]
    {
        let made = native.create(PODS, pod(name, json!({"priorityClassName": name}))).await;
        assert_eq!(made["spec"]["priority"], value);
        has(
            &native.get(&format!("{CLASSES}/{name}")).await,
            &json!({"value": value, "preemptionPolicy": "PreemptLowerPriority"}),
            name,
        );
    }
    assert_eq!(
        forbidden(&native, PODS, &pod("x", json!({"priorityClassName": "none"}))).await,
        "no PriorityClass with name none was found"
    );
    assert_eq!(
        forbidden(&native, PODS, &pod("x", json!({"priority": 7}))).await,
        "the integer value of priority (7) must not be provided in pod spec; priority admission controller computed 0 from the given PriorityClass name"
    );
    native
        .create(CLASSES, json!({"metadata": {"name": "high"}, "value": 1000, "preemptionPolicy": "Never"}))
        .await;
    native.create(CLASSES, json!({"metadata": {"name": "usual"}, "value": 10, "globalDefault": true})).await;
    assert_eq!(
        forbidden(
            &native,
            CLASSES,
            &json!({"metadata": {"name": "other"}, "value": 5, "globalDefault": true})
        )
        .await,
        "PriorityClass usual is already marked as default. Only one default can exist"
    );
    assert_eq!(
        forbidden(
            &native,
            PODS,
            &pod("x", json!({"priorityClassName": "high", "preemptionPolicy": "PreemptLowerPriority"}))
        )
        .await,
        "the string value of PreemptionPolicy (PreemptLowerPriority) must not be provided in pod spec; priority admission controller computed Never from the given PriorityClass name"
    );
    let usual = native.create(PODS, pod("usual", json!({}))).await;
    has(&usual["spec"], &json!({"priority": 10, "priorityClassName": "usual"}), "usual");
    let high = native.create(PODS, pod("high", json!({"priorityClassName": "high", "priority": 1000}))).await;
    has(&high["spec"], &json!({"priority": 1000, "preemptionPolicy": "Never"}), "high");
    // A class may be changed without being a second default.
    native.patch(&format!("{CLASSES}/usual"), json!({"description": "d"})).await;
    // A client that sends what it created changes nothing.
    let again = native.put(&format!("{PODS}/plain"), &pod("plain", json!({}))).await;
    assert_eq!(again["spec"], plain["spec"]);
}

#[tokio::test]
async fn pods_tolerate_unreachable_nodes_for_five_minutes() {
    let native = Native::start();
    let toleration = |taint: &str| json!({"key": format!("node.kubernetes.io/{taint}"), "operator": "Exists", "effect": "NoExecute", "tolerationSeconds": 300});
    let made = native.create(PODS, pod("a", json!({}))).await;
    assert_eq!(made["spec"]["tolerations"], json!([toleration("not-ready"), toleration("unreachable")]));
    // Nobody owns what the server set.
    assert!(made["metadata"]["managedFields"][0]["fieldsV1"]["f:spec"]["f:tolerations"].is_null());
    let own = json!({"key": "node.kubernetes.io/not-ready", "operator": "Exists", "effect": "NoExecute", "tolerationSeconds": 5});
    let made = native.create(PODS, pod("b", json!({"tolerations": [own]}))).await;
    assert_eq!(made["spec"]["tolerations"], json!([own, toleration("unreachable")]));
    let all = json!([{"operator": "Exists"}]);
    let made = native.create(PODS, pod("c", json!({"tolerations": all}))).await;
    assert_eq!(made["spec"]["tolerations"], all);
    let other = json!({"key": "node.kubernetes.io/not-ready", "operator": "Exists", "effect": "NoSchedule"});
    let made = native.create(PODS, pod("d", json!({"tolerations": [other]}))).await;
    assert_eq!(made["spec"]["tolerations"].as_array().unwrap().len(), 3);
}

#[tokio::test]
async fn claims_and_ingresses_have_the_newest_default_class() {
    let native = Native::start();
    let claim = |name: &str, more: Value| {
        let mut spec =
            json!({"accessModes": ["ReadWriteOnce"], "resources": {"requests": {"storage": "1Gi"}}});
        for (field, value) in more.as_object().unwrap() {
            spec[field] = value.clone();
        }
        json!({"metadata": {"name": name}, "spec": spec})
    };
    let none = native.create(CLAIMS, claim("none", json!({}))).await;
    assert!(none["spec"].get("storageClassName").is_none());
    for (name, is_default) in [("b", "true"), ("a", "true"), ("c", "false")] {
        let metadata =
            json!({"name": name, "annotations": {"storageclass.kubernetes.io/is-default-class": is_default}});
        native
            .create(
                "/apis/storage.k8s.io/v1/storageclasses",
                json!({"metadata": metadata, "provisioner": "example.com/p"}),
            )
            .await;
        let metadata =
            json!({"name": name, "annotations": {"ingressclass.kubernetes.io/is-default-class": is_default}});
        native
            .create(
                "/apis/networking.k8s.io/v1/ingressclasses",
                json!({"metadata": metadata, "spec": {"controller": "example.com/c"}}),
            )
            .await;
    }
    let made = native.create(CLAIMS, claim("usual", json!({}))).await;
    let class = made["spec"]["storageClassName"].as_str().unwrap();
    // Both may be made in one second, and then the first name counts.
    assert!(matches!(class, "a" | "b"), "{class}");
    for (name, class) in [("own", "c"), ("empty", "")] {
        let made = native.create(CLAIMS, claim(name, json!({"storageClassName": class}))).await;
        assert_eq!(made["spec"]["storageClassName"], class);
    }
    let ingresses = "/apis/networking.k8s.io/v1/namespaces/default/ingresses";
    let backend = json!({"defaultBackend": {"service": {"name": "s", "port": {"number": 80}}}});
    let made = native.create(ingresses, json!({"metadata": {"name": "i"}, "spec": backend})).await;
    assert!(matches!(made["spec"]["ingressClassName"].as_str(), Some("a" | "b")), "{made}");
    let metadata = json!({"name": "old", "annotations": {"kubernetes.io/ingress.class": "nginx"}});
    let made = native.create(ingresses, json!({"metadata": metadata, "spec": backend})).await;
    assert!(made["spec"].get("ingressClassName").is_none(), "{made}");
}
