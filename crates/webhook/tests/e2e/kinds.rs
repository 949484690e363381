//! Operations, subresources, versions of reviews, and what is not for this webhook.

use std::sync::Arc;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use crdc_webhook::{Crds, Limits, Only, Webhook};
use serde_json::{Value, json};

use super::client::Client;
use super::crds::databases;
use super::running::{DEADLINE, Running, review};

pub(crate) fn database(spec: Value) -> Value {
    json!({"apiVersion": "example.com/v1", "kind": "Database", "metadata": {"name": "a", "namespace": "default",
        "resourceVersion": "7", "uid": "3d6f6a1e-5c1f-4b5e-9d0f-6a3c7a1f2b10", "generation": 1}, "spec": spec})
}

pub(crate) fn webhook(only: Only) -> Webhook {
    let mut limits = Limits::default();
    (limits.timeout, limits.body_timeout) = (DEADLINE, DEADLINE);
    Webhook::new().crds(Arc::new(Crds::new(databases()))).only(only).limits(limits)
}

pub(crate) async fn ask(client: &Client, path: &str, review: &Value) -> Value {
    let got = client.post(path, review.to_string()).await;
    assert_eq!(got.code, 200, "{}", got.body);
    serde_json::from_str::<Value>(&got.body).unwrap()["response"].take()
}

/// The operations of a patch.
pub(crate) fn patch(response: &Value) -> Value {
    assert_eq!(response["allowed"], true, "{response}");
    match response["patch"].as_str() {
        Some(patch) => serde_json::from_slice(&STANDARD.decode(patch).unwrap()).unwrap(),
        None => Value::Null,
    }
}

#[tokio::test]
async fn only_extensions_leaves_the_rest_to_the_server() {
    let running = Running::start(webhook(Only::Extensions)).await;
    let client = &running.client;
    let old = database(json!({"engine": "pg", "replicas": 3, "storage": "Disk", "disk": {"size": "1Gi"}}));
    // Another field that this webhook does not know, and too many replicas: both are the server's.
    let mut new = old.clone();
    (new["spec"]["replicas"], new["spec"]["fresh"]) = (json!(99), json!({"a": 1}));
    let update = review("UPDATE", "databases", &new, &old);
    assert_eq!(ask(client, "/validate", &update).await["allowed"], true);
    assert_eq!(patch(&ask(client, "/mutate", &update).await), Value::Null);

    new["spec"]["engine"] = json!("mysql");
    let refused = ask(client, "/validate", &review("UPDATE", "databases", &new, &old)).await;
    assert_eq!(refused["allowed"], false);
    assert_eq!(
        refused["status"],
        json!({"kind": "Status", "apiVersion": "v1", "metadata": {}, "status": "Failure", "reason": "BadRequest", "code": 400,
            "message": "Database.example.com \"a\" cannot be updated: spec.engine: Invalid value: \"mysql\": field is immutable",
            "details": {"name": "a", "group": "example.com", "kind": "Database", "causes": [
                {"reason": "FieldValueInvalid", "message": "Invalid value: \"mysql\": field is immutable", "field": "spec.engine"}]}})
    );

    // The discriminator changes: the other member is cleared, and nothing else happens to the object.
    new["spec"]["engine"] = json!("pg");
    (new["spec"]["storage"], new["spec"]["bucket"]) = (json!("Bucket"), json!({"name": "b"}));
    let changed = ask(client, "/mutate", &review("UPDATE", "databases", &new, &old)).await;
    assert_eq!(patch(&changed), json!([{"op": "remove", "path": "/spec/disk"}]));

    let text = running.operations.get("/metrics").await.body;
    let count = |verdict: &str| {
        format!(
            r#"review_seconds_count{{endpoint="validate",resource="databases.example.com",operation="UPDATE",verdict="{verdict}"}} 1"#
        )
    };
    for verdict in ["Allowed", "Refused"] {
        assert!(text.contains(&count(verdict)), "{text}");
    }
    running.end().await;
}

#[tokio::test]
async fn all_is_a_second_opinion() {
    let running = Running::start(webhook(Only::All)).await;
    let client = &running.client;
    let new = database(json!({"engine": "pg", "replicas": 99, "fresh": 1}));
    let refused = ask(client, "/validate", &review("CREATE", "databases", &new, &Value::Null)).await;
    assert_eq!((&refused["allowed"], &refused["status"]["code"]), (&json!(false), &json!(422)));
    assert_eq!(refused["status"]["details"]["causes"][0]["field"], "spec.replicas");
    assert_eq!(refused["warnings"], json!(["unknown field \"spec.fresh\""]));
    let changed = ask(client, "/mutate", &review("CREATE", "databases", &new, &Value::Null)).await;
    let expected = json!([{"op": "remove", "path": "/spec/fresh"}, {"op": "add", "path": "/spec/storage", "value": "Disk"}]);
    assert_eq!(patch(&changed), expected);
    // The value was too large before, so it may stay.
    let old = new.clone();
    let mut new = old.clone();
    new["spec"]["disk"] = json!({"size": "1"});
    let allowed = ask(client, "/validate", &review("UPDATE", "databases", &new, &old)).await;
    assert_eq!(allowed["allowed"], true, "{allowed}");
    assert!(running.metrics.to_text().contains("crdc_webhook_ratcheted_errors_total 1"));
    running.end().await;
}

