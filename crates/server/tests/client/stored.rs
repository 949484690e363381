//! What a server stores and reads, and its words: behaviour that sequences against a real
//! apiextensions-apiserver found.

use bytes::Bytes;
use crdc_server::{Server, TestServer};
use http_body_util::{BodyExt, Full};
use serde_json::{Value, json};
use tower_service::Service;

const GADGETS: &str = "/apis/example.com/v1/gadgets";
const APPLY: &str = "application/apply-patch+yaml";
const MERGE: &str = "application/merge-patch+json";
const JSON: &str = "application/json";

fn definition() -> Value {
    let text = json!({"type": "string"});
    let v1 = json!({"type": "object", "properties": {
        "spec": {"type": "object", "properties": {
            "name": text, "size": {"type": "integer", "default": 1, "maximum": 9}, "ratio": {"type": "number"},
            "list": {"type": "array", "items": text},
            "open": {"type": "object", "x-kubernetes-preserve-unknown-fields": true},
            "deep": {"type": "object", "x-kubernetes-preserve-unknown-fields": true,
                "properties": {"a": {"type": "object", "properties": {"b": text}}}}}},
        "status": {"type": "object", "properties": {"phase": text}}}});
    let v2 = json!({"type": "object", "properties": {
        "spec": {"type": "object", "properties": {"name": text, "more": text}},
        "status": {"type": "object", "properties": {"phase": text}}}});
    let scale = json!({"specReplicasPath": ".spec.size", "statusReplicasPath": ".status.count"});
    json!({"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "metadata": {"name": "gadgets.example.com"},
        "spec": {"group": "example.com", "scope": "Cluster", "names": {"plural": "gadgets", "singular": "gadget", "kind": "Gadget"},
            "versions": [
                {"name": "v1", "served": true, "storage": true, "schema": {"openAPIV3Schema": v1},
                    "subresources": {"status": {}, "scale": scale}},
                {"name": "v2", "served": true, "storage": false, "schema": {"openAPIV3Schema": v2},
                    "subresources": {"status": {}}}]}})
}

fn server() -> Server {
    TestServer::new().crd_text(definition().to_string()).start().unwrap()
}

/// Code and body of an answer.
async fn ask(server: &Server, method: &str, path: &str, content: &str, body: &Value) -> (u16, Value) {
    let body = if body.is_null() { Bytes::new() } else { Bytes::from(body.to_string()) };
    let request = http::Request::builder().method(method).uri(path).header("content-type", content);
    let answer = server.service().call(request.body(Full::new(body)).unwrap()).await.unwrap();
    let code = answer.status().as_u16();
    let body = answer.into_body().collect().await.unwrap().to_bytes();
    (code, serde_json::from_slice(&body).unwrap_or_default())
}

fn gadget(version: &str, spec: Value) -> Value {
    json!({"apiVersion": format!("example.com/{version}"), "kind": "Gadget", "metadata": {"name": "a"}, "spec": spec})
}

async fn apply(server: &Server, manager: &str, spec: Value) -> (u16, Value) {
    let path = format!("{GADGETS}/a?fieldManager={manager}");
    ask(server, "PATCH", &path, APPLY, &gadget("v1", spec)).await
}

#[tokio::test]
async fn what_is_stored_has_the_fields_and_defaults_of_the_storage_version() {
    let server = server();
    let v2 = GADGETS.replace("/v1/", "/v2/");
    let (code, made) =
        ask(&server, "POST", &v2, JSON, &gadget("v2", json!({"name": "n", "more": "m"}))).await;
    assert_eq!((code, &made["spec"]), (201, &json!({"name": "n"})));
    // Its owner stays, as in the server: it was tracked before.
    assert_eq!(made["metadata"]["managedFields"][0]["fieldsV1"]["f:spec"]["f:more"], json!({}));
    let (_, read) = ask(&server, "GET", &format!("{GADGETS}/a"), "", &Value::Null).await;
    assert_eq!(read["spec"], json!({"name": "n", "size": 1}));
}

