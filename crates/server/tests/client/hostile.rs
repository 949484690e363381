//! Requests that no client sends: whatever comes, there is an answer, and every refusal is a Status that says
//! why.
//!
//! `CRDC_SAMPLES` multiplies the requests.

use std::fmt::Write;
use std::sync::{Arc, Mutex};

use axum::Router;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use crdc_server::{Server, TestServer};
use http::Request;
use http_body_util::{BodyExt, Full};
use serde_json::{Value, json};
use tower_service::Service;

use crate::builder;

/// Numbers that look random.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % end
    }

    fn of<T: Clone>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())].clone()
    }
}

/// API version, kind and plural, and whether objects are in namespaces.
const KINDS: [(&str, &str, &str, bool); 17] = [
    ("v1", "ConfigMap", "configmaps", true),
    ("v1", "Pod", "pods", true),
    ("v1", "Service", "services", true),
    ("v1", "ServiceAccount", "serviceaccounts", true),
    ("v1", "Secret", "secrets", true),
    ("v1", "Event", "events", true),
    ("events.k8s.io/v1", "Event", "events", true),
    ("apps/v1", "Deployment", "deployments", true),
    ("batch/v1", "Job", "jobs", true),
    ("policy/v1", "PodDisruptionBudget", "poddisruptionbudgets", true),
    ("coordination.k8s.io/v1", "Lease", "leases", true),
    ("example.com/v1", "Database", "databases", true),
    ("example.com/v1", "Other", "others", true),
    ("v1", "Namespace", "namespaces", false),
    ("apiextensions.k8s.io/v1", "CustomResourceDefinition", "customresourcedefinitions", false),
    ("rbac.authorization.k8s.io/v1", "ClusterRole", "clusterroles", false),
    ("policy/v1", "Eviction", "pods", true),
];

/// What servers say with code 500.
const KNOWN: [&str; 4] = [
    "resourceVersion: Invalid value: ",
    "Object 'apiVersion' is missing in 'object has no apiVersion field'",
    "failed to create typed patch object",
    "resourceVersion should not be set on objects to be created",
];

/// Where the objects of an API version are, without namespaces.
fn base(api_version: &str) -> String {
    if api_version.contains('/') { format!("/apis/{api_version}") } else { format!("/api/{api_version}") }
}

const NAMES: [&str; 13] =
    ["a", "a", "a", "a", "a", "a", "b", "default", "others.example.com", "a%2Fb", "%ff%00", "%C3%A9", "A"];
const SUBRESOURCES: [&str; 8] = ["", "", "", "/status", "/scale", "/eviction", "/token", "/x"];
const QUERIES: [&str; 24] = [
    "dryRun=All",
    "dryRun=x",
    "fieldManager=m",
    "force=true",
    "force",
    "fieldValidation=Strict",
    "limit=1",
    "limit=-1",
    "limit=x",
    "continue=eyJydiI6OTk5OTk5LCJzdGFydCI6ImEvYlx1MDAwMCJ9",
    "continue=%00",
    "resourceVersion=0",
    "resourceVersion=18446744073709551615",
    "resourceVersion=-1",
    "resourceVersionMatch=Exact",
    "labelSelector=a%20in%20(b",
    "labelSelector=a%20notin%20(b,,c),!d,e%3E1",
    "labelSelector=%00",
    "fieldSelector=metadata.name%21%3Da",
    "fieldSelector=spec.engine%3Dpg",
    "propagationPolicy=Foreground",
    "propagationPolicy=Orphan",
    "gracePeriodSeconds=-9223372036854775808",
    "%zz=%",
];
const MEDIA: [&str; 9] = [
    "",
    "application/json",
    "application/yaml",
    "application/json-patch+json",
    "application/merge-patch+json",
    "application/strategic-merge-patch+json",
    "application/apply-patch+yaml",
    "application/vnd.kubernetes.protobuf",
    "text/plain; charset=\"",
];
const ACCEPTS: [&str; 6] = [
    "",
    "application/json",
    "application/json;as=Table;v=v1;g=meta.k8s.io,application/json",
    "application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io",
    "application/vnd.kubernetes.protobuf",
    ";;;as=,",
];