#[tokio::test]
async fn deletions_and_connections_pass() {
    let running = Running::start(webhook(Only::All)).await;
    // An object that no create would accept can be deleted.
    let old = database(json!({"replicas": -1}));
    for (operation, new, old) in [("DELETE", Value::Null, old.clone()), ("CONNECT", old, Value::Null)] {
        let mut review = review(operation, "databases", &new, &old);
        if operation == "DELETE" {
            review["request"]["object"] = Value::Null;
        }
        for path in ["/validate", "/mutate"] {
            let response = ask(&running.client, path, &review).await;
            assert_eq!(response, json!({"uid": "705ab4f5-6393-11e8-b7cc-42010a800002", "allowed": true}));
        }
    }
    running.end().await;
}

#[tokio::test]
async fn subresources_are_known() {
    let running = Running::start(webhook(Only::All)).await;
    let client = &running.client;
    let old = database(json!({"engine": "pg", "replicas": 1, "storage": "Disk"}));
    let mut new = old.clone();
    // Of a status update, the rest of the object does not count.
    (new["status"], new["spec"]) = (json!({"phase": "Lost", "fresh": 1}), json!({"replicas": 99}));
    let mut status = review("UPDATE", "databases", &new, &old);
    status["request"]["subResource"] = json!("status");
    let refused = ask(client, "/validate", &status).await;
    assert_eq!(refused["status"]["details"]["causes"].as_array().unwrap().len(), 1, "{refused}");
    assert_eq!(refused["status"]["details"]["causes"][0]["field"], "status.phase");
    assert_eq!(
        patch(&ask(client, "/mutate", &status).await),
        json!([{"op": "remove", "path": "/status/fresh"}])
    );

    let scale = |replicas: i32| {
        json!({"apiVersion": "autoscaling/v1", "kind": "Scale", "metadata": {"name": "a", "namespace": "default"},
            "spec": {"replicas": replicas}, "status": {"replicas": 1}})
    };
    let scaled = |replicas: i32| {
        let mut made = review("UPDATE", "databases", &scale(replicas), &scale(1));
        made["request"]["resource"] =
            json!({"group": "example.com", "version": "v1", "resource": "databases"});
        made["request"]["subResource"] = json!("scale");
        made
    };
    let refused = ask(client, "/validate", &scaled(6)).await;
    assert_eq!(refused["status"]["details"]["causes"][0]["field"], "spec.replicas", "{refused}");
    assert_eq!(ask(client, "/validate", &scaled(5)).await["allowed"], true);
    assert_eq!(patch(&ask(client, "/mutate", &scaled(5)).await), Value::Null);
    running.end().await;
}

#[tokio::test]
async fn answers_are_in_kind() {
    let running = Running::start(webhook(Only::Extensions)).await;
    let mut review = review("CREATE", "databases", &database(json!({"engine": "pg"})), &Value::Null);
    for version in ["admission.k8s.io/v1", "admission.k8s.io/v1beta1"] {
        review["apiVersion"] = version.into();
        let got = running.client.post("/validate", review.to_string()).await;
        let answer: Value = serde_json::from_str(&got.body).unwrap();
        assert_eq!((&answer["apiVersion"], &answer["kind"]), (&json!(version), &json!("AdmissionReview")));
        assert_eq!(answer["response"]["uid"], review["request"]["uid"]);
    }
    review["apiVersion"] = "admission.k8s.io/v2".into();
    assert_eq!(running.client.post("/validate", review.to_string()).await.code, 400);
    running.end().await;
}

#[tokio::test]
async fn unknown_resources_are_the_failure_policys() {
    let running = Running::start(webhook(Only::Extensions)).await;
    let review = review("CREATE", "caches", &database(json!({"engine": "pg"})), &Value::Null);
    for path in ["/validate", "/mutate"] {
        let got = running.client.post(path, review.to_string()).await;
        assert_eq!(
            (got.code, got.body.as_str()),
            (404, "the webhook has no rules for caches of example.com/v1\n")
        );
    }
    running.end().await;
}