/// A deletion through another version writes an object that has finalizers.
#[tokio::test]
async fn what_a_deletion_leaves_is_stored_in_the_storage_version() {
    let (v1, v2) = (format!("{GADGETS}/a"), format!("{}/a", GADGETS.replace("/v1/", "/v2/")));
    let marked = async |with_owners: bool| {
        let server = server();
        let mut made = gadget("v1", json!({"name": "n", "ratio": 0.5}));
        made["metadata"]["finalizers"] = json!(["example.com/wait"]);
        ask(&server, "POST", &format!("{GADGETS}?fieldManager=ann"), JSON, &made).await;
        if !with_owners {
            let without = json!({"metadata": {"managedFields": [{}]}});
            ask(&server, "PATCH", &v1, MERGE, &without).await;
        }
        let (code, deleted) = ask(&server, "DELETE", &v2, JSON, &Value::Null).await;
        assert_eq!((code, &deleted["apiVersion"]), (200, &json!("example.com/v2")));
        assert_eq!(deleted["spec"], json!({"name": "n"}));
        server
    };
    // The default is there already, so a writer that does not change it does not own it.
    let server = marked(true).await;
    let (_, mut gadget) = ask(&server, "GET", &v1, "", &Value::Null).await;
    assert_eq!(gadget["spec"], json!({"name": "n", "size": 1}));
    gadget["spec"]["list"] = json!(["b"]);
    let (code, put) = ask(&server, "PUT", &format!("{v1}?fieldManager=bob"), JSON, &gadget).await;
    assert_eq!(code, 200, "{put}");
    let owners = put["metadata"]["managedFields"].as_array().unwrap();
    let of = |manager: &str| {
        let owner = owners.iter().find(|owner| owner["manager"] == manager).unwrap();
        owner["fieldsV1"]["f:spec"].clone()
    };
    assert_eq!(of("bob"), json!({"f:list": {}}));
    assert_eq!(of("ann"), json!({".": {}, "f:name": {}, "f:ratio": {}, "f:size": {}}));
    // The manager of what was there before the first apply owns it.
    let server = marked(false).await;
    let (code, refused) = apply(&server, "bob", json!({"size": 2})).await;
    assert_eq!(code, 409, "{refused}");
    let causes = &refused["details"]["causes"];
    assert_eq!(causes[0]["message"], "conflict with \"before-first-apply\" using example.com/v1");
    assert_eq!(causes[0]["field"], ".spec.size");
}

#[tokio::test]
async fn a_new_definition_prunes_and_defaults_what_is_read() {
    let server = server();
    apply(&server, "ann", json!({"name": "n", "list": ["a"]})).await;
    let mut changed = definition();
    let properties =
        &mut changed["spec"]["versions"][0]["schema"]["openAPIV3Schema"]["properties"]["spec"]["properties"];
    properties.as_object_mut().unwrap().remove("list");
    properties["name"]["default"] = json!("d");
    properties["extra"] = json!({"type": "string", "default": "e"});
    let path = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions/gadgets.example.com?fieldManager=t&force=true";
    assert_eq!(ask(&server, "PATCH", path, APPLY, &changed).await.0, 200);
    let (_, read) = ask(&server, "GET", &format!("{GADGETS}/a"), "", &Value::Null).await;
    assert_eq!(read["spec"], json!({"name": "n", "size": 1, "extra": "e"}));
}

#[tokio::test]
async fn a_null_that_was_applied_is_of_the_wrong_type() {
    let (code, status) = apply(&server(), "ann", json!({"list": null})).await;
    let why = "Invalid value: \"null\": spec.list in body must be of type array: \"null\"";
    assert_eq!((code, &status["details"]["causes"][0]["message"]), (422, &json!(why)));
    // A create drops it.
    let (code, made) = ask(&server(), "POST", GADGETS, JSON, &gadget("v1", json!({"list": null}))).await;
    assert_eq!((code, &made["spec"]), (201, &json!({"size": 1})));
}

