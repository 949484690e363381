//! Bindings, which assign pods to nodes.
// kubernetes: pkg/registry/core/pod/storage/storage.go BindingREST

use http::Method;
use serde_json::{Value, json};

use crate::native::Native;

const PODS: &str = "/api/v1/namespaces/default/pods";

fn binding(pod: &str, node: &str) -> Value {
    json!({"apiVersion": "v1", "kind": "Binding", "metadata": {"name": pod}, "target": {"kind": "Node", "name": node}})
}

async fn bind(native: &Native, pod: &str, binding: &Value) -> Result<Value, (u16, String)> {
    match native.ask(Method::POST, &format!("{PODS}/{pod}/binding"), "application/json", binding).await {
        Ok(status) => Ok(status["status"].clone()),
        Err(kube::Error::Api(status)) => Err((status.code, status.message.clone())),
        Err(other) => panic!("{other}"),
    }
}

async fn pod(native: &Native, name: &str, more: Value) {
    let mut spec = json!({"containers": [{"name": "a", "image": "a"}]});
    spec.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    native.create(PODS, json!({"metadata": {"name": name, "labels": {"app": "a"}}, "spec": spec})).await;
}

#[tokio::test]
async fn a_binding_assigns_a_pod_to_a_node_once() {
    let native = Native::start();
    pod(&native, "a", json!({})).await;
    let before = native.get(&format!("{PODS}/a")).await;
    let mut with_more = binding("a", "one");
    with_more["metadata"]["annotations"] = json!({"example.com/by": "test"});
    with_more["metadata"]["labels"] = json!({"zone": "z"});
    with_more["metadata"]["uid"] = before["metadata"]["uid"].clone();
    assert_eq!(bind(&native, "a", &with_more).await, Ok(json!("Success")));
    let bound = native.get(&format!("{PODS}/a")).await;
    assert_eq!(bound["spec"]["nodeName"], "one");
    assert_eq!(bound["metadata"]["annotations"], json!({"example.com/by": "test"}));
    assert_eq!(bound["metadata"]["labels"], json!({"app": "a", "zone": "z"}));
    let condition = &bound["status"]["conditions"][0];
    assert_eq!((&condition["type"], &condition["status"]), (&json!("PodScheduled"), &json!("True")));
    assert_eq!(bound["metadata"]["managedFields"], before["metadata"]["managedFields"]);
    assert_ne!(bound["metadata"]["resourceVersion"], before["metadata"]["resourceVersion"]);
    // A pod on a node gets a grace period.
    let again =
        "Operation cannot be fulfilled on pods/binding \"a\": pod a is already assigned to node \"one\"";
    assert_eq!(bind(&native, "a", &binding("a", "two")).await, Err((409, again.to_owned())));
}

#[tokio::test]
async fn wrong_bindings_are_refused() {
    let native = Native::start();
    pod(&native, "a", json!({})).await;
    pod(&native, "gated", json!({"schedulingGates": [{"name": "example.com/wait"}]})).await;
    let mut other_kind = binding("a", "");
    other_kind["target"]["kind"] = json!("Pod");
    let mut other_uid = binding("a", "one");
    other_uid["metadata"]["uid"] = json!("other");
    for (pod, sent, code, expected) in [
        ("a", binding("b", "one"), 400, "name in URL does not match name in Binding object"),
        ("a", binding("a", ""), 500, "target.name: Required value"),
        (
            "a",
            other_kind,
            500,
            "[target.kind: Unsupported value: \"Pod\": supported values: \"Node\", \"<empty>\", target.name: Required value]",
        ),
        ("none", binding("none", "one"), 404, "pods \"none\" not found"),
        ("gated", binding("gated", "one"), 409, "pod gated has non-empty .spec.schedulingGates"),
        ("a", other_uid, 409, "Precondition failed: UID in precondition: other, UID in object meta: "),
    ] {
        let (found, message) = bind(&native, pod, &sent).await.unwrap_err();
        assert_eq!((found, message.contains(expected)), (code, true), "{message}");
    }
    // A dry run assigns nothing.
    let path = format!("{PODS}/a/binding?dryRun=All");
    let sent = native.ask(Method::POST, &path, "application/json", &binding("a", "one")).await.unwrap();
    assert_eq!(sent["status"], "Success");
    assert_eq!(native.get(&format!("{PODS}/a")).await["spec"]["nodeName"], Value::Null);
}
