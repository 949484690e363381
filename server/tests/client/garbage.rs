//! What becomes of dependents, by the policy of a deletion.
// kubernetes: pkg/controller/garbagecollector

use http::Method;
use serde_json::{Value, json};

use crate::native::Native;

const MAPS: &str = "/api/v1/namespaces/default/configmaps";

/// Who owns an object: name and uid of a ConfigMap, and whether it blocks that one's deletion.
fn owner(of: &Value, blocks: bool) -> Value {
    json!({"apiVersion": "v1", "kind": "ConfigMap", "name": of["metadata"]["name"], "uid": of["metadata"]["uid"],
        "blockOwnerDeletion": blocks})
}

async fn map(native: &Native, name: &str, metadata: Value) -> Value {
    let mut metadata = metadata;
    metadata["name"] = json!(name);
    native.create(MAPS, json!({"metadata": metadata})).await
}

async fn delete(native: &Native, name: &str, options: Value) -> Value {
    native.ask(Method::DELETE, &format!("{MAPS}/{name}"), "application/json", &options).await.unwrap()
}

/// The names of all ConfigMaps.
async fn names(native: &Native) -> Vec<String> {
    let all = native.get(MAPS).await;
    let name = |item: &Value| item["metadata"]["name"].as_str().unwrap().to_owned();
    all["items"].as_array().unwrap().iter().map(name).collect()
}

async fn finish(native: &Native, name: &str) {
    native.patch(&format!("{MAPS}/{name}"), json!({"metadata": {"finalizers": null}})).await;
}

#[tokio::test]
async fn an_owner_deleted_in_the_foreground_waits_for_what_blocks_it() {
    let native = Native::start();
    let top = map(&native, "top", json!({})).await;
    let held = json!({"ownerReferences": [owner(&top, true)], "finalizers": ["example.com/wait"]});
    let held = map(&native, "held", held).await;
    map(&native, "below", json!({"ownerReferences": [owner(&held, true)]})).await;
    let free = json!({"ownerReferences": [owner(&top, false)], "finalizers": ["example.com/wait"]});
    map(&native, "free", free).await;
    let waiting = delete(&native, "top", json!({"propagationPolicy": "Foreground"})).await;
    assert_eq!(waiting["metadata"]["finalizers"], json!(["foregroundDeletion"]));
    assert!(waiting["metadata"]["deletionTimestamp"].is_string());
    // What has no finalizer is gone; what has dependents waits for them as well.
    assert_eq!(names(&native).await, ["free", "held", "top"]);
    finish(&native, "held").await;
    assert_eq!(names(&native).await, ["free"]);
    finish(&native, "free").await;
    assert!(names(&native).await.is_empty());
}

#[tokio::test]
async fn orphans_lose_their_owner_and_stay() {
    let native = Native::start();
    let (one, two) = (map(&native, "one", json!({})).await, map(&native, "two", json!({})).await);
    let owners = json!({"ownerReferences": [owner(&one, true), owner(&two, false)]});
    map(&native, "both", owners).await;
    map(&native, "only", json!({"ownerReferences": [owner(&one, true)]})).await;
    delete(&native, "one", json!({"propagationPolicy": "Orphan"})).await;
    assert_eq!(names(&native).await, ["both", "only", "two"]);
    let both = native.get(&format!("{MAPS}/both")).await;
    assert_eq!(both["metadata"]["ownerReferences"], json!([owner(&two, false)]));
    assert_eq!(native.get(&format!("{MAPS}/only")).await["metadata"]["ownerReferences"], Value::Null);
    // Deleted in the background, the last owner takes its dependents along.
    delete(&native, "two", json!({})).await;
    assert_eq!(names(&native).await, ["only"]);
}

#[tokio::test]
async fn an_owner_that_is_gone_is_taken_off_those_that_have_another() {
    let native = Native::start();
    let (one, two) = (map(&native, "one", json!({})).await, map(&native, "two", json!({})).await);
    map(&native, "both", json!({"ownerReferences": [owner(&one, true), owner(&two, true)]})).await;
    delete(&native, "one", json!({"propagationPolicy": "Foreground"})).await;
    assert_eq!(names(&native).await, ["both", "two"]);
    let both = native.get(&format!("{MAPS}/both")).await;
    assert_eq!(both["metadata"]["ownerReferences"], json!([owner(&two, true)]));
}

#[tokio::test]
async fn the_default_policy_is_that_of_the_kind() {
    let native = Native::start();
    let jobs = "/apis/batch/v1/namespaces/default/jobs";
    let template = json!({"spec": {"restartPolicy": "Never", "containers": [{"name": "c", "image": "i"}]}});
    for (name, query, left) in [("a", "", vec!["a"]), ("b", "?propagationPolicy=Background", vec!["a"])] {
        let job =
            native.create(jobs, json!({"metadata": {"name": name}, "spec": {"template": template}})).await;
        let owner =
            json!({"apiVersion": "batch/v1", "kind": "Job", "name": name, "uid": job["metadata"]["uid"]});
        map(&native, name, json!({"ownerReferences": [owner]})).await;
        let path = format!("{jobs}/{name}{query}");
        // Without a body, the query has the options.
        let request = http::Request::builder().method(Method::DELETE).uri(&path).body(Vec::new()).unwrap();
        let _: Value = native.client.request(request).await.unwrap();
        assert_eq!(names(&native).await, left, "{name}");
    }
}
