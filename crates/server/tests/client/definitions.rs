//! Definitions through the API: behaviour that random definitions against a real apiextensions-apiserver
//! found.

use bytes::Bytes;
use crdc_server::{Server, TestServer};
use http_body_util::{BodyExt, Full};
use serde_json::{Value, json};
use tower_service::Service;

const CRDS: &str = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

fn definition(schema: Value) -> Value {
    json!({"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "metadata": {"name": "gears.example.com"},
        "spec": {"group": "example.com", "scope": "Cluster", "names": {"plural": "gears", "kind": "Gear"}, "versions": [
            {"name": "v1", "served": true, "storage": true, "schema": {"openAPIV3Schema": schema}, "subresources": {"status": {}}}]}})
}

/// An answer: code, warnings, body.
async fn ask(server: &Server, method: &str, path: &str, body: &Value) -> (u16, Vec<String>, Value) {
    let body = if body.is_null() { Bytes::new() } else { Bytes::from(body.to_string()) };
    let (method, format) = if method == "APPLY" { ("PATCH", "apply-patch+yaml") } else { (method, "json") };
    let format = format!("application/{format}");
    let request = http::Request::builder().method(method).uri(path).header("content-type", format);
    let answer = server.service().call(request.body(Full::new(body)).unwrap()).await.unwrap();
    let code = answer.status().as_u16();
    let text = |value: &http::HeaderValue| value.to_str().unwrap().to_owned();
    let warnings = answer.headers().get_all("warning").iter().map(text).collect();
    let body = answer.into_body().collect().await.unwrap().to_bytes();
    (code, warnings, serde_json::from_slice(&body).unwrap_or_default())
}

fn server() -> Server {
    TestServer::new().start().unwrap()
}

#[tokio::test]
async fn a_new_definition_has_defaults_and_the_stored_version() {
    let server = server();
    let (code, _, made) = ask(&server, "POST", CRDS, &definition(json!({"type": "object"}))).await;
    assert_eq!(code, 201);
    assert_eq!(made["spec"]["conversion"], json!({"strategy": "None"}));
    assert_eq!(
        made["spec"]["names"],
        json!({"kind": "Gear", "listKind": "GearList", "plural": "gears", "singular": "gear"})
    );
    let status =
        json!({"acceptedNames": {"kind": "", "plural": ""}, "conditions": null, "storedVersions": ["v1"]});
    assert_eq!((&made["status"], &made["metadata"]["finalizers"]), (&status, &Value::Null));
    // Structs that are always there have no owner, only what is in them.
    let names = json!({"f:kind": {}, "f:listKind": {}, "f:plural": {}, "f:singular": {}});
    let owned = json!({"f:spec": {"f:conversion": {".": {}, "f:strategy": {}}, "f:group": {}, "f:names": names, "f:scope": {}, "f:versions": {}}});
    assert_eq!(made["metadata"]["managedFields"][0]["fieldsV1"], owned);
}

#[tokio::test]
async fn the_finalizer_of_a_definition_comes_when_it_is_deleted() {
    let server = server();
    ask(&server, "POST", CRDS, &definition(json!({"type": "object"}))).await;
    let gear = json!({"apiVersion": "example.com/v1", "kind": "Gear", "metadata": {"name": "a", "finalizers": ["example.com/wait"]}});
    assert_eq!(ask(&server, "POST", "/apis/example.com/v1/gears", &gear).await.0, 201);
    let path = format!("{CRDS}/gears.example.com");
    let (_, _, before) = ask(&server, "GET", &path, &Value::Null).await;
    assert_eq!(before["metadata"]["finalizers"], Value::Null);
    let managers = before["metadata"]["managedFields"].as_array().unwrap();
    let status = managers.iter().find(|manager| manager["subresource"] == "status").unwrap();
    assert_eq!(status["manager"], "kube-apiserver");
    let (code, _, closed) = ask(&server, "DELETE", &path, &Value::Null).await;
    assert_eq!(code, 200);
    assert_eq!(closed["metadata"]["finalizers"], json!(["customresourcecleanup.apiextensions.k8s.io"]));
    let conditions = closed["status"]["conditions"].as_array().unwrap();
    assert_eq!(conditions.last().unwrap()["reason"], "InstanceDeletionPending");
}