/// An object of a kind, with the fields of all of them.
fn object(random: &mut Random, (api_version, kind, _, is_namespaced): (&str, &str, &str, bool)) -> Value {
    let template = json!({"metadata": {"labels": {"a": "b"}}, "spec": {"restartPolicy": "Never",
        "containers": [{"name": "a", "image": "a", "resources": {"limits": {"cpu": "1"}}}]}});
    let spec = match kind {
        "Pod" => template["spec"].clone(),
        "Service" => json!({"type": "NodePort", "ports": [{"port": 1, "name": "a"}]}),
        "Job" => json!({ "template": template }),
        "Deployment" => json!({"selector": {"matchLabels": {"a": "b"}}, "template": template}),
        "PodDisruptionBudget" => json!({"minAvailable": 1, "selector": {"matchLabels": {"a": "b"}}}),
        "Database" => json!({"engine": "pg", "replicas": 1}),
        "CustomResourceDefinition" => json!({"group": "example.com", "scope": "Namespaced",
            "names": {"plural": "others", "singular": "other", "kind": "Other", "listKind": "OtherList"},
            "versions": [{"name": "v1", "served": true, "storage": true, "subresources": {"status": {}},
                "additionalPrinterColumns": [{"name": "X", "type": "string", "jsonPath": ".spec.x"}],
                "schema": {"openAPIV3Schema": {"type": "object", "x-kubernetes-preserve-unknown-fields": true}}}]}),
        _ => json!({"replicas": 2, "x": [{"y": 1}]}),
    };
    let name = if kind == "CustomResourceDefinition" { "others.example.com" } else { random.of(&["a", "b"]) };
    let mut metadata = json!({"name": name, "labels": {"a": "b"}, "annotations": {"a": "b"}});
    if is_namespaced {
        metadata["namespace"] = json!("default");
    }
    // What clients give seldom, and servers take seldom.
    for (field, value) in [
        ("finalizers", json!(["example.com/a"])),
        ("generateName", json!("a")),
        ("resourceVersion", json!("2")),
        ("uid", json!("u")),
        ("deletionTimestamp", json!("2026-01-01T00:00:00Z")),
        ("deletionGracePeriodSeconds", json!(1)),
        (
            "ownerReferences",
            json!([{"apiVersion": "v1", "kind": "ConfigMap", "name": "a", "uid": "u", "controller": true, "blockOwnerDeletion": true}]),
        ),
        (
            "managedFields",
            json!([{"manager": "m", "operation": "Apply", "apiVersion": api_version, "time": "2026-01-01T00:00:00Z",
            "fieldsType": "FieldsV1", "fieldsV1": {"f:spec": {"f:replicas": {}}}}]),
        ),
    ] {
        if random.below(5) == 0 {
            metadata[field] = value;
        }
    }
    json!({
        "apiVersion": api_version, "kind": kind, "metadata": metadata,
        "spec": spec, "data": {"a": "YQ=="}, "type": "Opaque", "reason": "r", "message": "m", "note": "n", "action": "a", "eventTime": "2026-01-01T00:00:00.000000Z",
        "reportingController": "a.b/c", "reportingInstance": "i",
        "involvedObject": {"namespace": "default"}, "regarding": {"namespace": "default"}, "deleteOptions": {"dryRun": ["All"]},
        "status": {"phase": "Running", "conditions": [{"type": "Ready", "status": "True"}], "disruptionsAllowed": 1},
    })
}

fn nested(depth: usize) -> Value {
    // `json!` would copy the value at each depth.
    (0..depth).fold(json!(1), |value, _| Value::from_iter([("a", Value::Array(vec![value]))]))
}

fn strange(random: &mut Random) -> Value {
    let all = [
        Value::Null,
        json!(true),
        json!(-1),
        json!(i64::MIN),
        json!(u64::MAX),
        json!(1e308),
        json!(0.5),
        json!(""),
        json!("\u{0}\u{fffd}é\"\\"),
        json!("x".repeat(300)),
        json!("10000-01-01T00:00:00Z"),
        json!("9223372036854775807"),
        json!([]),
        json!({}),
        json!([[], {}, null]),
        json!({"": "", "f:": {}, "k:{\"a\":1}": {}, ".": null, "$patch": "delete", "/": 1}),
        json!(["foregroundDeletion", "orphan"]),
        nested(40),
        nested(300),
    ];
    random.of(&all)
}

