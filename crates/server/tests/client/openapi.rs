//! OpenAPI documents, as `kubectl explain`, `kubectl apply` and generators of clients read them.
// apiextensions-apiserver: pkg/controller/openapi/builder/builder_test.go

use crdc_server::{Server, TestServer};
use serde_json::{Value, json};

use crate::raw::{Answer, ask, get};
use crate::server;

/// A definition with a schema, both subresources, and an embedded object.
fn shops(more: &Value) -> Server {
    let mut schema = json!({"type": "object", "properties": {
        "metadata": {"type": "object", "properties": {"name": {"type": "string", "maxLength": 9}}},
        "spec": {"type": "object", "required": ["size", "note"], "properties": {
            "size": {"type": "integer", "minimum": 1, "default": 2, "description": "How large."},
            "port": {"x-kubernetes-int-or-string": true},
            "note": {"type": "string", "nullable": true, "anyOf": [{"minLength": 1}, {"pattern": "^$"}]},
            "any": {"type": "object", "x-kubernetes-preserve-unknown-fields": true, "properties": {"a": {"type": "string"}}},
            "pod": {"type": "object", "x-kubernetes-embedded-resource": true, "properties": {"spec": {"type": "object"}}},
            "parts": {"type": "object", "additionalProperties": {"type": "array", "items": {"type": "string"}}}}},
        "status": {"type": "object"}}});
    for (keyword, value) in more.as_object().unwrap() {
        schema[keyword] = value.clone();
    }
    let crd = json!({"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
        "metadata": {"name": "shops.shop.example.com"},
        "spec": {"group": "shop.example.com", "scope": "Namespaced", "names": {"plural": "shops", "kind": "Shop"},
            "versions": [{"name": "v1", "served": true, "storage": true, "schema": {"openAPIV3Schema": schema},
                "selectableFields": [{"jsonPath": ".spec.size"}],
                "subresources": {"status": {}, "scale": {"specReplicasPath": ".spec.size", "statusReplicasPath": ".status.size"}}}]}});
    TestServer::new().crd_text(crd.to_string()).start().unwrap()
}

const SHOP: &str = "com.example.shop.v1.Shop";
const V3: &str = "/openapi/v3/apis/shop.example.com/v1";
const META: &str = "io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta";

async fn document(server: &Server, path: &str) -> Value {
    get(server, path, &[]).await.json()
}

/// All references in a document that lead nowhere.
fn dangling(document: &Value) -> Vec<String> {
    fn walk(root: &Value, value: &Value, found: &mut Vec<String>) {
        match value {
            Value::Object(members) => {
                if let Some(Value::String(reference)) = members.get("$ref")
                    && root.pointer(reference.strip_prefix('#').unwrap()).is_none()
                {
                    found.push(reference.clone());
                }
                members.values().for_each(|value| walk(root, value, found));
            }
            Value::Array(items) => items.iter().for_each(|value| walk(root, value, found)),
            _ => {}
        }
    }
    let mut found = Vec::new();
    walk(document, document, &mut found);
    found
}

#[tokio::test]
async fn custom_resources_have_what_every_object_has() {
    let server = shops(&json!({}));
    let found = document(&server, V3).await;
    let schemas = &found["components"]["schemas"];
    let members = &schemas[SHOP]["properties"];
    assert_eq!(members["metadata"]["allOf"], json!([{"$ref": format!("#/components/schemas/{META}")}]));
    assert_eq!(members["metadata"]["type"], Value::Null);
    for (member, start) in [
        ("apiVersion", "APIVersion defines the versioned schema"),
        ("kind", "Kind is a string value representing the REST resource"),
        ("metadata", "Standard object's metadata. More info: https://git.k8s.io/"),
    ] {
        assert!(members[member]["description"].as_str().unwrap().starts_with(start), "{member}");
    }
    assert!(schemas[META]["properties"]["ownerReferences"].is_object());
    let spec = &members["spec"]["properties"];
    assert_eq!(
        spec["size"],
        json!({"type": "integer", "minimum": 1, "default": 2, "description": "How large."})
    );
    assert_eq!(spec["port"]["anyOf"], json!([{"type": "integer"}, {"type": "string"}]));
    assert_eq!(spec["note"]["nullable"], true);
    let pod = &spec["pod"];
    assert_eq!(pod["required"], json!(["kind", "apiVersion"]));
    assert_eq!(pod["properties"]["metadata"]["allOf"], members["metadata"]["allOf"]);
    assert!(pod["properties"]["spec"].is_object());
    let gvk = |kind: &str| json!([{"group": "shop.example.com", "version": "v1", "kind": kind}]);
    assert_eq!(schemas[SHOP]["x-kubernetes-group-version-kind"], gvk("Shop"));
    assert_eq!(schemas[SHOP]["x-kubernetes-selectable-fields"], json!([{"fieldPath": "spec.size"}]));
    let list = &schemas["com.example.shop.v1.ShopList"];
    assert_eq!(list["x-kubernetes-group-version-kind"], gvk("ShopList"));
    assert_eq!(
        (&list["required"], &list["description"]),
        (&json!(["items"]), &json!("ShopList is a list of Shop"))
    );
    assert_eq!(list["properties"]["items"]["items"]["$ref"], format!("#/components/schemas/{SHOP}"));
    assert_eq!(dangling(&found), Vec::<String>::new());
}