#[tokio::test]
async fn numbers_are_stored_as_go_writes_them() {
    let server = server();
    let text = r#"{"apiVersion":"example.com/v1","kind":"Gadget","metadata":{"name":"a"},"spec":{"ratio":2.0,"open":{"a":1e3}}}"#;
    let request =
        http::Request::post(GADGETS).header("content-type", JSON).body(Full::new(Bytes::from(text)));
    server.service().call(request.unwrap()).await.unwrap();
    let request = http::Request::get(format!("{GADGETS}/a")).body(Full::new(Bytes::new())).unwrap();
    let body = server.service().call(request).await.unwrap().into_body().collect().await.unwrap().to_bytes();
    let body = String::from_utf8(body.to_vec()).unwrap();
    assert!(body.contains("\"ratio\":2") && !body.contains("2.0") && body.contains("\"a\":1000"), "{body}");
}

#[tokio::test]
async fn objects_without_a_schema_are_maps_for_apply() {
    let server = server();
    let (code, status) = apply(&server, "ann", json!({"open": "text"})).await;
    assert_eq!(code, 500);
    assert!(
        status["message"].as_str().unwrap().ends_with(".spec.open: expected map, got &{text}"),
        "{status}"
    );
    // And what is below one that keeps unknown fields keeps them too.
    assert_eq!(apply(&server, "ann", json!({"deep": {"a": {"b": "x", "other": 1}}})).await.0, 201);
}

#[tokio::test]
async fn an_apply_of_what_is_pruned_is_a_change_each_time() {
    let server = server();
    let unknown = || json!({"deep": {"a": {"b": "x", "other": 1}}});
    for generation in 1..4 {
        let (_, object) = apply(&server, "ann", unknown()).await;
        assert_eq!(object["metadata"]["generation"], generation, "{object}");
        assert_eq!(object["spec"]["deep"], json!({"a": {"b": "x"}}));
    }
    // Without it nothing changes, and neither does a null whose place a default takes.
    for spec in [json!({"deep": {"a": {"b": "x"}}}), json!({"deep": {"a": {"b": "x"}}, "size": null})] {
        assert_eq!(apply(&server, "ann", spec).await.1["metadata"]["generation"], 3);
    }
}

#[tokio::test]
async fn a_patch_to_another_version_is_refused_with_its_own_errors_first() {
    let server = server();
    ask(&server, "POST", GADGETS, JSON, &gadget("v1", json!({"name": "n"}))).await;
    let path = format!("{GADGETS}/a?fieldValidation=Strict");
    let other = json!({"apiVersion": "other.com/v1", "spec": {"unknown": 1}});
    let (code, refused) = ask(&server, "PATCH", &path, MERGE, &other).await;
    assert_eq!(
        (code, &refused["message"]),
        (
            422,
            &json!(
                "Gadget.other.com \"a\" is invalid: apiVersion: Invalid value: \"other.com/v1\": must be example.com/v1"
            )
        )
    );
    let twice = r#"{"apiVersion": "other.com/v1", "spec": {"name": "a", "name": "b"}}"#;
    let request =
        http::Request::patch(path).header("content-type", MERGE).body(Full::new(Bytes::from(twice)));
    let answer = server.service().call(request.unwrap()).await.unwrap();
    let text = String::from_utf8(answer.into_body().collect().await.unwrap().to_bytes().to_vec()).unwrap();
    assert!(text.contains("strict decoding error: duplicate field \\\"spec.name\\\""), "{text}");
}

#[tokio::test]
async fn a_status_is_for_the_version_that_it_names() {
    let server = server();
    apply(&server, "ann", json!({"name": "n"})).await;
    let mut status = gadget("v1", json!({}));
    status["status"] = json!({"phase": "x"});
    let path = format!("{GADGETS}/a/status");
    status["metadata"]["resourceVersion"] = json!("1");
    let (code, answer) = ask(&server, "PUT", &path, JSON, &status).await;
    assert_eq!((code, &answer["reason"]), (409, &json!("Conflict")));
    status["metadata"]["resourceVersion"] = json!("");
    assert_eq!(ask(&server, "PUT", &path, JSON, &status).await.0, 422);
}