/// Puts a strange value in some place, or takes what is there away.
fn spoil(random: &mut Random, value: &mut Value) {
    let goes_on = random.below(5) > 0;
    match value {
        Value::Object(members) if goes_on && !members.is_empty() => {
            let at = random.below(members.len());
            let key = members.keys().nth(at).unwrap().clone();
            if random.below(8) == 0 {
                members.remove(&key);
            } else {
                spoil(random, &mut members[&key]);
            }
        }
        Value::Array(items) if goes_on && !items.is_empty() => {
            let at = random.below(items.len());
            spoil(random, &mut items[at]);
        }
        other => *other = strange(random),
    }
}

fn body(random: &mut Random, media: &str, kind: (&str, &str, &str, bool)) -> Vec<u8> {
    let mut value = object(random, kind);
    if media.contains("json-patch") {
        let paths = [
            "",
            "/metadata",
            "/metadata/labels/a",
            "/spec",
            "/spec/x/-",
            "/spec/x/0",
            "/~2",
            "metadata/name",
            "/metadata/finalizers",
        ];
        let operations = (0..1 + random.below(4)).map(|_| {
            let (op, path, from) = (
                random.of(&["add", "remove", "replace", "move", "copy", "test", "x"]),
                random.of(&paths),
                random.of(&paths),
            );
            json!({"op": op, "path": path, "from": from, "value": strange(random)})
        });
        value = operations.collect();
    } else if media.contains("patch") && random.below(2) == 0 {
        let field = random.of(&["metadata", "spec", "status", "data"]);
        value = json!({field: value[field], "apiVersion": value["apiVersion"], "kind": value["kind"]});
    }
    for _ in 0..random.below(6).saturating_sub(2) {
        spoil(random, &mut value);
    }
    let mut text = value.to_string().into_bytes();
    match random.below(20) {
        0 => text.truncate(random.below(text.len() + 1)),
        1 => {
            let at = random.below(text.len());
            text[at] = random.below(256) as u8;
        }
        _ => {}
    }
    text
}

/// The answer to a request: its code, its media type and its body.
async fn ask(server: &Server, request: Request<Full<Bytes>>) -> (u16, String, Bytes) {
    let response = server.service().call(request).await.unwrap();
    let code = response.status().as_u16();
    let media = response.headers()["content-type"].to_str().unwrap().to_owned();
    (code, media, response.into_body().collect().await.unwrap().to_bytes())
}

fn request(random: &mut Random) -> (Request<Full<Bytes>>, String) {
    let at = random.of(&KINDS);
    let namespaces = ["/namespaces/default"; 8];
    let namespace = random.of(&[&namespaces[..], &["/namespaces/b", "/namespaces/%20", ""]].concat());
    let namespace = if at.3 != (random.below(9) == 0) { namespace } else { "" };
    let mut url = format!("{}{namespace}/{}", base(if at.1 == "Eviction" { "v1" } else { at.0 }), at.2);
    let methods = [
        "GET", "POST", "POST", "POST", "PUT", "PUT", "PATCH", "PATCH", "PATCH", "PATCH", "DELETE", "HEAD",
        "OPTIONS", "X",
    ];
    let method = random.of(&methods);
    if at.1 == "Eviction" {
        url += "/a/eviction";
    } else if (method != "POST") == (random.below(9) > 0) {
        let name = if at.1 == "CustomResourceDefinition" { "others.example.com" } else { random.of(&NAMES) };
        let _ = write!(url, "/{name}{}", random.of(&SUBRESOURCES));
    }
    let queries = random.below(5).saturating_sub(2);
    let mut queries: Vec<&str> = (0..queries).map(|_| random.of(&QUERIES)).collect();
    let media = match (method, random.below(9)) {
        (_, 0) => random.of(&MEDIA),
        ("PATCH", _) => random.of(&MEDIA[3..7]),
        _ => "application/json",
    };
    if media.contains("apply") && random.below(5) > 0 {
        queries.push("fieldManager=m");
    }
    let accept = if random.below(3) == 0 { random.of(&ACCEPTS) } else { "" };
    let kind = if random.below(6) == 0 { random.of(&KINDS) } else { at };
    let body = if method == "DELETE" && random.below(3) > 0 {
        b"{\"propagationPolicy\":\"Foreground\"}".to_vec()
    } else {
        body(random, media, kind)
    };
    let query = queries.join("&");
    let shown = format!("{method} {url}?{query} {media} {accept} {}", String::from_utf8_lossy(&body));
    let request = Request::builder().method(method).uri(format!("{url}?{query}"));
    let request = request.header("content-type", media).header("accept", accept);
    (request.body(Full::new(Bytes::from(body))).unwrap(), shown)
}

