//! The webhook of docs/derive.md: what it answers, without a server and without TLS.

#![allow(clippy::unwrap_used, dead_code)]

#[path = "../examples/webhook.rs"]
mod program;

use bytes::Bytes;
use crdc::{Rules, typed::Scratch};
use crdc_webhook::{Attributes, GroupVersionResource, Webhook, validator_fn};
use http::{Request, header::CONTENT_TYPE};
use http_body_util::{BodyExt, Full};
use operator::Backup;
use serde_json::{Value, json};
use tower::ServiceExt;

fn backup() -> Value {
    json!({"apiVersion": "example.com/v1", "kind": "Backup", "metadata": {"name": "orders", "namespace": "shop"}, "spec": {
        "database": "orders", "schedule": "0 3 * * *", "storage": {"type": "Discard"},
        "workspace": {"storageClass": "fast", "size": "1Gi"}, "retention": {"daily": 7, "weekly": 0}, "keys": []}})
}

/// A backup with another value at a path.
fn with(path: &str, value: Value) -> Value {
    let mut changed = backup();
    *changed.pointer_mut(path).unwrap() = value;
    changed
}

async fn ask(webhook: Webhook, path: &str, object: &Value, old: &Value) -> Value {
    let kind = json!({"group": "example.com", "version": "v1", "kind": "Backup"});
    let resource = json!({"group": "example.com", "version": "v1", "resource": "backups"});
    let operation = if old.is_null() { "CREATE" } else { "UPDATE" };
    let review = json!({"apiVersion": "admission.k8s.io/v1", "kind": "AdmissionReview", "request": {
        "uid": "1", "kind": kind, "resource": resource, "requestKind": kind, "requestResource": resource,
        "name": "orders", "namespace": "shop", "operation": operation, "userInfo": {"username": "bob"},
        "object": object, "oldObject": old, "dryRun": false, "options": null}});
    let body = Full::new(Bytes::from(review.to_string()));
    let request = Request::post(path).header(CONTENT_TYPE, "application/json").body(body).unwrap();
    let response = webhook.router().oneshot(request).await.unwrap();
    let answer = response.into_body().collect().await.unwrap().to_bytes();
    serde_json::from_slice::<Value>(&answer).unwrap()["response"].take()
}

#[tokio::test]
async fn errors_of_a_value_are_those_of_its_object() {
    let accepted = ask(program::webhook(), "/validate", &backup(), &Value::Null).await;
    assert_eq!(accepted["allowed"], true, "{accepted}");

    let moved = with("/spec/database", json!("invoices"));
    let refused = ask(program::webhook(), "/validate", &moved, &backup()).await;
    assert_eq!(
        refused["status"],
        json!({"kind": "Status", "apiVersion": "v1", "metadata": {}, "status": "Failure", "reason": "BadRequest", "code": 400,
            "message": "Backup.example.com \"orders\" cannot be updated: spec.database: Invalid value: \"invoices\": field is immutable",
            "details": {"name": "orders", "group": "example.com", "kind": "Backup", "causes": [
                {"reason": "FieldValueInvalid", "message": "Invalid value: \"invoices\": field is immutable", "field": "spec.database"}]}})
    );

    let short = with("/spec/schedule", json!("daily"));
    let refused = ask(program::webhook(), "/validate", &short, &Value::Null).await;
    assert_eq!(refused["status"]["code"], 422);
    assert_eq!(
        refused["status"]["message"],
        "Backup.example.com \"orders\" is invalid: spec.schedule: Invalid value: \"daily\": spec.schedule in body should be at least \
         9 chars long"
    );
    assert_eq!(refused["status"]["details"]["kind"], "Backup");
    // What the stored object has already is set aside, as by a server.
    let other = with("/spec/retention/daily", json!(8));
    let mut stored = short.clone();
    let mut new = other.clone();
    (stored["spec"]["schedule"], new["spec"]["schedule"]) = (json!("daily"), json!("daily"));
    assert_eq!(ask(program::webhook(), "/validate", &new, &stored).await["allowed"], true);
}

#[tokio::test]
async fn normalization_is_a_patch() {
    let mut moved = backup();
    moved["spec"]["description"] = json!("");
    let answer = ask(program::webhook(), "/mutate", &moved, &backup()).await;
    assert_eq!(answer["allowed"], true, "{answer}");
    assert!(answer["patch"].is_string(), "{answer}");
}

#[tokio::test]
async fn a_plugin_of_a_chain_refuses_with_a_question_mark_too() {
    let checked = validator_fn("checked", |attributes: &Attributes<'_>| {
        let Some(object) = attributes.object() else { return Ok(()) };
        let new: Backup = serde_json::from_slice(object.bytes()).unwrap();
        new.spec.validate_create(&mut Scratch::new())?;
        Ok(())
    });
    let backups = GroupVersionResource::new("example.com", "v1", "backups");
    let webhook = Webhook::new().validator_for(backups, "checked", checked);
    let short = with("/spec/schedule", json!("daily"));
    let refused = ask(webhook, "/validate", &short, &Value::Null).await;
    let message = refused["status"]["message"].as_str().unwrap();
    assert!(message.starts_with("Backup.example.com \"orders\" is invalid: spec.schedule: "), "{message}");
}

#[tokio::test]
async fn a_closure_refuses_with_a_question_mark() {
    let backups = GroupVersionResource::new("example.com", "v1", "backups");
    let webhook = Webhook::new().validator_for(backups, "checked", |_, new: Backup| async move {
        new.spec.validate_create(&mut Scratch::new())?;
        Ok(())
    });
    let refused = ask(webhook, "/validate", &with("/spec/retention/daily", json!(0)), &Value::Null).await;
    assert_eq!(refused["status"]["details"]["causes"][0]["field"], "spec.retention.daily");
}

#[test]
fn the_page_has_this_program() {
    let (_, program) = include_str!("../examples/webhook.rs").split_once("\n\n").unwrap();
    let page = include_str!("../../../docs/derive.md");
    assert!(
        page.contains(&format!("```rust,ignore\n{program}```\n")),
        "examples/webhook.rs is not in the page"
    );
}
