//! Fields that Kubernetes' own kinds do not have: Go decodes objects into structs, which drops them.
// apiserver: pkg/endpoints/handlers/{create,update,patch}.go; apimachinery:
// pkg/runtime/serializer/json/json.go

use http::{Method, Request};
use serde_json::{Value, json};

use crate::native::{Native, has};

#[tokio::test]
async fn unknown_fields_are_dropped_unless_the_client_is_strict() {
    let native = Native::start();
    let map = json!({"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "a", "labls": {"b": "c"}}, "dta": {"d": "e"}, "data": {"f": "g"}});
    let created = native.create("/api/v1/namespaces/default/configmaps", map).await;
    assert_eq!(created["data"], json!({"f": "g"}));
    assert!(created.get("dta").is_none() && created["metadata"].get("labls").is_none(), "{created}");
    let pod = json!({"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "a"}, "spec": {"containers": [{"name": "a", "image": "a", "imge": "b"}], "hostname": "a", "hst": 1}});
    let strict = "/api/v1/namespaces/default/pods?fieldValidation=Strict";
    let error = native.ask(Method::POST, strict, "application/json", &pod).await.unwrap_err();
    let kube::Error::Api(status) = error else { panic!("{error}") };
    assert_eq!(
        (status.code, &*status.message),
        (
            400,
            "Pod in version \"v1\" cannot be handled as a Pod: strict decoding error: unknown field \"spec.containers[0].imge\", unknown field \"spec.hst\""
        )
    );
    let created = native.create("/api/v1/namespaces/default/pods", pod).await;
    assert!(created["spec"]["containers"][0].get("imge").is_none(), "{created}");
}

const DEFINITIONS: &str = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
const DEFINITION: &str = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions/hosts.example.com";

/// A definition, with this schema of its field `spec`.
fn definition(spec: Value) -> Value {
    json!({"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "metadata": {"name": "hosts.example.com"},
        "spec": {"group": "example.com", "scope": "Namespaced", "names": {"plural": "hosts", "kind": "Host"},
            "versions": [{"name": "v1", "served": true, "storage": true, "schema": {"openAPIV3Schema": {
                "type": "object", "properties": {"spec": spec}}}}]}})
}

/// The same with fields that definitions do not have, in structs and in what code of its own reads.
fn with_unknown(mut definition: Value) -> Value {
    definition["spec"]["scoped"] = json!(true);
    let version = &mut definition["spec"]["versions"][0];
    version["storaged"] = json!({"a": 1});
    let schema = &mut version["schema"]["openAPIV3Schema"];
    schema["if"] = json!({"type": "object"});
    schema["properties"]["list"] = json!({"type": "array", "items": {"type": "string", "readOnly": true}});
    schema["properties"]["map"] =
        json!({"type": "object", "additionalProperties": {"type": "string", "const": "a"}});
    definition
}

const UNKNOWN: [&str; 3] =
    ["spec.scoped", "spec.versions[0].schema.openAPIV3Schema.if", "spec.versions[0].storaged"];

/// The code, the body and the warnings of an answer.
async fn sent(
    native: &Native,
    method: Method,
    path: &str,
    media: &str,
    body: &Value,
) -> (u16, Value, Vec<String>) {
    let request = Request::builder().method(method).uri(path).header("content-type", media);
    let request = request.body(body.to_string().into_bytes().into()).unwrap();
    let answer = native.client.send(request).await.unwrap();
    let warnings = answer.headers().get_all("warning").iter();
    let warnings = warnings.map(|text| text.to_str().unwrap().to_owned()).collect();
    let code = answer.status().as_u16();
    let body = http_body_util::BodyExt::collect(answer.into_body()).await.unwrap().to_bytes();
    (code, serde_json::from_slice(&body).unwrap(), warnings)
}

/// Creates and changes a definition in every way; `change` sends a request with unknown fields.
async fn each_write(validation: &str, check: impl Fn(&str, u16, &Value, &[String])) {
    let native = Native::start();
    let query = format!("?fieldValidation={validation}");
    let plain = definition(json!({"type": "object"}));
    let unknown = with_unknown(plain.clone());
    let (code, body, warnings) =
        sent(&native, Method::POST, &format!("{DEFINITIONS}{query}"), "application/json", &unknown).await;
    check("create", code, &body, &warnings);
    if code == 400 {
        native.create(DEFINITIONS, plain).await;
    }
    let path = format!("{DEFINITION}{query}");
    let mut put = with_unknown(native.get(DEFINITION).await);
    put["metadata"]["labels"] = json!({"a": "b"});
    let (code, body, warnings) = sent(&native, Method::PUT, &path, "application/json", &put).await;
    check("update", code, &body, &warnings);
    let versions = &unknown["spec"]["versions"];
    let merge = json!({"spec": {"scoped": true, "versions": versions}});
    let steps = json!([{"op": "add", "path": "/spec/scoped", "value": true}, {"op": "replace", "path": "/spec/versions", "value": versions}]);
    for (media, patch) in [
        ("application/merge-patch+json", &merge),
        ("application/strategic-merge-patch+json", &merge),
        ("application/json-patch+json", &steps),
    ] {
        let (code, body, warnings) = sent(&native, Method::PATCH, &path, media, patch).await;
        check(media, code, &body, &warnings);
    }
}

/// Nothing unknown is in the definition.
#[track_caller]
fn is_known(write: &str, definition: &Value) {
    let text = definition.to_string();
    for field in ["scoped", "storaged", "\"if\"", "readOnly", "const"] {
        assert!(!text.replace("managedFields", "").contains(field), "{write}: {field} in {text}");
    }
}

#[tokio::test]
async fn definitions_lose_unknown_fields_with_warnings() {
    for validation in ["", "Warn"] {
        each_write(validation, |write, code, body, warnings| {
            assert!(code < 300, "{write}: {body}");
            is_known(write, body);
            let mut warnings = warnings.to_vec();
            warnings.sort();
            let wanted = UNKNOWN.map(|field| format!("299 - \"unknown field \\\"{field}\\\"\""));
            assert_eq!(warnings, wanted, "{write}");
            let schema = &body["spec"]["versions"][0]["schema"]["openAPIV3Schema"]["properties"];
            if write != "update" {
                assert_eq!(schema["list"], json!({"type": "array", "items": {"type": "string"}}), "{write}");
            }
        })
        .await;
    }
}

#[tokio::test]
async fn definitions_lose_unknown_fields_in_silence_if_the_client_ignores_them() {
    each_write("Ignore", |write, code, body, warnings| {
        assert!(code < 300, "{write}: {body}");
        is_known(write, body);
        assert_eq!(warnings, [""; 0], "{write}");
    })
    .await;
}

#[tokio::test]
async fn strict_clients_are_told_of_all_unknown_fields_of_a_definition() {
    each_write("Strict", |write, code, body, _| {
        assert_eq!(code, if write.starts_with("application/") { 422 } else { 400 }, "{write}: {body}");
        let message = body["message"].as_str().unwrap();
        if code == 422 {
            assert!(
                message.trim_start().starts_with("\"\" is invalid: patch: Invalid value: \"{"),
                "{write}: {message}"
            );
        }
        let (_, message) = message.split_once("strict decoding error: ").unwrap();
        for field in UNKNOWN {
            assert!(message.contains(&format!("unknown field \"{field}\"")), "{write}: {message}");
        }
        // Code of its own reads these, which is not strict.
        assert!(!message.contains("readOnly") && !message.contains("const"), "{write}: {message}");
    })
    .await;
}

#[tokio::test]
async fn a_definition_that_had_unknown_fields_can_be_applied() {
    let native = Native::start();
    native.create(DEFINITIONS, with_unknown(definition(json!({"type": "object"})))).await;
    let apply = format!("{DEFINITION}?fieldManager=m&force=true");
    let config =
        definition(json!({"type": "object", "properties": {"a": {"type": "string", "default": "b"}}}));
    let (code, body, _) = sent(&native, Method::PATCH, &apply, "application/apply-patch+yaml", &config).await;
    assert_eq!(code, 200, "{body}");
    is_known("apply", &body);
    // What is unknown in the configuration itself is an error of its type, for every client.
    for validation in ["Ignore", "Warn", "Strict"] {
        let path = format!("{apply}&fieldValidation={validation}");
        let config = with_unknown(config.clone());
        let (code, body, _) =
            sent(&native, Method::PATCH, &path, "application/apply-patch+yaml", &config).await;
        let message = body["message"].as_str().unwrap();
        assert_eq!(code, 500, "{message}");
        assert!(message.contains(".spec.scoped: field not declared in schema"), "{message}");
    }
}

#[tokio::test]
async fn what_a_definition_keeps_as_json_stays() {
    let native = Native::start();
    let open = json!({"type": "object", "x-kubernetes-preserve-unknown-fields": true,
        "default": {"const": 1, "if": {"readOnly": true}}, "example": {"scoped": [1]}});
    native.create(DEFINITIONS, definition(open.clone())).await;
    let stored = native.get(DEFINITION).await;
    has(&stored["spec"]["versions"][0]["schema"]["openAPIV3Schema"]["properties"]["spec"], &open, "spec");
    let map = json!({"metadata": {"name": "m", "annotations": {"x": "y"}}, "data": {"unknown": "z"}});
    let created = native.create("/api/v1/namespaces/default/configmaps", map.clone()).await;
    has(&created, &map, "map");
}

#[tokio::test]
async fn extensions_of_crdc_stay_in_definitions_and_are_applied() {
    let native = Native::start();
    let extended = json!({"type": "object", "properties": {"size": {"type": "integer", "x-kubernetes-immutable": true},
        "list": {"type": "array", "items": {"type": "object", "properties": {"a": {"type": "string", "x-kubernetes-immutable": true}}}}}});
    let strict = format!("{DEFINITIONS}?fieldValidation=Strict");
    let (code, body, warnings) =
        sent(&native, Method::POST, &strict, "application/json", &definition(extended.clone())).await;
    assert_eq!((code, warnings), (201, Vec::new()), "{body}");
    let apply = format!("{DEFINITION}?fieldManager=m&force=true&fieldValidation=Strict");
    let config = definition(extended.clone());
    let (code, body, warnings) =
        sent(&native, Method::PATCH, &apply, "application/apply-patch+yaml", &config).await;
    assert_eq!((code, warnings), (200, Vec::new()), "{body}");
    has(&body["spec"]["versions"][0]["schema"]["openAPIV3Schema"]["properties"]["spec"], &extended, "spec");
    let hosts = "/apis/example.com/v1/namespaces/default/hosts";
    native.create(hosts, json!({"apiVersion": "example.com/v1", "kind": "Host", "metadata": {"name": "a"}, "spec": {"size": 1}})).await;
    let larger = json!({"spec": {"size": 2}});
    let (code, body, _) =
        sent(&native, Method::PATCH, &format!("{hosts}/a"), "application/merge-patch+json", &larger).await;
    assert_eq!(code, 400, "{body}");
}
