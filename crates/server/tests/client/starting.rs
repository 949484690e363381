//! What a server does not start with, and mistakes of tests.

use bytes::Bytes;
use crdc_server::{Fault, Server, TestServer};
use http_body_util::{BodyExt, Full};
use serde_json::{Value, json};
use tower_service::Service;

async fn put(server: &Server, path: &str, body: &Value) -> (u16, Value) {
    let request =
        http::Request::builder().method("PUT").uri(path).body(Full::new(Bytes::from(body.to_string())));
    let answer = server.service().call(request.unwrap()).await.unwrap();
    let code = answer.status().as_u16();
    let body = answer.into_body().collect().await.unwrap().to_bytes();
    (code, serde_json::from_slice(&body).unwrap_or_default())
}

#[test]
fn a_server_starts_with_objects_alone() {
    let crds = |text: &str| TestServer::new().crd_text(text).start().unwrap_err().to_string();
    assert_eq!(crds(""), "text: no CustomResourceDefinition");
    assert_eq!(crds("# nothing\n---\n"), "text: no CustomResourceDefinition");
    for text in ["crds/sites.yaml", "[1, 2]", "apiVersion: v1"] {
        assert_eq!(crds(text), "text: a document without `kind` is no object");
    }
    assert_eq!(
        crds("kind: ConfigMap\nmetadata: {name: a}"),
        "text: ConfigMap a: not a CustomResourceDefinition, so it belongs to the objects"
    );
    let folder = std::env::temp_dir().join(format!("crdc-folder-of-crds-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("map.yaml"), "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n")
        .unwrap();
    let start = || TestServer::new().crds(&folder).start();
    assert!(start().unwrap_err().to_string().ends_with(": no CustomResourceDefinition"));
    std::fs::write(folder.join("crd.yaml"), crate::direct::definition()).unwrap();
    assert_eq!(start().unwrap().custom_resources(), ["notes.example.com"]);
    let unread = TestServer::new().object_text("a: 1\nb: {").start().unwrap_err().to_string();
    assert!(unread.starts_with("text:2:4: error"), "{unread}");
}

#[test]
#[should_panic(expected = "write \"NAMESPACE/hook\"")]
fn a_service_has_a_namespace() {
    TestServer::new().start().unwrap().webhook_service_at("hook", ([127, 0, 0, 1], 1).into());
}

#[test]
#[should_panic(expected = "no request has the method \"PUTT\"")]
fn a_fault_that_no_request_has_is_a_mistake() {
    drop(Fault::new(500).method("PUTT"));
}

#[tokio::test]
async fn a_fault_names_the_object_that_it_is_for() {
    let server = TestServer::new().start().unwrap();
    server.fail(Fault::new(409).method("put"));
    let map = json!({"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "a"}});
    let (code, status) = put(&server, "/api/v1/namespaces/default/configmaps/a", &map).await;
    let message = "Operation cannot be fulfilled on configmaps \"a\": the object has been modified; please apply your changes to the \
        latest version and try again";
    assert_eq!(
        (code, &status["message"], &status["details"]),
        (409, &json!(message), &json!({"name": "a", "kind": "configmaps"}))
    );
}
