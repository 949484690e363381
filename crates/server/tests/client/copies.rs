//! Copies of a server: they begin with what it has, and go their own way.

use crdc_admission::{Attributes, Operation, validator_fn};
use crdc_server::{Server, TestServer};
use http::Method;
use serde_json::{Value, json};

use crate::native::Native;

const GEARS: &str = "/apis/example.com/v1/namespaces/default/gears";
const MAPS: &str = "/api/v1/namespaces/default/configmaps";

fn definition() -> Value {
    let version = |name: &str, storage: bool| {
        json!({"name": name, "served": true, "storage": storage, "subresources": {"status": {}},
            "schema": {"openAPIV3Schema": {"type": "object", "properties": {
                "spec": {"type": "object", "properties": {"teeth": {"type": "integer", "minimum": 3, "default": 12}}}, "status": {"type": "object"}}}}})
    };
    json!({"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "metadata": {"name": "gears.example.com"},
        "spec": {"group": "example.com", "scope": "Namespaced", "names": {"plural": "gears", "kind": "Gear"},
            "versions": [version("v1", false), version("v2", true)]}})
}

fn gear(name: &str, teeth: &Value) -> Value {
    json!({"apiVersion": "example.com/v1", "kind": "Gear", "metadata": {"generateName": "", "name": name}, "spec": {"teeth": teeth}})
}

fn original() -> Server {
    let full = |attributes: &Attributes<'_>| match attributes.name() {
        name if name == "full" => Err(attributes.forbidden("no more")),
        _ => Ok(()),
    };
    let server = TestServer::new()
        .crd_text(definition().to_string())
        .validator("gears.example.com", validator_fn("full", full).on(&[Operation::Create]))
        .time(1_795_359_600);
    server.object_text(gear("a", &json!(5)).to_string()).start().unwrap()
}

async fn code(native: &Native, method: Method, path: &str, body: &Value) -> u16 {
    match native.ask(method, path, "application/json", body).await {
        Ok(_) => 200,
        Err(kube::Error::Api(status)) => status.code,
        Err(other) => panic!("{other}"),
    }
}

#[tokio::test]
async fn a_copy_has_all_objects_at_their_versions() {
    let original = original();
    let copy = original.copy();
    assert_eq!((copy.snapshot(), copy.version()), (original.snapshot(), original.version()));
    assert_eq!(copy.custom_resources(), original.custom_resources());
    let native = Native::of(copy);
    let mut stored = native.get(&format!("{GEARS}/a")).await;
    stored["spec"] = json!({});
    let changed = native.put(&format!("{GEARS}/a"), &stored).await;
    assert_eq!(changed["spec"]["teeth"], 12);
    assert_eq!(code(&native, Method::PUT, &format!("{GEARS}/a"), &stored).await, 409);
    assert_eq!(code(&native, Method::POST, GEARS, &gear("a", &json!(4))).await, 409);
    assert_eq!(code(&native, Method::POST, GEARS, &gear("full", &json!(4))).await, 403);
    assert_eq!(code(&native, Method::POST, GEARS, &gear("b", &json!(2))).await, 422);
}

#[tokio::test]
async fn a_copy_gives_no_address_twice() {
    let services = "/api/v1/namespaces/default/services";
    let service = |name: &str| json!({"apiVersion": "v1", "kind": "Service", "metadata": {"name": name}, "spec": {"type": "NodePort", "ports": [{"port": 80}]}});
    let original = original();
    let first = Native::of(original.clone()).create(services, service("a")).await;
    let native = Native::of(original.copy());
    let second = native.create(services, service("b")).await;
    let kubernetes = native.get(&format!("{services}/kubernetes")).await;
    let address = |service: &Value| service["spec"]["clusterIP"].as_str().unwrap().to_owned();
    assert_eq!([&kubernetes, &first, &second].map(address), ["10.96.0.1", "10.96.1.1", "10.96.1.2"]);
    assert_ne!(first["spec"]["ports"][0]["nodePort"], second["spec"]["ports"][0]["nodePort"]);
}

#[tokio::test]
async fn copies_do_not_see_each_other() {
    let original = original();
    let (one, two) = (Native::of(original.copy()), Native::of(original.copy()));
    let map = json!({"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"generateName": "a-"}});
    let (first, second) = (one.create(MAPS, map.clone()).await, two.create(MAPS, map).await);
    // The same names, as of two servers of one seed.
    assert_eq!(first, second);
    assert_eq!(first["metadata"]["creationTimestamp"], "2026-11-22T15:00:00Z");
    one.ask(Method::DELETE, &format!("{GEARS}/a"), "application/json", &json!({})).await.unwrap();
    let definitions = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions/gears.example.com";
    one.ask(Method::DELETE, definitions, "application/json", &json!({})).await.unwrap();
    assert_eq!(code(&one, Method::GET, GEARS, &Value::Null).await, 404);
    assert_eq!(two.get(GEARS).await["items"].as_array().unwrap().len(), 1);
    assert!(original.snapshot().iter().any(|(resource, _)| resource == "gears.example.com"));
}

#[tokio::test]
async fn a_copy_knows_the_changes_before_and_who_owns_whom() {
    let original = original();
    let before = original.version();
    let uid =
        original.snapshot().into_iter().find(|(resource, _)| resource == "gears.example.com").unwrap().1;
    let owner =
        json!([{"apiVersion": "example.com/v2", "kind": "Gear", "name": "a", "uid": uid["metadata"]["uid"]}]);
    let map = json!({"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "owned", "ownerReferences": owner}});
    Native::of(original.clone()).create(MAPS, map).await;
    let native = Native::of(original.copy());
    let list = native.get(&format!("{MAPS}?resourceVersion={before}&resourceVersionMatch=Exact")).await;
    assert_eq!(list["items"], json!([]));
    native.ask(Method::DELETE, &format!("{GEARS}/a"), "application/json", &json!({})).await.unwrap();
    assert_eq!(code(&native, Method::GET, &format!("{MAPS}/owned"), &Value::Null).await, 404);
}

#[tokio::test]
async fn a_definition_of_a_copy_can_change() {
    let native = Native::of(original().copy());
    let path = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions/gears.example.com";
    let mut crd = native.get(path).await;
    crd["spec"]["versions"][0]["schema"]["openAPIV3Schema"]["properties"]["spec"]["properties"]["teeth"]["minimum"] =
        json!(6);
    native.put(path, &crd).await;
    assert_eq!(code(&native, Method::POST, GEARS, &gear("b", &json!(5))).await, 422);
    let status = json!({"apiVersion": "example.com/v1", "kind": "Gear", "metadata": {"name": "a"}, "spec": {"teeth": 7}});
    let applied = native
        .ask(
            Method::PATCH,
            &format!("{GEARS}/a?fieldManager=me&force=true"),
            "application/apply-patch+yaml",
            &status,
        )
        .await
        .unwrap();
    assert_eq!(applied["spec"]["teeth"], 7);
}
