//! Values of wrong types in Kubernetes' own kinds: Go decodes an object before anything fills in or replaces
//! its values.
// apiserver: pkg/endpoints/handlers/{create,patch}.go

use http::Method;
use serde_json::{Value, json};

use crate::native::Native;

/// The code and the message of the refusal of a request.
async fn refused(native: &Native, method: Method, path: &str, content: &str, body: &Value) -> (u16, String) {
    match native.ask(method, path, content, body).await {
        Ok(answer) => panic!("{body} was accepted: {answer}"),
        Err(kube::Error::Api(status)) => (status.code, status.message.clone()),
        Err(error) => panic!("{error}"),
    }
}

#[tokio::test]
async fn values_of_wrong_types_are_refused_before_they_are_replaced() {
    let native = Native::start();
    let pod = |field: &str, value: Value| {
        let mut pod = json!({"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "a"}, "spec": {"containers": [{"name": "a", "image": "a"}]}});
        pod["spec"][field] = value;
        pod
    };
    let container =
        |field: &str, value: Value| pod("containers", json!([{"name": "a", "image": "a", field: value}]));
    let service = |field: &str, value: Value| json!({"apiVersion": "v1", "kind": "Service", "metadata": {"name": "a"}, "spec": {"type": "NodePort", "ports": [{"port": 1}], field: value}});
    let pods = "/api/v1/namespaces/default/pods";
    let services = "/api/v1/namespaces/default/services";
    let wrong = [
        (
            pods,
            container("command", json!("")),
            "string into Go struct field Container.spec.containers.command of type []string",
        ),
        (
            pods,
            container("env", json!({})),
            "object into Go struct field Container.spec.containers.env of type []v1.EnvVar",
        ),
        (
            pods,
            container("ports", json!([{"hostPort": ""}])),
            "string into Go struct field ContainerPort.spec.containers.ports.hostPort of type int32",
        ),
        (
            pods,
            pod("nodeSelector", json!([])),
            "array into Go struct field PodSpec.spec.nodeSelector of type map[string]string",
        ),
        (
            pods,
            pod("volumes", json!("")),
            "string into Go struct field PodSpec.spec.volumes of type []v1.Volume",
        ),
        (
            pods,
            pod("hostNetwork", json!(0)),
            "number into Go struct field PodSpec.spec.hostNetwork of type bool",
        ),
        (
            pods,
            pod("priority", json!("5")),
            "string into Go struct field PodSpec.spec.priority of type int32",
        ),
        (
            pods,
            pod("preemptionPolicy", json!(5)),
            "number into Go struct field PodSpec.spec.preemptionPolicy of type v1.PreemptionPolicy",
        ),
        (
            services,
            service("ports", json!([{"port": 1, "nodePort": "30080"}])),
            "string into Go struct field ServicePort.spec.ports.nodePort of type int32",
        ),
        (
            services,
            service("clusterIP", json!(5)),
            "number into Go struct field ServiceSpec.spec.clusterIP of type string",
        ),
        (
            services,
            service("ipFamilyPolicy", json!(5)),
            "number into Go struct field ServiceSpec.spec.ipFamilyPolicy of type v1.IPFamilyPolicy",
        ),
        (
            "/api/v1/namespaces",
            json!({"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "a"}, "spec": {"finalizers": 5}}),
            "number into Go struct field NamespaceSpec.spec.finalizers of type []v1.FinalizerName",
        ),
        // The namespace does not exist, either.
        (
            "/api/v1/namespaces/none/configmaps",
            json!({"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "a"}, "data": []}),
            "array into Go struct field ConfigMap.data of type map[string]string",
        ),
    ];
    for (path, body, why) in wrong {
        let (code, message) = refused(&native, Method::POST, path, "application/json", &body).await;
        let kind = body["kind"].as_str().unwrap();
        let expected =
            format!("{kind} in version \"v1\" cannot be handled as a {kind}: json: cannot unmarshal {why}");
        assert_eq!((code, message), (400, expected));
    }
}

#[tokio::test]
async fn a_patch_that_leaves_a_wrong_type_is_invalid() {
    let native = Native::start();
    let map = json!({"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "a"}});
    native.create("/api/v1/namespaces/default/configmaps", map).await;
    let path = "/api/v1/namespaces/default/configmaps/a";
    let (code, message) =
        refused(&native, Method::PATCH, path, "application/merge-patch+json", &json!({"data": []})).await;
    assert_eq!(code, 422);
    assert!(message.starts_with(" \"\" is invalid: patch: Invalid value: \"{"), "{message}");
    let why = "json: cannot unmarshal array into Go struct field ConfigMap.data of type map[string]string";
    assert!(message.ends_with(why), "{message}");
}
