//! Updates and patches without the version that they replace.
// apiserver: pkg/registry/generic/registry/store.go Update

use crdc_server::TestServer;
use http::Method;
use serde_json::{Value, json};

use crate::native::Native;
use crate::webhooks::{Asked, allowed, hook, mutating};

const MERGE: &str = "application/merge-patch+json";
const STRATEGIC: &str = "application/strategic-merge-patch+json";
const JSON_PATCH: &str = "application/json-patch+json";
const MAPS: &str = "/api/v1/namespaces/default/configmaps";
const LEASES: &str = "/apis/coordination.k8s.io/v1/namespaces/default/leases";
const CAPACITIES: &str = "/apis/storage.k8s.io/v1/namespaces/default/csistoragecapacities";

/// The code and the message of the answer.
async fn answer(native: &Native, method: Method, path: &str, media: &str, body: &Value) -> (u16, String) {
    match native.ask(method, path, media, body).await {
        Ok(_) => (200, String::new()),
        Err(kube::Error::Api(status)) => (status.code, status.message.clone()),
        Err(other) => panic!("{other}"),
    }
}

#[tokio::test]
async fn no_version_an_empty_one_and_zero_replace_any_version() {
    let native = Native::start();
    let map = native.create(MAPS, json!({"metadata": {"name": "m"}})).await;
    let lease = native.create(LEASES, json!({"metadata": {"name": "l"}, "spec": {}})).await;
    let capacity =
        native.create(CAPACITIES, json!({"metadata": {"name": "c"}, "storageClassName": "s"})).await;
    let unversioned = "must be specified for an update";
    for version in [Value::Null, json!(""), json!("0")] {
        for (path, object, is_free) in [
            (format!("{MAPS}/m"), &map, true),
            (format!("{LEASES}/l"), &lease, false),
            (format!("{CAPACITIES}/c"), &capacity, false),
        ] {
            let mut put = object.clone();
            put["metadata"]["resourceVersion"] = version.clone();
            put["metadata"]["labels"] = json!({"a": "b"});
            let patch = json!({"metadata": {"resourceVersion": version, "labels": {"c": "d"}}});
            let operations =
                json!([{"op": "replace", "path": "/metadata/resourceVersion", "value": version}]);
            for (method, media, body) in [
                (Method::PUT, "application/json", put),
                (Method::PATCH, MERGE, patch.clone()),
                (Method::PATCH, STRATEGIC, patch),
                (Method::PATCH, JSON_PATCH, operations),
            ] {
                let (code, message) = answer(&native, method, &path, media, &body).await;
                if is_free {
                    assert_eq!(code, 200, "{media} {body}: {message}");
                } else {
                    assert!(code == 422 && message.contains(unversioned), "{media} {body}: {code} {message}");
                }
            }
        }
    }
}

/// A server sets the version of the stored object after admission.
#[tokio::test]
async fn webhooks_see_the_version_that_was_sent() {
    let server = TestServer::new().start().unwrap();
    let asked = Asked::default();
    server.webhook_service("default/reads", asked.router(allowed));
    let native = Native::of(server.clone());
    native.create(MAPS, json!({"metadata": {"name": "m"}})).await;
    let rules = json!([{"apiGroups": [""], "apiVersions": ["v1"], "operations": ["UPDATE"], "resources": ["configmaps"]}]);
    mutating(&server, "m", vec![hook("reads", &json!({"rules": rules}))]).await;
    let put = json!({"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "m"}, "data": {"a": "b"}});
    let stored = native.put(&format!("{MAPS}/m"), &put).await;
    assert!(stored["metadata"]["resourceVersion"].is_string());
    let [object, old] = ["object", "oldObject"].map(|of| asked.all()[0][of]["metadata"].clone());
    assert_eq!(object["resourceVersion"], Value::Null, "{object}");
    assert!(old["resourceVersion"].is_string(), "{old}");
}

#[tokio::test]
async fn other_versions_are_conflicts_or_unreadable() {
    let native = Native::start();
    native.create(MAPS, json!({"metadata": {"name": "m"}})).await;
    for (version, code) in [("1", 409), ("soon", 500)] {
        let patch = json!({"metadata": {"resourceVersion": version, "labels": {"c": "d"}}});
        for media in [MERGE, STRATEGIC] {
            let answer = answer(&native, Method::PATCH, &format!("{MAPS}/m"), media, &patch).await;
            assert_eq!(answer.0, code, "{media} {version}: {}", answer.1);
        }
    }
}

#[tokio::test]
async fn a_status_without_a_version_replaces_any_status() {
    let native = Native::start();
    let path = "/api/v1/namespaces/default/pods";
    let pod = json!({"metadata": {"name": "p"}, "spec": {"containers": [{"name": "c", "image": "i"}]}});
    let mut pod = native.create(path, pod).await;
    pod["metadata"].as_object_mut().unwrap().remove("resourceVersion");
    pod["status"]["phase"] = json!("Running");
    let pod = native.put(&format!("{path}/p/status"), &pod).await;
    assert_eq!(pod["status"]["phase"], "Running");
    let patch = json!({"metadata": {"resourceVersion": "0"}, "status": {"phase": "Failed"}});
    let pod = native.ask(Method::PATCH, &format!("{path}/p/status"), MERGE, &patch).await.unwrap();
    assert_eq!(pod["status"]["phase"], "Failed");
}