#[tokio::test]
async fn each_request_is_listed() {
    let server = shops(&json!({}));
    let found = document(&server, V3).await;
    let mut operations = Vec::new();
    for (path, item) in found["paths"].as_object().unwrap() {
        for (method, operation) in item.as_object().unwrap().iter().filter(|(name, _)| *name != "parameters")
        {
            let path = path.strip_prefix("/apis/shop.example.com/v1").unwrap();
            let id = operation["operationId"].as_str().unwrap();
            operations
                .push(format!("{method} {path} {} {id}", operation["x-kubernetes-action"].as_str().unwrap()));
        }
    }
    let expected = [
        "delete /namespaces/{namespace}/shops deletecollection deleteShopExampleComV1CollectionNamespacedShop",
        "get /namespaces/{namespace}/shops list listShopExampleComV1NamespacedShop",
        "post /namespaces/{namespace}/shops post createShopExampleComV1NamespacedShop",
        "delete /namespaces/{namespace}/shops/{name} delete deleteShopExampleComV1NamespacedShop",
        "get /namespaces/{namespace}/shops/{name} get readShopExampleComV1NamespacedShop",
        "patch /namespaces/{namespace}/shops/{name} patch patchShopExampleComV1NamespacedShop",
        "put /namespaces/{namespace}/shops/{name} put replaceShopExampleComV1NamespacedShop",
        "get /namespaces/{namespace}/shops/{name}/scale get readShopExampleComV1NamespacedShopScale",
        "patch /namespaces/{namespace}/shops/{name}/scale patch patchShopExampleComV1NamespacedShopScale",
        "put /namespaces/{namespace}/shops/{name}/scale put replaceShopExampleComV1NamespacedShopScale",
        "get /namespaces/{namespace}/shops/{name}/status get readShopExampleComV1NamespacedShopStatus",
        "patch /namespaces/{namespace}/shops/{name}/status patch patchShopExampleComV1NamespacedShopStatus",
        "put /namespaces/{namespace}/shops/{name}/status put replaceShopExampleComV1NamespacedShopStatus",
        "get /shops list listShopExampleComV1ShopForAllNamespaces",
    ];
    assert_eq!(operations, expected);
    let object = &found["paths"]["/apis/shop.example.com/v1/namespaces/{namespace}/shops/{name}"];
    let named: Vec<&str> =
        object["parameters"].as_array().unwrap().iter().map(|of| of["name"].as_str().unwrap()).collect();
    assert_eq!(named, ["namespace", "name", "pretty"]);
    let media: Vec<&String> = object["patch"]["requestBody"]["content"].as_object().unwrap().keys().collect();
    assert_eq!(
        media,
        ["application/apply-patch+yaml", "application/json-patch+json", "application/merge-patch+json"]
    );
    let parameters = object["patch"]["parameters"].as_array().unwrap();
    assert!(parameters.iter().any(|of| of["name"] == "fieldValidation"));
}

