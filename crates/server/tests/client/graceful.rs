//! Pods on a node are deleted with a grace period, in which a kubelet ends them.
// kubernetes: pkg/registry/core/pod/strategy.go CheckGracefulDelete

use http::Method;
use serde_json::{Value, json};

use crate::native::Native;

const PODS: &str = "/api/v1/namespaces/default/pods";

async fn delete(native: &Native, name: &str, seconds: Option<i64>) -> Value {
    let options = json!({"apiVersion": "v1", "kind": "DeleteOptions", "gracePeriodSeconds": seconds});
    native.ask(Method::DELETE, &format!("{PODS}/{name}"), "application/json", &options).await.unwrap()
}

async fn names(native: &Native) -> Vec<Value> {
    let all = native.get(PODS).await;
    all["items"].as_array().unwrap().iter().map(|pod| pod["metadata"]["name"].clone()).collect()
}

#[tokio::test]
async fn a_pod_stays_for_its_grace_period_if_its_node_is_there() {
    let native = Native::start();
    native.create("/api/v1/nodes", json!({"metadata": {"name": "here"}})).await;
    let containers = json!([{"name": "a", "image": "a"}]);
    for (name, more, seconds, stays) in [
        ("usual", json!({"nodeName": "here"}), None, Some(30)),
        ("own", json!({"nodeName": "here", "terminationGracePeriodSeconds": 7}), None, Some(7)),
        ("requested", json!({"nodeName": "here"}), Some(5), Some(5)),
        ("forced", json!({"nodeName": "here"}), Some(0), None),
        ("nowhere", json!({}), None, None),
        ("lost", json!({"nodeName": "gone"}), None, None),
        ("ended", json!({"nodeName": "here"}), None, None),
    ] {
        let mut spec = json!({ "containers": containers });
        spec.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        native.create(PODS, json!({"metadata": {"name": name}, "spec": spec})).await;
        if name == "ended" {
            native.patch(&format!("{PODS}/{name}/status"), json!({"status": {"phase": "Succeeded"}})).await;
        }
        let deleted = delete(&native, name, seconds).await;
        assert_eq!(names(&native).await.contains(&json!(name)), stays.is_some(), "{name}");
        if let Some(seconds) = stays {
            assert_eq!(deleted["metadata"]["deletionGracePeriodSeconds"], seconds, "{name}");
            assert!(deleted["metadata"]["deletionTimestamp"].is_string(), "{name}");
            delete(&native, name, Some(0)).await;
            assert!(!names(&native).await.contains(&json!(name)), "{name}");
        }
    }
}