#[tokio::test]
async fn whatever_comes_is_answered_and_every_refusal_says_why() {
    let samples = std::env::var("CRDC_SAMPLES").ok().and_then(|text| text.parse::<u64>().ok()).unwrap_or(1);
    let mut written = 0;
    for seed in 0..2 * samples {
        let (server, mut random) = (builder().time(1_000_000_000).start().unwrap(), Random(seed));
        for kind in KINDS {
            let namespace = if kind.3 { "/namespaces/default" } else { "" };
            let url = format!("{}{namespace}/{}", base(kind.0), kind.2);
            let body = object(&mut random, kind).to_string();
            ask(&server, Request::builder().method("POST").uri(url).body(Full::from(body)).unwrap()).await;
        }
        for _ in 0..300 {
            let (request, shown) = request(&mut random);
            let is_head = shown.starts_with("HEAD");
            let (code, media, body) = ask(&server, request).await;
            let shown = || format!("seed {seed}: {shown}\n{code} {}", String::from_utf8_lossy(&body));
            if media != "application/json" {
                assert!(code == 404 && media.starts_with("text/plain") || is_head, "{}", shown());
                continue;
            }
            let Ok(answer) = serde_json::from_slice::<Value>(&body) else {
                // Objects may nest deeper than this reader does.
                assert!(
                    code < 300 && body.windows(20).any(|part| part.starts_with(b"{\"a\":[{\"a\":[{\"a\":[")),
                    "{}",
                    shown()
                );
                continue;
            };
            if code >= 400 {
                assert_eq!(
                    (&answer["kind"], &answer["status"], &answer["code"]),
                    (&json!("Status"), &json!("Failure"), &json!(code)),
                    "{}",
                    shown()
                );
                assert!(answer["message"].as_str().is_some_and(|message| !message.is_empty()), "{}", shown());
                let message = answer["message"].as_str().unwrap_or_default();
                let is_said_by_servers = KNOWN.iter().any(|known| message.contains(known));
                assert!(code != 500 || is_said_by_servers, "{}", shown());
            }
        }
        written += server.version();
        // What is stored can be listed and deleted.
        for (api_version, _, plural, _) in &KINDS[..16] {
            let base = base(api_version);
            for (method, namespace) in [("GET", ""), ("DELETE", "/namespaces/default"), ("DELETE", "")] {
                let url = format!("{base}{namespace}/{plural}");
                let request = Request::builder().method(method).uri(&url).body(Full::default()).unwrap();
                let (code, _, body) = ask(&server, request).await;
                let is_kept = *plural == "namespaces" && method == "DELETE" && code == 405;
                let shown = String::from_utf8_lossy(&body);
                assert!(matches!(code, 200 | 404) || is_kept, "seed {seed}: {method} {url}: {shown}");
            }
        }
    }
    assert!(written > 40 * samples, "few requests wrote something: {written}");
}