#[tokio::test]
async fn documents_of_kubernetes_own_kinds_are_whole() {
    let server = server();
    for path in ["api/v1", "apis/apps/v1", "apis/authorization.k8s.io/v1", "apis/example.com/v1"] {
        let found = document(&server, &format!("/openapi/v3/{path}")).await;
        assert_eq!(dangling(&found), Vec::<String>::new(), "{path}");
    }
    let core = document(&server, "/openapi/v3/api/v1").await;
    let paths = &core["paths"];
    let pods = "/api/v1/namespaces/{namespace}/pods";
    for (path, method, id) in [
        (pods.to_owned(), "get", "listCoreV1NamespacedPod"),
        (pods.to_owned(), "delete", "deleteCoreV1CollectionNamespacedPod"),
        (format!("{pods}/{{name}}/eviction"), "post", "createCoreV1NamespacedPodEviction"),
        ("/api/v1/namespaces/{name}".to_owned(), "get", "readCoreV1Namespace"),
        ("/api/v1/pods".to_owned(), "get", "listCoreV1PodForAllNamespaces"),
    ] {
        assert_eq!(paths[&path][method]["operationId"], id, "{path}");
    }
    assert_eq!(
        core["components"]["schemas"]["io.k8s.api.core.v1.PodList"]["x-kubernetes-group-version-kind"][0]["kind"],
        "PodList"
    );
}

#[tokio::test]
async fn the_older_document_has_no_keywords_of_the_newer() {
    let server = shops(&json!({}));
    let found = document(&server, "/openapi/v2").await;
    assert_eq!(
        (&found["swagger"], found["paths"]["/api/v1/namespaces/{name}"]["patch"].is_object()),
        (&json!("2.0"), true)
    );
    assert_eq!(dangling(&found), Vec::<String>::new());
    let shop = &found["definitions"][SHOP];
    let members = &shop["properties"];
    assert_eq!(members["metadata"]["$ref"], format!("#/definitions/{META}"));
    let spec = &members["spec"]["properties"];
    assert_eq!(spec["note"], json!({}));
    assert_eq!(members["spec"]["required"], json!(["size"]));
    assert_eq!(spec["port"], json!({"x-kubernetes-int-or-string": true}));
    assert_eq!(spec["any"], json!({"x-kubernetes-preserve-unknown-fields": true}));
    assert_eq!(spec["pod"]["properties"]["metadata"]["$ref"], format!("#/definitions/{META}"));
    // What is known of such objects would make kubectl refuse the rest.
    let server = shops(&json!({"x-kubernetes-preserve-unknown-fields": true}));
    let found = document(&server, "/openapi/v2").await;
    assert_eq!(found["definitions"][SHOP]["properties"], Value::Null);
    assert!(document(&server, V3).await["components"]["schemas"][SHOP]["properties"]["kind"].is_object());
}

const PROTOBUF: &str = "application/com.github.proto-openapi.spec.v2.v1.0+protobuf";
const OLD_PROTOBUF: &str = "application/com.github.proto-openapi.spec.v2@v1.0+protobuf";

#[tokio::test]
async fn requests_that_are_not_answered_are_not_listed() {
    let server = server();
    for path in ["/openapi/v2", "/openapi/v3/api/v1"] {
        let paths = &document(&server, path).await["paths"];
        for (path, methods) in [
            ("/api/v1/namespaces", &["get", "parameters", "post"][..]),
            ("/api/v1/namespaces/{name}/finalize", &["parameters", "put"]),
            ("/api/v1/namespaces/{name}/status", &["get", "parameters", "patch", "put"]),
            ("/api/v1/nodes", &["delete", "get", "parameters", "post"]),
        ] {
            let mut found: Vec<&String> = paths[path].as_object().unwrap().keys().collect();
            found.sort();
            assert_eq!(found, methods, "{path}");
        }
    }
}

#[tokio::test]
async fn the_older_document_is_built_once_for_the_served_kinds() {
    let server = server();
    for accept in ["application/json", PROTOBUF] {
        let ask = async || get(&server, "/openapi/v2", &[("accept", accept)]).await.body;
        let (first, second) = (ask().await, ask().await);
        assert_eq!(first.as_ptr(), second.as_ptr(), "{accept}");
    }
    let databases = "/apis/example.com/v1/databases";
    assert!(document(&server, "/openapi/v2").await["paths"][databases].is_object());
    let path = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions/databases.example.com";
    assert_eq!(ask(&server, "DELETE", path, &[], "").await.code, 200);
    assert!(document(&server, "/openapi/v2").await["paths"][databases].is_null());
}

