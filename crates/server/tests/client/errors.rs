//! Errors of Kubernetes' own kinds: which come first, and which come together.
// apiserver: pkg/registry/rest/create.go BeforeCreate; pkg/admission/plugin/namespace/lifecycle/admission.go

use crdc_server::{Server, TestServer};
use http::Method;
use serde_json::{Value, json};

use crate::native::Native;

const CRDS: &str = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
const PODS: &str = "/api/v1/namespaces/default/pods";

fn server() -> Server {
    TestServer::new().start().unwrap()
}

async fn refused(native: &Native, method: Method, path: &str, body: &Value) -> kube::core::Status {
    match native.ask(method, path, "application/json", body).await {
        Err(kube::Error::Api(status)) => *status,
        other => panic!("expected a refusal, found {other:?}"),
    }
}

/// Field and reason of each error.
fn causes(status: &kube::core::Status) -> Vec<(String, String)> {
    let causes = status.details.as_ref().map(|details| &details.causes[..]).unwrap_or_default();
    causes.iter().map(|cause| (cause.field.clone(), cause.reason.clone())).collect()
}

fn of(expected: &[(&str, &str)]) -> Vec<(String, String)> {
    expected.iter().map(|(field, reason)| ((*field).to_owned(), (*reason).to_owned())).collect()
}

#[tokio::test]
async fn errors_of_metadata_and_of_the_rest_come_together_and_once() {
    let native = Native::of(server());
    let pod = json!({"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "A", "labels": {"-": "b"}}, "spec": {"containers": []}});
    let status = refused(&native, Method::POST, PODS, &pod).await;
    let expected = [
        ("metadata.name", "FieldValueInvalid"),
        ("metadata.labels", "FieldValueInvalid"),
        ("spec.containers", "FieldValueRequired"),
    ];
    assert_eq!((status.code, causes(&status)), (422, of(&expected)));
    let crd = json!({"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
        "metadata": {"name": "gears.example.com", "labels": {"a": "-"}},
        "spec": {"group": "example.com", "scope": "Galaxy", "names": {"plural": "gears", "kind": "Gear"}, "versions": [
            {"name": "v1", "served": true, "storage": true, "schema": {"openAPIV3Schema": {"type": "object"}}}]}});
    let status = refused(&native, Method::POST, CRDS, &crd).await;
    let expected = [("metadata.labels", "FieldValueInvalid"), ("spec.scope", "FieldValueNotSupported")];
    assert_eq!((status.code, causes(&status)), (422, of(&expected)));
}

#[tokio::test]
async fn errors_of_an_update_come_together() {
    let native = Native::of(server());
    let path = "/api/v1/namespaces/default/configmaps";
    let map = json!({"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "a"}, "immutable": true, "data": {"a": "1"}});
    let mut stored = native.create(path, map).await;
    stored["metadata"]["annotations"] = json!({"-": ""});
    stored["data"]["a"] = json!("2");
    let status = refused(&native, Method::PUT, &format!("{path}/a"), &stored).await;
    let expected = [("metadata.annotations", "FieldValueInvalid"), ("data", "FieldValueForbidden")];
    assert_eq!((status.code, causes(&status)), (422, of(&expected)));
}

#[tokio::test]
async fn what_cannot_be_decoded_is_said_before_errors_of_metadata() {
    let native = Native::of(server());
    let pod =
        json!({"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "A"}, "spec": {"containers": {}}});
    assert_eq!(refused(&native, Method::POST, PODS, &pod).await.code, 400);
}

#[tokio::test]
async fn a_missing_namespace_is_said_before_errors() {
    let native = Native::of(server());
    let pod =
        json!({"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "A"}, "spec": {"containers": []}});
    let status = refused(&native, Method::POST, "/api/v1/namespaces/none/pods", &pod).await;
    assert_eq!((status.code, &*status.message), (404, "namespaces \"none\" not found"));
}

#[tokio::test]
async fn a_definition_that_is_being_deleted_takes_no_objects_not_even_wrong_ones() {
    let native = Native::of(server());
    let schema = json!({"type": "object", "properties": {"spec": {"type": "string"}}});
    let crd = json!({"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
        "metadata": {"name": "gears.example.com"},
        "spec": {"group": "example.com", "scope": "Cluster", "names": {"plural": "gears", "kind": "Gear"}, "versions": [
            {"name": "v1", "served": true, "storage": true, "schema": {"openAPIV3Schema": schema}}]}});
    native.create(CRDS, crd).await;
    let gears = "/apis/example.com/v1/gears";
    let gear = |spec: Value| json!({"apiVersion": "example.com/v1", "kind": "Gear", "metadata": {"name": "b"}, "spec": spec});
    let mut kept = gear(json!("a"));
    kept["metadata"] = json!({"name": "a", "finalizers": ["example.com/wait"]});
    native.create(gears, kept).await;
    native
        .ask(Method::DELETE, &format!("{CRDS}/gears.example.com"), "application/json", &json!({}))
        .await
        .unwrap();
    for spec in [json!("a"), json!(1)] {
        let status = refused(&native, Method::POST, gears, &gear(spec)).await;
        let message = "gears.example.com \"b\" is forbidden: create not allowed while custom resource definition is terminating";
        assert_eq!((status.code, &*status.message), (403, message));
    }
}

// Seen at a real apiextensions-apiserver: `xtask/measure/src/real_server/sequences/plain.yaml`.
#[tokio::test]
async fn a_patch_in_an_unknown_form_has_no_route() {
    let native = Native::of(server());
    let status = refused(&native, Method::PATCH, "/api/v1/namespaces/default", &json!({})).await;
    assert_eq!((status.code, &*status.message), (415, "415: Unsupported Media Type"));
}

// apiextensions-apiserver: pkg/apiserver/customresource_handler.go forbidCreateAdmission, which also guards
// patches.
#[tokio::test]
async fn an_apply_creates_nothing_of_a_definition_that_is_being_deleted() {
    let native = Native::of(server());
    let crd = json!({"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
        "metadata": {"name": "gears.example.com"},
        "spec": {"group": "example.com", "scope": "Cluster", "names": {"plural": "gears", "kind": "Gear"}, "versions": [
            {"name": "v1", "served": true, "storage": true, "schema": {"openAPIV3Schema": {"type": "object"}}}]}});
    native.create(CRDS, crd).await;
    let gears = "/apis/example.com/v1/gears";
    let gear = |name: &str| json!({"apiVersion": "example.com/v1", "kind": "Gear", "metadata": {"name": name, "finalizers": ["example.com/wait"]}});
    native.create(gears, gear("a")).await;
    native
        .ask(Method::DELETE, &format!("{CRDS}/gears.example.com"), "application/json", &json!({}))
        .await
        .unwrap();
    let applied = native
        .ask(Method::PATCH, &format!("{gears}/b?fieldManager=m"), "application/apply-patch+yaml", &gear("b"))
        .await;
    let Err(kube::Error::Api(status)) = applied else { panic!("created {applied:?}") };
    let message = "gears.example.com \"b\" is forbidden: create not allowed while custom resource definition is terminating";
    assert_eq!((status.code, &*status.message), (403, message));
}