/// A webhook for everything, whose answers to the reviews of admission and conversion are spoilt.
fn spoilt(seed: u64) -> Router {
    let random = Arc::new(Mutex::new(Random(seed)));
    Router::new().fallback(move |body: Bytes| {
        let mut random = random.lock().unwrap();
        let review: Value = serde_json::from_slice(&body).unwrap();
        let request = &review["request"];
        let operations = json!([{"op": "add", "path": "/metadata/annotations", "value": strange(&mut random)},
            {"op": random.of(&["add", "copy", "x"]), "from": "", "path": "/spec/x", "value": strange(&mut random)}]);
        let mut objects = request["objects"].clone();
        for object in objects.as_array_mut().into_iter().flatten() {
            object["apiVersion"] = request["desiredAPIVersion"].clone();
            if random.below(2) == 0 {
                spoil(&mut random, object);
            }
        }
        let patch = STANDARD.encode(operations.to_string());
        let response = json!({"uid": request["uid"], "allowed": true, "patchType": "JSONPatch", "patch": patch, "warnings": ["a\nb\u{0}é\""],
            "status": {"code": 9, "message": "no", "details": {"causes": [{"reason": "x"}]}},
            "result": {"status": "Success"}, "convertedObjects": objects});
        let mut answer =
            json!({"apiVersion": review["apiVersion"], "kind": review["kind"], "response": response});
        if random.below(2) == 0 {
            spoil(&mut random, &mut answer);
        }
        let mut text = answer.to_string().into_bytes();
        if random.below(9) == 0 {
            text.truncate(random.below(text.len()));
        }
        let code = http::StatusCode::from_u16(random.of(&[200, 200, 200, 200, 204, 404, 500, 302])).unwrap();
        async move { (code, text) }
    })
}

#[tokio::test]
async fn whatever_a_webhook_answers_the_client_is_told() {
    let samples = std::env::var("CRDC_SAMPLES").ok().and_then(|text| text.parse::<u64>().ok()).unwrap_or(1);
    let versions = ["v1", "v2"].map(|name| {
        json!({"name": name, "served": true, "storage": name == "v1",
            "schema": {"openAPIV3Schema": {"type": "object", "x-kubernetes-preserve-unknown-fields": true}}})
    });
    let client = json!({"service": {"namespace": "default", "name": "hook"}});
    let conversion = json!({"strategy": "Webhook", "webhook": {"clientConfig": client, "conversionReviewVersions": ["v1"]}});
    let definition = json!({"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "metadata": {"name": "hosts.example.com"},
        "spec": {"group": "example.com", "scope": "Cluster", "versions": versions, "conversion": conversion,
            "names": {"plural": "hosts", "singular": "host", "kind": "Host"}}});
    let rules = json!([{"apiGroups": ["example.com"], "apiVersions": ["*"], "operations": ["*"], "resources": ["*"]}]);
    let hook = json!({"name": "a.example.com", "clientConfig": client, "rules": rules, "sideEffects": "None", "admissionReviewVersions": ["v1"]});
    let base = "/apis/example.com";
    for seed in 0..2 * samples {
        let server = TestServer::new().crd_text(definition.to_string()).start().unwrap();
        server.webhook_service("default/hook", spoilt(seed));
        let mut random = Random(seed);
        for kind in ["MutatingWebhookConfiguration", "ValidatingWebhookConfiguration"] {
            let body = json!({"metadata": {"name": "a"}, "webhooks": [hook]}).to_string();
            let url = format!("/apis/admissionregistration.k8s.io/v1/{}s", kind.to_lowercase());
            let request = Request::builder().method("POST").uri(url).body(Full::from(body)).unwrap();
            assert_eq!(ask(&server, request).await.0, 201);
        }
        for _ in 0..40 {
            let (method, name) = random.of(&[
                ("POST", ""),
                ("PUT", "/a"),
                ("PATCH", "/a"),
                ("DELETE", "/a"),
                ("GET", "/a"),
                ("GET", ""),
            ]);
            let version = random.of(&["v1", "v2"]);
            let object = json!({"apiVersion": format!("example.com/{version}"), "kind": "Host", "metadata": {"name": "a"}, "spec": {"a": 1}});
            let media = if method == "PATCH" { "application/merge-patch+json" } else { "application/json" };
            let body = if method == "DELETE" { String::new() } else { object.to_string() };
            let request = Request::builder().method(method).uri(format!("{base}/{version}/hosts{name}"));
            let request = request.header("content-type", media).body(Full::from(body)).unwrap();
            let (code, _, body) = ask(&server, request).await;
            let shown = format!("seed {seed}: {method} {name} {code} {}", String::from_utf8_lossy(&body));
            if code >= 400 {
                let answer: Value = serde_json::from_slice(&body).expect(&shown);
                assert_eq!((&answer["kind"], &answer["code"]), (&json!("Status"), &json!(code)), "{shown}");
                assert!(!answer["message"].as_str().unwrap().contains("panic"), "{shown}");
            }
        }
    }
}