#[tokio::test]
async fn fields_without_a_value_are_not_written_and_change_nothing() {
    let server = server();
    let text = json!({"type": "string", "format": "", "nullable": false, "enum": []});
    let schema = |text: &Value| json!({"type": "object", "required": [], "properties": {"a": text}});
    let (code, _, made) = ask(&server, "POST", CRDS, &definition(schema(&text))).await;
    assert_eq!(code, 201);
    let written = &made["spec"]["versions"][0]["schema"]["openAPIV3Schema"];
    assert_eq!(written, &json!({"type": "object", "properties": {"a": {"type": "string"}}}));
    let path = format!("{CRDS}/gears.example.com");
    let (_, _, mut stored) = ask(&server, "GET", &path, &Value::Null).await;
    let of = &mut stored["spec"]["versions"][0]["schema"]["openAPIV3Schema"];
    of["required"] = json!([]);
    for (field, empty) in [("uniqueItems", json!(false)), ("enum", json!([])), ("properties", json!({}))] {
        of["properties"]["a"][field] = empty;
    }
    // Times are not renewed either.
    server.set_time(4_000_000_000);
    let (code, _, same) = ask(&server, "PUT", &path, &stored).await;
    assert_eq!((code, &same["metadata"]["generation"]), (200, &json!(1)));
    assert_eq!(same["metadata"], stored["metadata"]);
}

#[tokio::test]
async fn a_webhook_without_anything_is_not_stored_but_its_versions_have_an_owner() {
    let server = server();
    for (webhook, owned) in [
        (json!({}), Value::Null),
        (json!({"conversionReviewVersions": []}), json!({".": {}, "f:conversionReviewVersions": {}})),
    ] {
        let mut crd = definition(json!({"type": "object"}));
        crd["spec"]["conversion"] = json!({"strategy": "None", "webhook": webhook});
        let (code, _, made) = ask(&server, "POST", &format!("{CRDS}?dryRun=All"), &crd).await;
        assert_eq!((code, &made["spec"]["conversion"]), (201, &json!({"strategy": "None"})));
        let fields = &made["metadata"]["managedFields"][0]["fieldsV1"]["f:spec"]["f:conversion"];
        assert_eq!(fields["f:webhook"], owned);
    }
}

#[tokio::test]
async fn an_embedded_resource_whose_owners_of_fields_are_not_readable_leaves_all_without_one() {
    let server = server();
    let schema = json!({"type": "object", "properties": {"part": {"type": "object", "x-kubernetes-embedded-resource": true,
        "x-kubernetes-preserve-unknown-fields": true}}});
    assert_eq!(ask(&server, "POST", CRDS, &definition(schema)).await.0, 201);
    for (fields, is_owned) in [(json!({"f:a": {}}), true), (json!("0"), false)] {
        let part = json!({"apiVersion": "v1", "kind": "Part", "metadata": {"managedFields": [{"fieldsType": "FieldsV1", "fieldsV1": fields, "operation": "Update"}]}});
        let name = format!("a{is_owned}");
        let gear =
            json!({"apiVersion": "example.com/v1", "kind": "Gear", "metadata": {"name": name}, "part": part});
        let (code, _, made) = ask(&server, "POST", "/apis/example.com/v1/gears", &gear).await;
        assert_eq!((code, made["metadata"]["managedFields"].is_array()), (201, is_owned), "{made}");
    }
}

