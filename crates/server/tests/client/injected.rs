//! What a mutating webhook changes in one of Kubernetes' own kinds is decoded, gets defaults, and goes
//! through the plugins of the server again.
// apiserver: pkg/admission/plugin/webhook/mutating/dispatcher.go, pkg/admission/reinvocation.go

use serde_json::{Value, json};

use crate::native::Native;
use crate::webhooks::{Asked, hook, mutating, patch};

const PODS: &str = "/api/v1/namespaces/default/pods";

/// A server with a webhook that patches new Pods, as long as they lack the label `seen`.
async fn patching(operations: Value) -> (Native, Asked) {
    let server = crdc_server::TestServer::new().start().unwrap();
    let asked = Asked::default();
    let answer = move |request: &Value| match request["object"]["metadata"]["labels"]["seen"].is_string() {
        true => json!({"allowed": true}),
        false => patch(&operations),
    };
    server.webhook_service("default/injects", asked.router(answer));
    let rules =
        json!([{"apiGroups": [""], "apiVersions": ["v1"], "operations": ["CREATE"], "resources": ["pods"]}]);
    let hook = hook("injects", &json!({"rules": rules, "reinvocationPolicy": "IfNeeded"}));
    mutating(&server, "injects", vec![hook]).await;
    (Native::of(server), asked)
}

fn pod() -> Value {
    json!({"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "a"}, "spec": {"containers": [{"name": "a", "image": "a"}]}})
}

fn seen() -> Value {
    json!({"op": "add", "path": "/metadata/labels", "value": {"seen": "yes"}})
}

#[tokio::test]
async fn an_injected_container_gets_defaults_and_limits() {
    let sidecar = json!({"name": "side", "image": "side", "ports": [{"containerPort": 1}], "unknown": true});
    let (native, asked) =
        patching(json!([seen(), {"op": "add", "path": "/spec/containers/-", "value": sidecar}])).await;
    let range = json!({"apiVersion": "v1", "kind": "LimitRange", "metadata": {"name": "a"}, "spec": {"limits": [
        {"type": "Container", "default": {"cpu": "500m"}, "max": {"cpu": "1"}}]}});
    native.create("/api/v1/namespaces/default/limitranges", range).await;
    let created = native.create(PODS, pod()).await;
    let container = &created["spec"]["containers"][1];
    assert_eq!(
        *container,
        json!({"name": "side", "image": "side", "ports": [{"containerPort": 1, "protocol": "TCP"}],
            "resources": {"limits": {"cpu": "500m"}, "requests": {"cpu": "500m"}},
            "terminationMessagePath": "/dev/termination-log", "terminationMessagePolicy": "File", "imagePullPolicy": "Always"})
    );
    // The plugin that filled in the limits changed the object after the first call.
    let calls = asked.all();
    assert_eq!(calls.len(), 2);
    assert_eq!(calls[1]["object"]["spec"]["containers"][1], *container);
}

#[tokio::test]
async fn a_priority_class_that_a_webhook_sets_has_to_exist() {
    let class = json!({"op": "add", "path": "/spec/priorityClassName", "value": "none"});
    let priority = json!({"op": "remove", "path": "/spec/priority"});
    let (native, _) = patching(json!([seen(), class, priority])).await;
    let refused = native.ask(http::Method::POST, PODS, "application/json", &pod()).await.unwrap_err();
    let kube::Error::Api(status) = refused else { panic!("{refused}") };
    let why = "pods \"a\" is forbidden: no PriorityClass with name none was found";
    assert_eq!((status.code, &*status.message), (403, why));
}

#[tokio::test]
async fn a_patch_of_a_wrong_type_is_an_error_of_the_server() {
    let wrong = json!({"op": "add", "path": "/spec/hostNetwork", "value": "yes"});
    let (native, _) = patching(json!([seen(), wrong])).await;
    let refused = native.ask(http::Method::POST, PODS, "application/json", &pod()).await.unwrap_err();
    let kube::Error::Api(status) = refused else { panic!("{refused}") };
    assert_eq!(status.code, 500);
    let why = "Internal error occurred: json: cannot unmarshal string into Go struct field PodSpec.spec.hostNetwork of type bool";
    assert_eq!(status.message, why);
}
