//! Objects of Kubernetes' own kinds are stored and returned as Go writes them.
// Go: encoding/json; the tags of kubernetes/api

use http::{Method, Request};
use k8s_openapi::api::coordination::v1::Lease;
use k8s_openapi::api::core::v1::{Event, LimitRange, Pod};
use k8s_openapi::api::rbac::v1::Role;
use kube::Api;
use serde_json::{Value, json};

use crate::native::{Native, has};

async fn text(native: &Native, path: &str) -> String {
    let request = Request::builder().method(Method::GET).uri(path).body(Vec::new()).unwrap();
    native.client.request_text(request).await.unwrap()
}

#[tokio::test]
async fn typed_clients_read_what_untyped_ones_write() {
    let native = Native::start();
    let limits = json!({"cpu": 2, "memory": "1024Mi"});
    let pod = json!({"metadata": {"name": "a"}, "spec": {"containers": [
        {"name": "a", "image": "b", "resources": {"limits": limits}}
    ]}});
    let pod = native.create("/api/v1/namespaces/default/pods", pod).await;
    has(&pod["spec"]["containers"][0]["resources"], &json!({"limits": {"cpu": "2", "memory": "1Gi"}}), "");
    let pods: Api<Pod> = Api::default_namespaced(native.client.clone());
    assert_eq!(pods.list(&Default::default()).await.unwrap().items.len(), 1);

    native
        .create("/apis/coordination.k8s.io/v1/namespaces/default/leases", json!({"metadata": {"name": "a"}}))
        .await;
    let leases: Api<Lease> = Api::default_namespaced(native.client.clone());
    let lease = leases.get("a").await.unwrap();
    assert!(lease.spec.is_some());

    let range = json!({"metadata": {"name": "a"}, "spec": {"limits": []}});
    let range = native.create("/api/v1/namespaces/default/limitranges", range).await;
    assert_eq!(range["spec"], json!({"limits": null}));
    let ranges: Api<LimitRange> = Api::default_namespaced(native.client.clone());
    assert!(ranges.get("a").await.unwrap().spec.unwrap().limits.is_empty());

    let roles = "/apis/rbac.authorization.k8s.io/v1/namespaces/default/roles";
    let role = native.create(roles, json!({"metadata": {"name": "a"}})).await;
    assert_eq!(role.get("rules"), Some(&Value::Null));
    let roles: Api<Role> = Api::default_namespaced(native.client.clone());
    assert_eq!(roles.get("a").await.unwrap().rules, None);

    let event =
        json!({"metadata": {"name": "a"}, "involvedObject": {"namespace": "default"}, "type": "Normal"});
    let event = native.create("/api/v1/namespaces/default/events", event).await;
    has(
        &event,
        &json!({"firstTimestamp": null, "eventTime": null, "reportingComponent": "", "source": {}}),
        "",
    );
    let events: Api<Event> = Api::default_namespaced(native.client.clone());
    assert_eq!(events.get("a").await.unwrap().first_timestamp, None);
}

#[tokio::test]
async fn fields_have_the_order_of_go() {
    let native = Native::start();
    let deployments = "/apis/apps/v1/namespaces/default/deployments";
    let labels = json!({"app": "a"});
    native
        .create(deployments, json!({"metadata": {"name": "a"}, "spec": {
            "template": {"spec": {"containers": [{"image": "b", "name": "a"}]}, "metadata": {"labels": labels}},
            "selector": {"matchLabels": labels},
        }}))
        .await;
    let found = text(&native, &format!("{deployments}/a")).await;
    let place = |key: &str| found.find(&format!("\"{key}\":")).unwrap_or_else(|| panic!("{key} in {found}"));
    let keys = [
        "kind",
        "apiVersion",
        "metadata",
        "spec",
        "replicas",
        "selector",
        "template",
        "containers",
        "image",
        "resources",
        "terminationMessagePath",
        "strategy",
        "revisionHistoryLimit",
        "status",
    ];
    let places: Vec<usize> = keys.into_iter().map(place).collect();
    assert!(places.is_sorted(), "{places:?} {found}");
}

#[tokio::test]
async fn a_writer_owns_structs_that_go_writes_in_lists() {
    let native = Native::start();
    let pod = json!({"metadata": {"name": "a"}, "spec": {"containers": [{"name": "a", "image": "b"}]}});
    let pod = native.create("/api/v1/namespaces/default/pods?fieldManager=me", pod).await;
    let fields = &pod["metadata"]["managedFields"][0]["fieldsV1"];
    assert_eq!(fields["f:spec"]["f:containers"]["k:{\"name\":\"a\"}"]["f:resources"], json!({}));
    assert_eq!(fields.get("f:status"), None);
}

#[tokio::test]
async fn an_update_without_a_change_keeps_the_version() {
    let native = Native::start();
    let path = "/api/v1/namespaces/default/pods";
    let pod = json!({"metadata": {"name": "a"}, "spec": {"containers": [{"name": "a", "image": "b"}]}});
    let pod = native.create(path, pod).await;
    let again = native.put(&format!("{path}/a"), &pod).await;
    assert_eq!(again, pod);
}
