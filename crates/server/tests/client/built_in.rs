//! Admission plugins that are on in every cluster: Priority, DefaultTolerationSeconds, LimitRanger, default
//! classes and StorageObjectInUseProtection.
// kubernetes: plugin/pkg/admission

use http::Method;
use serde_json::{Value, json};

use crate::native::{Native, has};

const PODS: &str = "/api/v1/namespaces/default/pods";
const CLASSES: &str = "/apis/scheduling.k8s.io/v1/priorityclasses";
const CLAIMS: &str = "/api/v1/namespaces/default/persistentvolumeclaims";
const JSON: &str = "application/json";

fn pod(name: &str, more: Value) -> Value {
    let mut spec = json!({"containers": [{"name": "c", "image": "i"}]});
    for (field, value) in more.as_object().unwrap() {
        spec[field] = value.clone();
    }
    json!({"apiVersion": "v1", "kind": "Pod", "metadata": {"name": name}, "spec": spec})
}

/// The message of a refusal with code 403.
async fn forbidden(native: &Native, path: &str, body: &Value) -> String {
    match native.ask(Method::POST, path, JSON, body).await {
        Err(kube::Error::Api(status)) => {
            assert_eq!(status.code, 403, "{}", status.message);
            status.message.split_once("is forbidden: ").unwrap().1.to_owned()
        }
        other => panic!("{other:?}"),
    }
}