#[tokio::test]
async fn the_older_document_comes_in_the_accepted_format() {
    let server = server();
    let ask = async |accept: &str| -> Answer { get(&server, "/openapi/v2", &[("accept", accept)]).await };
    for (accept, code, media) in [
        ("", 200, "application/json"),
        ("application/json", 200, "application/json"),
        ("*/*", 200, "application/json"),
        (PROTOBUF, 200, PROTOBUF),
        (OLD_PROTOBUF, 200, PROTOBUF),
        ("text/plain", 406, "application/json"),
        (&format!("application/json;q=0.1, {PROTOBUF}"), 200, PROTOBUF),
        (&format!("{PROTOBUF};q=0.1, application/json"), 200, "application/json"),
        (&format!("*/*, {PROTOBUF}"), 200, PROTOBUF),
    ] {
        let answer = ask(accept).await;
        assert_eq!((answer.code, answer.header("content-type")), (code, media), "{accept}");
    }
}

/// The fields of a message: their numbers, and the bytes of those that have a length.
fn fields(mut message: &[u8]) -> Vec<(u64, &[u8])> {
    fn varint(bytes: &mut &[u8]) -> u64 {
        let (mut value, mut shift) = (0, 0);
        loop {
            let byte = bytes[0];
            *bytes = &bytes[1..];
            value |= u64::from(byte & 0x7f) << shift;
            shift += 7;
            if byte < 0x80 {
                return value;
            }
        }
    }
    let mut found = Vec::new();
    while !message.is_empty() {
        let key = varint(&mut message);
        let length = match key & 7 {
            0 => {
                varint(&mut message);
                0
            }
            1 => 8,
            2 => usize::try_from(varint(&mut message)).unwrap(),
            wire => panic!("wire type {wire}"),
        };
        let (bytes, rest) = message.split_at(length);
        found.push((key >> 3, bytes));
        message = rest;
    }
    found
}

/// The value of a name in a list of names and values.
fn named<'m>(list: &[(u64, &'m [u8])], field: u64, name: &str) -> Vec<(u64, &'m [u8])> {
    let items = list.iter().filter(|(of, _)| *of == field).map(|(_, bytes)| fields(bytes));
    let found = items.into_iter().find(|item| item[0] == (1, name.as_bytes())).unwrap();
    fields(found[1].1)
}

fn one<'m>(message: &[(u64, &'m [u8])], field: u64) -> &'m [u8] {
    message.iter().find(|(of, _)| *of == field).unwrap().1
}

#[tokio::test]
async fn the_protobuf_says_what_the_json_says() {
    let server = shops(&json!({}));
    let answer = get(&server, "/openapi/v2", &[("accept", PROTOBUF)]).await;
    let document = fields(&answer.body);
    assert_eq!(one(&document, 1), b"2.0");
    // kubectl looks for the parameter of a patch of namespaces.
    let path = named(&fields(one(&document, 8)), 2, "/api/v1/namespaces/{name}");
    let patch = fields(one(&path, 8));
    let kind = named(&patch, 13, "x-kubernetes-group-version-kind");
    assert_eq!(one(&kind, 2), br#"{"group":"","kind":"Namespace","version":"v1"}"#);
    let parameters: Vec<String> = patch
        .iter()
        .filter(|(field, _)| *field == 8)
        .map(|(_, item)| fields(one(&fields(item), 1)))
        .filter(|parameter| parameter[0].0 == 2)
        .map(|parameter| fields(one(&fields(one(&parameter, 2)), 3)))
        .map(|query| String::from_utf8(one(&query, 4).to_vec()).unwrap())
        .collect();
    assert_eq!(parameters, ["dryRun", "fieldManager", "fieldValidation", "force"]);
    let shop = named(&fields(one(&document, 9)), 1, SHOP);
    let spec = named(&fields(one(&shop, 25)), 1, "spec");
    assert_eq!(one(&spec, 19), b"size");
    let members = fields(one(&spec, 25));
    let size = named(&members, 1, "size");
    assert_eq!(one(&size, 4), b"How large.");
    assert_eq!(one(&size, 9), 1.0_f64.to_le_bytes());
    assert_eq!(one(&fields(one(&size, 5)), 2), b"2");
    assert_eq!(one(&fields(one(&size, 22)), 1), b"integer");
    let parts = fields(one(&fields(one(&named(&members, 1, "parts"), 21)), 1));
    let item = fields(one(&fields(one(&parts, 23)), 1));
    assert_eq!(one(&fields(one(&item, 22)), 1), b"string");
}
