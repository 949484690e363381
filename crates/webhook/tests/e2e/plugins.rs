//! Validators, mutators and endpoints of users.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use bytes::Bytes;
use crdc::Status;
use crdc_webhook::{
    Attributes, Call, Denial, Endpoint, GroupVersionResource, HttpError, Only, Refusal, Validator, Webhook,
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::kinds::{ask, database, patch, webhook};
use super::running::{Running, review};

/// What one mutator knows of a database.
#[derive(Clone, Serialize, Deserialize)]
struct Database {
    spec: Spec,
}

#[derive(Clone, Serialize, Deserialize)]
struct Spec {
    engine: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    storage: Option<String>,
}

async fn to_bucket(call: Call) -> Result<Option<Bytes>, Denial> {
    let before: Database = call.object_as()?;
    let mut after = before.clone();
    after.spec.storage = Some("Bucket".into());
    call.warn("moved to a bucket");
    call.annotate("storage", "Bucket");
    call.change(&before, &after).map(Some)
}

async fn name_bucket(call: Call) -> Result<Option<Bytes>, Denial> {
    // A tree of values is as good, for who wants one.
    let mut object: Value = call.object_as()?;
    assert_eq!(object["spec"]["storage"], "Bucket", "the first mutator ran before");
    object["spec"]["bucket"] = json!({"name": "b"});
    Ok(Some(object.to_string().into()))
}

#[tokio::test]
async fn mutators_run_in_order_and_normalization_follows() {
    let hook = webhook(Only::Extensions).mutator("to-bucket", to_bucket).mutator("name-bucket", name_bucket);
    let running = Running::start(hook).await;
    let old = database(
        json!({"engine": "pg", "storage": "Disk", "disk": {"size": "1"}, "fresh": [1.50, {"a": null}]}),
    );
    let response = ask(&running.client, "/mutate", &review("UPDATE", "databases", &old, &old)).await;
    assert_eq!(
        patch(&response),
        json!([{"op": "remove", "path": "/spec/disk"}, {"op": "add", "path": "/spec/bucket", "value": {"name": "b"}},
            {"op": "replace", "path": "/spec/storage", "value": "Bucket"}])
        .as_array()
        .map(|all| Value::Array(in_order_of(&patch(&response), all)))
        .unwrap()
    );
    assert_eq!(response["warnings"], json!(["moved to a bucket"]));
    assert_eq!(response["auditAnnotations"], json!({"to-bucket.storage": "Bucket"}));
    running.end().await;
}

/// The same operations in the order of another list: they touch different members.
fn in_order_of(order: &Value, all: &[Value]) -> Vec<Value> {
    let place = |operation: &Value| order.as_array().unwrap().iter().position(|other| other == operation);
    let mut sorted = all.to_vec();
    sorted.sort_by_key(|operation| place(operation).unwrap_or(usize::MAX));
    sorted
}

/// Refuses a user, and counts the requests that it sees.
struct NotBob(Arc<AtomicUsize>);

impl Validator for NotBob {
    fn name(&self) -> &str {
        "not-bob"
    }

    fn validate(&self, attributes: &Attributes<'_>) -> Result<(), Refusal> {
        if attributes.is_dry_run() {
            return Ok(());
        }
        self.0.fetch_add(1, Ordering::Relaxed);
        match attributes.user().username.as_str() {
            "bob" => Err(Refusal::from(Status::new(403, "Forbidden", "not for bob"))),
            _ => Ok(()),
        }
    }
}

#[tokio::test]
async fn validators_are_beside_ours() {
    let seen = Arc::new(AtomicUsize::new(0));
    let hook = webhook(Only::Extensions).validator("not-bob", NotBob(Arc::clone(&seen))).validator(
        "engine",
        |call: Call| async move {
            let database: Database = call.object_as()?;
            let known = ["pg", "mysql"].contains(&database.spec.engine.as_str());
            if known { Ok(()) } else { Err(Denial::new(422, "Invalid", "unknown engine")) }
        },
    );
    let running = Running::start(hook).await;
    let object = database(json!({"engine": "pg"}));
    let mut sent = review("CREATE", "databases", &object, &Value::Null);
    assert_eq!(ask(&running.client, "/validate", &sent).await["allowed"], true);
    sent["request"]["userInfo"]["username"] = json!("bob");
    sent["request"]["object"]["spec"]["engine"] = json!("db2");
    let refused = ask(&running.client, "/validate", &sent).await;
    assert_eq!(refused["status"]["message"], "not for bob; unknown engine");
    assert_eq!(refused["status"]["code"], 403);
    sent["request"]["dryRun"] = json!(true);
    let refused = ask(&running.client, "/validate", &sent).await;
    assert_eq!(
        (&refused["status"]["message"], &refused["status"]["code"]),
        (&json!("unknown engine"), &json!(422))
    );
    assert_eq!(seen.load(Ordering::Relaxed), 2);
    running.end().await;
}

/// Answers anything with its length.
struct Length;

impl Endpoint for Length {
    fn name(&self) -> &'static str {
        "length"
    }

    async fn answer(&self, body: Bytes) -> Result<Vec<u8>, HttpError> {
        Ok(body.len().to_string().into_bytes())
    }
}

#[tokio::test]
async fn a_webhook_is_plugins_alone_and_panics_are_counted() {
    let databases = GroupVersionResource::new("example.com", "v1", "databases");
    let hook =
        Webhook::new().endpoint("/length", Length).validator_for(databases, "all", |call: Call| async move {
            let name = call.request().name().to_owned();
            if name == "a" { panic!("the object is secret") } else { Ok(()) }
        });
    let running = Running::start(hook).await;
    assert_eq!(running.client.post("/length", "[1,2]").await.body, "5");
    let mut sent = review("CREATE", "databases", &database(json!({})), &Value::Null);
    let got = running.client.post("/validate", sent.to_string()).await;
    assert_eq!((got.code, got.body.as_str()), (500, "internal error\n"));
    (sent["request"]["name"], sent["request"]["object"]["metadata"]["name"]) = (json!("b"), json!("b"));
    assert_eq!(ask(&running.client, "/validate", &sent).await["allowed"], true);
    assert_eq!(running.metrics.panics(), 1);
    running.end().await;
}