async fn is_gone(native: &Native, path: &str) -> bool {
    match native.ask(Method::GET, path, JSON, &Value::Null).await {
        Err(kube::Error::Api(status)) => status.code == 404,
        _ => false,
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
async fn containers_have_the_limits_of_their_namespace() {
    let native = Native::start();
    let limits = json!([{"type": "Container", "default": {"cpu": "500m", "memory": "128Mi"}, "defaultRequest": {"cpu": "100m"},
        "min": {"cpu": "50m"}, "max": {"cpu": "1", "memory": "1Gi"}, "maxLimitRequestRatio": {"cpu": "10"}}, {"type": "Pod", "max": {"cpu": "1500m"}},
        {"type": "PersistentVolumeClaim", "min": {"storage": "1Gi"}, "max": {"storage": "2Gi"}}]);
    native
        .create(
            "/api/v1/namespaces/default/limitranges",
            json!({"metadata": {"name": "l"}, "spec": {"limits": limits}}),
        )
        .await;
    let made = native.create(PODS, pod("a", json!({"containers": [{"name": "c", "image": "i"}, {"name": "d", "image": "i", "resources": {"requests": {"cpu": "200m"}}}]}))).await;
    let expected = json!({
        "metadata": {"annotations": {"kubernetes.io/limit-ranger":
            "LimitRanger plugin set: cpu, memory request for container c; cpu, memory limit for container c; memory request for container d; cpu, memory limit for container d"}},
        "spec": {"containers": [
            {"resources": {"requests": {"cpu": "100m", "memory": "128Mi"}, "limits": {"cpu": "500m", "memory": "128Mi"}}},
            {"resources": {"requests": {"cpu": "200m", "memory": "128Mi"}, "limits": {"cpu": "500m", "memory": "128Mi"}}},
        ]},
        "status": {"qosClass": "Burstable"},
    });
    has(&made, &expected, "pod");
    let with = |requests: Value, limits: Value| json!([{"name": "c", "image": "i", "resources": {"requests": requests, "limits": limits}}]);
    for (containers, expected) in [
        (
            with(json!({"cpu": "10m"}), json!({"cpu": "100m"})),
            "minimum cpu usage per Container is 50m, but request is 10m.",
        ),
        (
            with(json!({"cpu": "1"}), json!({"cpu": "2"})),
            "[maximum cpu usage per Container is 1, but limit is 2., maximum cpu usage per Pod is 1500m, but limit is 2.]",
        ),
        (
            with(json!({"cpu": "50m"}), json!({"cpu": "1"})),
            "cpu max limit to request ratio per Container is 10, but provided ratio is 20.000000.",
        ),
        (
            json!([{"name": "c", "image": "i", "resources": {"limits": {"cpu": "900m"}}}, {"name": "d", "image": "i", "resources": {"limits": {"cpu": "900m"}}}]),
            "maximum cpu usage per Pod is 1500m, but limit is 1800m.",
        ),
    ] {
        assert_eq!(forbidden(&native, PODS, &pod("x", json!({"containers": containers}))).await, expected);
    }
    let claim = |storage: &str| json!({"metadata": {"name": "c"}, "spec": {"accessModes": ["ReadWriteOnce"], "resources": {"requests": {"storage": storage}}}});
    for (storage, expected) in [
        ("1Mi", "minimum storage usage per PersistentVolumeClaim is 1Gi, but request is 1Mi."),
        ("3Gi", "maximum storage usage per PersistentVolumeClaim is 2Gi, but request is 3Gi."),
    ] {
        assert_eq!(forbidden(&native, CLAIMS, &claim(storage)).await, expected);
    }
    native.create(CLAIMS, claim("2Gi")).await;
    // Another namespace has no limits.
    native
        .create(
            "/api/v1/namespaces/kube-system/pods",
            pod("a", json!({"containers": with(json!({}), json!({"cpu": "64"}))})),
        )
        .await;
    // What is stored may change in other ways.
    native.patch(&format!("{PODS}/a"), json!({"metadata": {"labels": {"a": "b"}}})).await;
}

#[tokio::test]
async fn claims_and_volumes_stay_while_they_are_used() {
    let native = Native::start();
    let claim = |name: &str| json!({"metadata": {"name": name}, "spec": {"accessModes": ["ReadWriteOnce"], "resources": {"requests": {"storage": "1Gi"}}}});
    let delete = async |path: &str| native.ask(Method::DELETE, path, JSON, &json!({})).await.unwrap();
    let made = native.create(CLAIMS, claim("free")).await;
    assert_eq!(made["metadata"]["finalizers"], json!(["kubernetes.io/pvc-protection"]));
    delete(&format!("{CLAIMS}/free")).await;
    assert!(is_gone(&native, &format!("{CLAIMS}/free")).await);

    native.create(CLAIMS, claim("used")).await;
    let volumes = json!([{"name": "v", "persistentVolumeClaim": {"claimName": "used"}}]);
    // A Pod that waits for a node does not hold a claim.
    native.create(PODS, pod("waiting", json!({"volumes": volumes}))).await;
    native.create(PODS, pod("user", json!({"volumes": volumes, "nodeName": "n"}))).await;
    delete(&format!("{CLAIMS}/used")).await;
    let stays = native.get(&format!("{CLAIMS}/used")).await;
    assert!(stays["metadata"]["deletionTimestamp"].is_string());
    native.patch(&format!("{PODS}/user/status"), json!({"status": {"phase": "Succeeded"}})).await;
    assert!(is_gone(&native, &format!("{CLAIMS}/used")).await);

    native.create(CLAIMS, claim("again")).await;
    let volumes = json!([{"name": "v", "persistentVolumeClaim": {"claimName": "again"}}]);
    native.create(PODS, pod("last", json!({"volumes": volumes, "nodeName": "n"}))).await;
    delete(&format!("{CLAIMS}/again")).await;
    delete(&format!("{PODS}/last")).await;
    assert!(is_gone(&native, &format!("{CLAIMS}/again")).await);

    let persistent = "/api/v1/persistentvolumes";
    let volume = json!({"metadata": {"name": "v", "finalizers": ["example.com/x"]}, "spec": {"capacity": {"storage": "1Gi"}, "accessModes": ["ReadWriteOnce"],
        "hostPath": {"path": "/a"}, "storageClassName": "s"}});
    let made = native.create(persistent, volume).await;
    assert_eq!(made["metadata"]["finalizers"], json!(["example.com/x", "kubernetes.io/pv-protection"]));
    let path = format!("{persistent}/v");
    native.patch(&format!("{path}/status"), json!({"status": {"phase": "Bound"}})).await;
    delete(&path).await;
    assert_eq!(native.get(&path).await["metadata"]["finalizers"].as_array().unwrap().len(), 2);
    native.patch(&format!("{path}/status"), json!({"status": {"phase": "Released"}})).await;
    assert_eq!(native.get(&path).await["metadata"]["finalizers"], json!(["example.com/x"]));
    native.patch(&path, json!({"metadata": {"finalizers": null}})).await;
    assert!(is_gone(&native, &path).await);

    // The contents of a namespace go with their finalizers.
    native.create("/api/v1/namespaces", json!({"metadata": {"name": "team"}})).await;
    native.create("/api/v1/namespaces/team/persistentvolumeclaims", claim("c")).await;
    delete("/api/v1/namespaces/team").await;
    assert!(is_gone(&native, "/api/v1/namespaces/team").await);
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
