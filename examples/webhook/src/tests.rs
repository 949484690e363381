#![allow(clippy::unwrap_used)]

use serde_json::json;

use crate::hook::webhook;
use crate::server::{Asked, Running, shown};

#[tokio::test]
async fn the_webhook_answers_without_a_cluster() {
    let running = Running::start(webhook()).await.unwrap();
    let disk = json!({"engine": "postgres", "storage": "Disk", "disk": {"size": "1Gi"}});
    let answer = async |path, asked| shown(&running.ask(path, &asked).await.unwrap());
    assert_eq!(answer("/validate", Asked::create(&disk)).await, "allowed");
    let other = json!({"engine": "mysql", "storage": "Disk"});
    assert_eq!(
        answer("/validate", Asked::update(&disk, &other)).await,
        "refused with 400: Database.shop.example.com \"a\" cannot be updated: spec.engine: Invalid value: \"mysql\": field is immutable"
    );
    let bucket =
        json!({"engine": "postgres", "storage": "Bucket", "disk": {"size": "1Gi"}, "bucket": {"name": "b"}});
    assert_eq!(
        answer("/mutate", Asked::update(&disk, &bucket)).await,
        r#"allowed, with [{"op":"remove","path":"/spec/disk"}]"#
    );
    let even = json!({"engine": "postgres", "replicas": 2});
    assert_eq!(
        answer("/validate", Asked::create(&even)).await,
        "refused with 403: 2 replicas have no majority"
    );
    assert_eq!(answer("/validate", Asked::delete(&even)).await, "allowed");
    running.stop().await.unwrap();
}