#[tokio::test]
async fn formats_that_no_server_knows_are_warned_of() {
    let server = server();
    let schema = json!({"type": "object", "properties": {"a": {"type": "number", "format": "decimal"}}});
    let (code, warnings, _) = ask(&server, "POST", CRDS, &definition(schema)).await;
    assert_eq!(
        (code, warnings.as_slice()),
        (201, &[r#"299 - "unrecognized format \"decimal\"""#.to_owned()][..])
    );
}

#[tokio::test]
async fn a_definition_that_cannot_be_decoded_is_a_bad_request() {
    let server = server();
    let schema = json!({"type": "object", "minProperties": 1.5, "discriminator": "a"});
    let (code, _, refused) =
        ask(&server, "POST", &format!("{CRDS}?fieldValidation=Strict"), &definition(schema)).await;
    let why = "CustomResourceDefinition in version \"v1\" cannot be handled as a CustomResourceDefinition: json: cannot unmarshal number 1.5 \
               into Go struct field JSONSchemaProps.spec.versions.schema.openAPIV3Schema.minProperties of type int64";
    assert_eq!((code, refused["message"].as_str()), (400, Some(why)));
    let items = json!({"type": "object", "properties": {"a": {"type": "array", "items": {"anyOf": [{"maxLength": 1.5}]}}}});
    let (code, _, refused) = ask(&server, "POST", CRDS, &definition(items)).await;
    let why = "CustomResourceDefinition in version \"v1\" cannot be handled as a CustomResourceDefinition: json: cannot unmarshal number 1.5 \
               into Go struct field JSONSchemaProps.spec.versions.schema.openAPIV3Schema.properties.items.anyOf.maxLength of type int64";
    assert_eq!((code, refused["message"].as_str()), (400, Some(why)));
}

/// Go leaves out empty lists and maps when it writes a schema, which it does after it has checked the schema.
#[tokio::test]
async fn empty_lists_and_maps_that_a_schema_may_not_have_are_refused() {
    let server = server();
    const AT_ROOT: &str = "openAPIV3Schema: Invalid value: ";
    for (at, field, empty, expected) in [
        (
            "/properties/a",
            "dependencies",
            json!({}),
            Some("dependencies: Forbidden: dependencies is not supported"),
        ),
        ("", "definitions", json!({}), Some(AT_ROOT)),
        ("", "allOf", json!([]), Some(AT_ROOT)),
        ("", "enum", json!([]), Some(AT_ROOT)),
        ("", "x-kubernetes-list-map-keys", json!([]), Some(AT_ROOT)),
        ("", "required", json!([]), None),
        ("/properties/a", "definitions", json!({}), None),
        ("/properties/a", "allOf", json!([]), None),
        ("/properties/a", "enum", json!([]), None),
        ("/properties/a", "properties", json!({}), None),
    ] {
        let mut schema = json!({"type": "object", "properties": {"a": {"type": "object"}}});
        schema.pointer_mut(at).unwrap()[field] = empty;
        for method in ["POST", "APPLY"] {
            let (code, _, answer) = match method {
                "POST" => {
                    ask(&server, "POST", &format!("{CRDS}?dryRun=All"), &definition(schema.clone())).await
                }
                _ => {
                    let path = format!("{CRDS}/gears.example.com?dryRun=All&fieldManager=a");
                    ask(&server, "APPLY", &path, &definition(schema.clone())).await
                }
            };
            match expected {
                Some(expected) => {
                    let message = answer["message"].as_str().unwrap_or_default();
                    assert_eq!((code, message.contains(expected)), (422, true), "{method} {field}: {answer}");
                }
                None => {
                    assert_eq!(code, 201, "{method} {field}: {answer}");
                    let written = &answer["spec"]["versions"][0]["schema"]["openAPIV3Schema"];
                    assert_eq!(written.pointer(at).unwrap().get(field), None, "{method} {answer}");
                }
            }
        }
    }
}

#[tokio::test]
async fn a_definition_that_could_be_a_patch_of_kustomize_is_refused() {
    let server = server();
    for spec in
        [json!({}), json!({"foo": 1}), json!({"names": {}}), json!({"conversion": {"strategy": "None"}})]
    {
        let crd = json!({"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition",
            "metadata": {"name": "gears.example.com", "annotations": {"a": "b"}}, "spec": spec});
        let (code, _, refused) = ask(&server, "POST", CRDS, &crd).await;
        assert_eq!(code, 422, "{spec}: {refused}");
        let causes = refused["details"]["causes"].as_array().unwrap();
        assert!(causes.iter().any(|cause| cause["field"] == "spec.group"), "{refused}");
    }
    assert!(server.custom_resources().is_empty());
}

#[tokio::test]
async fn what_only_crdc_refuses_is_said_if_a_server_says_nothing() {
    let server = server();
    let lists = json!({"type": "array", "items": [{"type": "string"}]});
    let schema =
        json!({"type": "object", "properties": {"a": lists, "b": {"type": "string", "pattern": "(?=a)"}}});
    let (code, _, refused) = ask(&server, "POST", CRDS, &definition(schema)).await;
    let causes = refused["details"]["causes"].as_array().unwrap();
    assert_eq!((code, causes.len()), (422, 1), "{causes:?}");
    assert_eq!(causes[0]["message"], "Forbidden: items must be a schema object and not an array");
}

#[tokio::test]
async fn the_default_of_a_status_is_there_when_it_is_read() {
    let server = server();
    let status =
        json!({"type": "object", "default": {"phase": "New"}, "properties": {"phase": {"type": "string"}}});
    let schema = json!({"type": "object", "properties": {"status": status}});
    ask(&server, "POST", CRDS, &definition(schema)).await;
    let gear = json!({"apiVersion": "example.com/v1", "kind": "Gear", "metadata": {"name": "a"}, "status": {"phase": "Old"}});
    let (code, _, made) = ask(&server, "POST", "/apis/example.com/v1/gears", &gear).await;
    assert_eq!((code, &made["status"]), (201, &json!({"phase": "New"})));
    let (_, _, read) = ask(&server, "GET", "/apis/example.com/v1/gears/a", &Value::Null).await;
    assert_eq!(read["status"], json!({"phase": "New"}));
}

#[tokio::test]
async fn a_definition_that_keeps_an_old_fault_is_served_as_it_is_updated() {
    let server = server();
    let part = json!({"type": "object", "properties": {"b": {"type": "string"}}, "default": {"unknown": 1}});
    let faulty = definition(json!({"type": "object", "properties": {"a": part}}));
    assert_eq!(ask(&server, "POST", CRDS, &faulty).await.0, 422);
    server.store(&faulty).unwrap();
    let path = format!("{CRDS}/gears.example.com");
    let (_, _, mut crd) = ask(&server, "GET", &path, &Value::Null).await;
    crd["spec"]["versions"][0]["schema"]["openAPIV3Schema"]["properties"]["c"] = json!({"type": "integer"});
    let (code, _, updated) = ask(&server, "PUT", &path, &crd).await;
    assert_eq!(code, 200, "{updated}");
    let gear = json!({"apiVersion": "example.com/v1", "kind": "Gear", "metadata": {"name": "a"}, "c": 1});
    let (code, _, made) = ask(&server, "POST", "/apis/example.com/v1/gears", &gear).await;
    assert_eq!((code, &made["c"]), (201, &json!(1)));
}

#[tokio::test]
async fn minus_zero_is_stored_as_zero() {
    let server = server();
    let schema = json!({"type": "object", "properties": {"a": {"type": "number"}, "b": {"type": "number"}}});
    ask(&server, "POST", CRDS, &definition(schema)).await;
    let gear = json!({"apiVersion": "example.com/v1", "kind": "Gear", "metadata": {"name": "a"}, "a": -0.0, "b": -0.5});
    let (_, _, made) = ask(&server, "POST", "/apis/example.com/v1/gears", &gear).await;
    assert_eq!((made["a"].to_string().as_str(), &made["b"]), ("0", &json!(-0.5)));
}

/// The definition of wheels, which are gears, too.
fn wheels() -> Value {
    let mut wheels = definition(json!({"type": "object"}));
    wheels["metadata"]["name"] = json!("wheels.example.com");
    wheels["spec"]["names"]["plural"] = json!("wheels");
    wheels["spec"]["names"]["singular"] = json!("wheel");
    wheels
}

#[tokio::test]
async fn a_definition_waits_for_a_name_that_another_one_has() {
    let server = server();
    ask(&server, "POST", CRDS, &definition(json!({"type": "object"}))).await;
    assert_eq!(ask(&server, "POST", CRDS, &wheels()).await.0, 201);
    let path = format!("{CRDS}/wheels.example.com");
    let (_, _, waiting) = ask(&server, "GET", &path, &Value::Null).await;
    let said: Vec<[&str; 4]> = waiting["status"]["conditions"]
        .as_array()
        .unwrap()
        .iter()
        .map(|condition| {
            ["type", "status", "reason", "message"].map(|field| condition[field].as_str().unwrap())
        })
        .collect();
    let expected = [
        ["NamesAccepted", "False", "ListKindConflict", "\"GearList\" is already in use"],
        ["Established", "False", "NotAccepted", "not all names are accepted"],
    ];
    assert_eq!(said, expected);
    assert_eq!(
        waiting["status"]["acceptedNames"],
        json!({"kind": "", "plural": "wheels", "singular": "wheel"})
    );
    let wheels = "/apis/example.com/v1/wheels";
    assert_eq!(ask(&server, "GET", wheels, &Value::Null).await.0, 404);
    ask(&server, "DELETE", &format!("{CRDS}/gears.example.com"), &Value::Null).await;
    assert_eq!(ask(&server, "GET", wheels, &Value::Null).await.0, 200);
    let (_, _, served) = ask(&server, "GET", &path, &Value::Null).await;
    assert_eq!(served["status"]["acceptedNames"]["listKind"], "GearList");
}

#[tokio::test]
async fn a_server_does_not_start_with_two_definitions_of_one_kind() {
    let gears = definition(json!({"type": "object"})).to_string();
    let why = TestServer::new().crd_text(gears).crd_text(wheels().to_string()).start().unwrap_err();
    let expected = "text: CustomResourceDefinition wheels.example.com: a server does not serve it: \"GearList\" is already in use by another \
                    definition of its group; write another name";
    assert_eq!(why.to_string(), expected);
}

#[tokio::test]
async fn a_definition_that_changes_its_names_gives_the_others_back() {
    let server = server();
    let mut gears = definition(json!({"type": "object"}));
    gears["spec"]["names"]["shortNames"] = json!(["g"]);
    ask(&server, "POST", CRDS, &gears).await;
    let mut wheels = wheels();
    wheels["spec"]["names"]["kind"] = json!("Wheel");
    wheels["spec"]["names"]["shortNames"] = json!(["g"]);
    ask(&server, "POST", CRDS, &wheels).await;
    assert_eq!(ask(&server, "GET", "/apis/example.com/v1/wheels", &Value::Null).await.0, 404);
    let path = format!("{CRDS}/gears.example.com");
    let (_, _, mut stored) = ask(&server, "GET", &path, &Value::Null).await;
    stored["spec"]["names"]["shortNames"] = json!([]);
    assert_eq!(ask(&server, "PUT", &path, &stored).await.0, 200);
    assert_eq!(ask(&server, "GET", "/apis/example.com/v1/wheels", &Value::Null).await.0, 200);
}