#[tokio::test]
async fn a_version_that_is_no_number_is_an_error_of_the_server() {
    let server = server();
    let why = json!("strconv.ParseUint: parsing \"x\": invalid syntax");
    let mut object = gadget("v1", json!({"name": "n"}));
    object["metadata"]["resourceVersion"] = json!("x");
    let path = format!("{GADGETS}/a?fieldManager=m");
    let (code, status) = ask(&server, "PATCH", &path, APPLY, &object).await;
    assert_eq!((code, &status["message"], status.get("reason")), (500, &why, None));
    // Any number does for an apply that creates.
    object["metadata"]["resourceVersion"] = json!("1");
    assert_eq!(ask(&server, "PATCH", &path, APPLY, &object).await.0, 201);
    object["metadata"]["resourceVersion"] = json!("x");
    let (code, status) = ask(&server, "PUT", &path, JSON, &object).await;
    assert_eq!((code, &status["message"]), (500, &why));
}

#[tokio::test]
async fn a_replacement_for_another_uid_is_a_conflict_and_a_patch_of_it_is_invalid() {
    let server = server();
    let (_, mut object) = apply(&server, "ann", json!({"name": "n"})).await;
    object["metadata"]["uid"] = json!("other");
    let (code, status) = ask(&server, "PUT", &format!("{GADGETS}/a"), JSON, &object).await;
    let message = status["message"].as_str().unwrap();
    assert_eq!(code, 409);
    assert!(
        message.contains("Precondition failed: UID in precondition: other, UID in object meta: "),
        "{message}"
    );
    let patch = json!({"metadata": {"uid": "other"}});
    assert_eq!(ask(&server, "PATCH", &format!("{GADGETS}/a"), MERGE, &patch).await.0, 422);
}

#[tokio::test]
async fn preconditions_of_deletions_name_the_kind() {
    let server = server();
    apply(&server, "ann", json!({"name": "n"})).await;
    let options = json!({"preconditions": {"uid": "other"}});
    let (code, status) = ask(&server, "DELETE", &format!("{GADGETS}/a"), JSON, &options).await;
    assert_eq!((code, &status["details"]["kind"]), (409, &json!("Gadget")));
}

#[tokio::test]
async fn a_patch_to_another_version_is_refused_by_the_storage() {
    let server = server();
    apply(&server, "ann", json!({"name": "n"})).await;
    let path = format!("{GADGETS}/a");
    let (code, status) = ask(&server, "PATCH", &path, MERGE, &json!({"apiVersion": null})).await;
    assert_eq!(code, 500);
    assert!(status["message"].as_str().unwrap().ends_with("'object has no apiVersion field'"), "{status}");
    let (code, status) = ask(&server, "PATCH", &path, MERGE, &json!({"apiVersion": "example.com/v2"})).await;
    assert_eq!((code, &status["details"]["causes"][0]["field"]), (422, &json!("apiVersion")));
}

#[tokio::test]
async fn writes_to_a_scale_have_owners_without_times() {
    let server = server();
    ask(&server, "POST", &format!("{GADGETS}?fieldManager=ann"), JSON, &gadget("v1", json!({"size": 2})))
        .await;
    let path = format!("{GADGETS}/a/scale?fieldManager=bob");
    let (code, scale) = ask(&server, "PATCH", &path, MERGE, &json!({"spec": {"replicas": 3}})).await;
    assert_eq!((code, &scale["spec"]), (200, &json!({"replicas": 3})));
    let (_, read) = ask(&server, "GET", &format!("{GADGETS}/a"), "", &Value::Null).await;
    let entries = read["metadata"]["managedFields"].as_array().unwrap();
    let of_scale = entries.iter().find(|entry| entry["subresource"] == "scale").unwrap();
    assert_eq!(
        (&of_scale["manager"], &of_scale["fieldsV1"]),
        (&json!("bob"), &json!({"f:spec": {"f:size": {}}}))
    );
    assert!(of_scale.get("time").is_none());
    // Zero is nothing for Go, and nobody owns it.
    let (_, scale) = ask(&server, "PATCH", &path, MERGE, &json!({"spec": {"replicas": 0}})).await;
    assert_eq!(scale["spec"], json!({}));
    let (_, read) = ask(&server, "GET", &format!("{GADGETS}/a"), "", &Value::Null).await;
    assert!(!read["metadata"]["managedFields"].to_string().contains("f:size"));
}

