//! What becomes of dependents, by the policy of a deletion.
// kubernetes: pkg/controller/garbagecollector

use std::sync::atomic::{AtomicU32, Ordering};

use crdc_admission::{Attributes, Mutator, Object, Operation, Refusal};
use crdc_server::TestServer;
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

async fn own(native: &Native, name: &str, owners: Value) -> Value {
    let patch = json!({"metadata": {"ownerReferences": owners}});
    let media = "application/merge-patch+json";
    native.ask(Method::PATCH, &format!("{MAPS}/{name}"), media, &patch).await.unwrap()
}

#[tokio::test]
async fn owners_in_a_circle_go_whatever_the_policy() {
    for policy in ["Foreground", "Background", "Orphan"] {
        let native = Native::start();
        let one = map(&native, "one", json!({})).await;
        let two = map(&native, "two", json!({"ownerReferences": [owner(&one, true)]})).await;
        let three = map(&native, "three", json!({"ownerReferences": [owner(&two, true)]})).await;
        own(&native, "one", json!([owner(&three, true)])).await;
        delete(&native, "one", json!({"propagationPolicy": policy})).await;
        let left: &[&str] = if policy == "Orphan" { &["three", "two"] } else { &[] };
        assert_eq!(names(&native).await, left, "{policy}");
    }
}

#[tokio::test]
async fn what_names_an_owner_that_is_gone_goes() {
    let native = Native::start();
    let (gone, other) = (map(&native, "gone", json!({})).await, map(&native, "other", json!({})).await);
    delete(&native, "gone", json!({})).await;
    map(&native, "late", json!({"ownerReferences": [owner(&gone, true)]})).await;
    let both = json!({"ownerReferences": [owner(&gone, true), owner(&other, true)]});
    map(&native, "both", both).await;
    map(&native, "free", json!({})).await;
    assert_eq!(names(&native).await, ["both", "free", "other"]);
    let both = native.get(&format!("{MAPS}/both")).await;
    assert_eq!(both["metadata"]["ownerReferences"], json!([owner(&other, true)]));
    own(&native, "free", json!([owner(&gone, false)])).await;
    assert_eq!(names(&native).await, ["both", "other"]);
    // Of an owner that was never there, nobody knows that it is gone.
    let never = json!({"metadata": {"name": "never", "uid": "5f0c7d0e-0000-4000-8000-000000000000"}});
    map(&native, "stays", json!({"ownerReferences": [owner(&never, true)]})).await;
    assert_eq!(names(&native).await, ["both", "other", "stays"]);
}

#[tokio::test]
async fn an_owner_keeps_only_what_names_it_as_it_is() {
    let native = Native::start();
    native.create("/api/v1/namespaces", json!({"metadata": {"name": "elsewhere"}})).await;
    let elsewhere = "/api/v1/namespaces/elsewhere/configmaps";
    let top = map(&native, "top", json!({})).await;
    let space = native.get("/api/v1/namespaces/elsewhere").await;
    let mut wrong_kind = owner(&top, true);
    wrong_kind["kind"] = json!("Secret");
    let mut wrong_name = owner(&top, true);
    wrong_name["name"] = json!("other");
    let mut of_cluster = owner(&space, true);
    of_cluster["kind"] = json!("Namespace");
    for (name, owner) in [("a", owner(&top, true)), ("b", wrong_kind), ("c", wrong_name), ("d", of_cluster)] {
        map(&native, name, json!({"ownerReferences": [owner]})).await;
    }
    assert_eq!(names(&native).await, ["a", "d", "top"]);
    let below = json!({"metadata": {"name": "below", "ownerReferences": [owner(&top, true)]}});
    native.create(elsewhere, below).await;
    let left = native.get(elsewhere).await;
    assert_eq!(left["items"], json!([]));
    // An owner in a namespace cannot be looked for from outside of namespaces.
    let metadata = json!({"name": "outside", "ownerReferences": [owner(&top, true)]});
    native.create("/api/v1/namespaces", json!({ "metadata": metadata })).await;
    delete(&native, "top", json!({})).await;
    native.get("/api/v1/namespaces/outside").await;
    assert_eq!(names(&native).await, ["d"]);
}

#[tokio::test]
async fn what_comes_below_an_owner_that_waits_goes_as_well() {
    let native = Native::start();
    let top = map(&native, "top", json!({})).await;
    let held = json!({"ownerReferences": [owner(&top, true)], "finalizers": ["example.com/wait"]});
    map(&native, "held", held).await;
    delete(&native, "top", json!({"propagationPolicy": "Foreground"})).await;
    map(&native, "late", json!({"ownerReferences": [owner(&top, true)]})).await;
    assert_eq!(names(&native).await, ["held", "top"]);
    finish(&native, "held").await;
    assert!(names(&native).await.is_empty());
}

/// A mutator that undoes what the collector does.
struct Undoing(AtomicU32);

impl Mutator for Undoing {
    fn name(&self) -> &str {
        "undoing"
    }

    fn handles(&self, operation: Operation) -> bool {
        operation == Operation::Update
    }

    fn apply_mutations(&self, attributes: &mut Attributes<'_>) -> Result<(), Refusal> {
        let before = attributes.old_object().map(|old| old.bytes().to_vec()).unwrap_or_default();
        let before = Object::of(&before);
        let Some(object) = attributes.object_mut() else { return Ok(()) };
        for field in ["finalizers", "ownerReferences"] {
            if let Some(list) = before.get(&["metadata", field]) {
                object.set(&["metadata", field], list);
            }
        }
        let count = self.0.fetch_add(1, Ordering::Relaxed).to_string();
        object.set(&["data"], json!({ "count": count }).to_string().as_bytes());
        Ok(())
    }
}

#[tokio::test]
async fn a_mutator_that_undoes_the_collector_ends_it() {
    for policy in ["Foreground", "Orphan"] {
        let server = TestServer::new().mutator("configmaps", Undoing(AtomicU32::new(0))).start().unwrap();
        let native = Native::of(server);
        let one = map(&native, "one", json!({})).await;
        let two = map(&native, "two", json!({"ownerReferences": [owner(&one, true)]})).await;
        map(&native, "three", json!({"ownerReferences": [owner(&one, true), owner(&two, true)]})).await;
        delete(&native, "one", json!({"propagationPolicy": policy})).await;
        assert!(names(&native).await.contains(&"one".to_owned()), "{policy}");
    }
}

#[tokio::test]
async fn what_a_collection_owned_together_goes_at_once() {
    let native = Native::start();
    let mut owners = Vec::new();
    for name in ["a", "b", "c"] {
        let made = map(&native, name, json!({"labels": {"owns": "m"}})).await;
        owners.push(owner(&made, false));
    }
    map(&native, "m", json!({"ownerReferences": owners})).await;
    let version = async || -> u64 {
        native.get(MAPS).await["metadata"]["resourceVersion"].as_str().unwrap().parse().unwrap()
    };
    let before = version().await;
    let all = format!("{MAPS}?labelSelector=owns%3Dm");
    native.ask(Method::DELETE, &all, "application/json", &json!({})).await.unwrap();
    assert!(names(&native).await.is_empty());
    // Three owners and what they owned: no owner was taken off it before.
    assert_eq!(version().await - before, 4);
}