#[tokio::test]
async fn a_kind_that_nobody_serves_has_no_owners() {
    let server = server();
    let (_, mut object) = apply(&server, "ann", json!({"name": "n"})).await;
    object["kind"] = json!("Other");
    object["status"] = json!({"phase": "x"});
    let (code, changed) = ask(&server, "PUT", &format!("{GADGETS}/a/status"), JSON, &object).await;
    assert_eq!((code, changed["metadata"].get("managedFields")), (200, None));
}

#[tokio::test]
async fn dry_runs_answer_with_what_would_be_stored() {
    let path = format!("{}?dryRun=All", GADGETS.replace("/v1/", "/v2/"));
    let (code, made) = ask(&server(), "POST", &path, JSON, &gadget("v2", json!({"more": "m"}))).await;
    assert_eq!((code, &made["spec"]), (201, &json!({})));
}

#[tokio::test]
async fn the_handler_of_custom_resources_looks_at_verbs() {
    let server = server();
    let at = format!("{GADGETS}/a");
    // A POST creates whatever the URL names.
    assert_eq!(ask(&server, "POST", &at, JSON, &gadget("v1", json!({}))).await.0, 201);
    assert_eq!(ask(&server, "HEAD", &at, "", &Value::Null).await.0, 200);
    assert_eq!(ask(&server, "GET", &format!("{at}/status/more"), "", &Value::Null).await.0, 200);
    let (code, status) = ask(&server, "GET", &format!("{at}/logs"), "", &Value::Null).await;
    assert_eq!((code, &status["details"]["name"]), (404, &json!("a")));
    let (code, status) = ask(&server, "PUT", GADGETS, JSON, &json!({})).await;
    assert_eq!((code, &status["message"]), (400, &json!("name must be provided")));
    let (code, status) = ask(&server, "DELETE", &format!("{at}/status"), "", &Value::Null).await;
    let message = "delete is not supported on resources of kind \"gadgets.example.com\"";
    assert_eq!((code, &status["message"]), (405, &json!(message)));
}

#[tokio::test]
async fn options_that_contradict_each_other_are_refused() {
    let server = server();
    for (query, field) in [
        ("resourceVersionMatch=Exact", "resourceVersionMatch"),
        ("resourceVersion=0&resourceVersionMatch=Exact", "resourceVersionMatch"),
        ("resourceVersion=1&resourceVersionMatch=Some", "resourceVersionMatch"),
        ("sendInitialEvents=true", "sendInitialEvents"),
    ] {
        let (code, status) = ask(&server, "GET", &format!("{GADGETS}?{query}"), "", &Value::Null).await;
        assert_eq!((code, &status["details"]["causes"][0]["field"]), (422, &json!(field)), "{query}");
    }
    for options in [
        json!({"propagationPolicy": "Some"}),
        json!({"propagationPolicy": "Orphan", "orphanDependents": true}),
    ] {
        let (code, status) = ask(&server, "DELETE", &format!("{GADGETS}/a"), JSON, &options).await;
        assert_eq!((code, &status["details"]["kind"]), (422, &json!("DeleteOptions")), "{options}");
    }
}

#[tokio::test]
async fn tables_come_in_two_versions_and_no_others() {
    let server = server();
    let table = async |accept: &str| {
        let request =
            http::Request::get(GADGETS).header("accept", accept).body(Full::new(Bytes::new())).unwrap();
        let answer = server.service().call(request).await.unwrap();
        let code = answer.status().as_u16();
        let body = answer.into_body().collect().await.unwrap().to_bytes();
        (code, serde_json::from_slice::<Value>(&body).unwrap()["kind"].clone())
    };
    let of = |version: &str| format!("application/json;as=Table;v={version};g=meta.k8s.io");
    assert_eq!(table(&of("v1")).await, (200, json!("Table")));
    assert_eq!(table(&of("v1beta1")).await, (200, json!("Table")));
    assert_eq!(table(&of("v2")).await, (406, json!("Status")));
    assert_eq!(table(&format!("{}, application/json", of("v2"))).await, (200, json!("GadgetList")));
}
