//! Evictions, and the budgets that they obey.
// kubernetes: pkg/registry/core/pod/storage/eviction.go

use http::Method;
use serde_json::{Value, json};

use crate::native::{Native, has};

#[tokio::test]
async fn an_eviction_takes_a_disruption_from_the_budget() {
    let native = Native::start();
    let pods = "/api/v1/namespaces/default/pods";
    let evict = async |pod: &str| {
        let eviction = json!({"apiVersion": "policy/v1", "kind": "Eviction", "metadata": {"name": pod}});
        let path = format!("{pods}/{pod}/eviction");
        match native.ask(Method::POST, &path, "application/json", &eviction).await {
            Ok(status) => Ok(status["status"].clone()),
            Err(kube::Error::Api(status)) => {
                Err((status.code, status.details.unwrap().causes[0].message.clone()))
            }
            Err(other) => panic!("{other}"),
        }
    };
    for name in ["a", "b", "c"] {
        let pod = json!({"apiVersion": "v1", "kind": "Pod", "metadata": {"name": name, "labels": {"app": "a"}}, "spec": {"containers": [{"name": "a", "image": "a"}]}});
        native.create(pods, pod).await;
        let status =
            json!({"status": {"phase": "Running", "conditions": [{"type": "Ready", "status": "True"}]}});
        native.patch(&format!("{pods}/{name}/status"), status).await;
    }
    let budgets = "/apis/policy/v1/namespaces/default/poddisruptionbudgets";
    let budget = json!({"apiVersion": "policy/v1", "kind": "PodDisruptionBudget", "metadata": {"name": "most"}, "spec": {"minAvailable": 2, "selector": {"matchLabels": {"app": "a"}}}});
    native.create(budgets, budget).await;
    let pending = "The disruption budget most is still being processed by the server.";
    assert_eq!(evict("a").await, Err((429, pending.to_owned())));
    let status = json!({"status": {"observedGeneration": 1, "disruptionsAllowed": 1, "currentHealthy": 3, "desiredHealthy": 2, "expectedPods": 3}});
    native.patch(&format!("{budgets}/most/status"), status).await;
    assert_eq!(evict("a").await, Ok(json!("Success")));
    let full = "The disruption budget most needs 2 healthy pods and has 3 currently";
    assert_eq!(evict("b").await, Err((429, full.to_owned())));
    // What does not run counts for no budget.
    native.patch(&format!("{pods}/c/status"), json!({"status": {"phase": "Failed"}})).await;
    assert_eq!(evict("c").await, Ok(json!("Success")));
    let left = native.get(pods).await;
    assert_eq!(left["items"].as_array().unwrap().len(), 1);
}

const EVICTED: &str = "/api/v1/namespaces/default/pods";
const BUDGETS: &str = "/apis/policy/v1/namespaces/default/poddisruptionbudgets";

/// Pods that run, and a budget for all of them.
async fn guarded(native: &Native, pods: &[String], allowed: i32) {
    for name in pods {
        let containers = json!([{"name": "a", "image": "a"}]);
        let pod =
            json!({"metadata": {"name": name, "labels": {"app": "a"}}, "spec": {"containers": containers}});
        native.create(EVICTED, pod).await;
        let status =
            json!({"status": {"phase": "Running", "conditions": [{"type": "Ready", "status": "True"}]}});
        native.patch(&format!("{EVICTED}/{name}/status"), status).await;
    }
    let spec = json!({"minAvailable": 1, "selector": {"matchLabels": {"app": "a"}}});
    native.create(BUDGETS, json!({"metadata": {"name": "most"}, "spec": spec})).await;
    let status = json!({"status": {"observedGeneration": 1, "disruptionsAllowed": allowed, "currentHealthy": 1, "desiredHealthy": 1}});
    native.patch(&format!("{BUDGETS}/most/status"), status).await;
}

async fn evict(native: &Native, name: &str, query: &str, more: Value) -> Result<Value, (u16, String)> {
    let mut eviction = json!({"apiVersion": "policy/v1", "kind": "Eviction", "metadata": {"name": name}});
    eviction.as_object_mut().unwrap().extend(more.as_object().cloned().unwrap_or_default());
    let path = format!("{EVICTED}/{name}/eviction{query}");
    match native.ask(Method::POST, &path, "application/json", &eviction).await {
        Ok(status) => Ok(status["status"].clone()),
        Err(kube::Error::Api(status)) => Err((status.code, status.message.clone())),
        Err(other) => panic!("{other}"),
    }
}

#[tokio::test]
async fn an_eviction_that_is_tried_takes_nothing() {
    let native = Native::start();
    guarded(&native, &["a".to_owned()], 1).await;
    let of_deletion = json!({"deleteOptions": {"dryRun": ["All"]}});
    for (query, more) in [("?dryRun=All", json!({})), ("", of_deletion.clone()), ("?dryRun=All", of_deletion)]
    {
        assert_eq!(evict(&native, "a", query, more).await, Ok(json!("Success")));
    }
    let budget = native.get(&format!("{BUDGETS}/most")).await;
    assert_eq!(budget["status"]["disruptionsAllowed"], 1);
    let other = json!({"metadata": {"name": "b"}});
    let why = "name in URL does not match name in Eviction object".to_owned();
    assert_eq!(evict(&native, "a", "", other).await, Err((400, why)));
    assert_eq!(evict(&native, "a", "?dryRun=Some", json!({})).await.unwrap_err().0, 422);
    assert_eq!(evict(&native, "a", "", json!({"deleteOptions": {"dryRun": 1}})).await.unwrap_err().0, 400);
    assert_eq!(native.get(&format!("{EVICTED}/a")).await["metadata"]["deletionTimestamp"], Value::Null);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn evictions_at_once_do_not_take_one_disruption_twice() {
    let native = std::sync::Arc::new(Native::start());
    let pods: Vec<String> = (0..40).map(|at| format!("p{at:02}")).collect();
    guarded(&native, &pods, 7).await;
    let evicting = pods.into_iter().map(|pod| {
        let native = native.clone();
        tokio::spawn(async move { evict(&native, &pod, "", json!({})).await.is_ok() })
    });
    let mut evicted = 0;
    for done in evicting.collect::<Vec<_>>() {
        evicted += usize::from(done.await.unwrap());
    }
    assert_eq!(evicted, 7);
    let status = &native.get(&format!("{BUDGETS}/most")).await["status"];
    assert_eq!(status["disruptionsAllowed"], 0);
    assert_eq!(status["disruptedPods"].as_object().unwrap().len(), 7);
    let condition = json!([{"type": "DisruptionAllowed", "status": "False", "reason": "InsufficientPods"}]);
    has(&status["conditions"], &condition, "conditions");
}

#[tokio::test]
async fn a_budget_may_let_pods_go_that_are_not_ready() {
    let native = Native::start();
    guarded(&native, &["a".to_owned(), "b".to_owned()], 0).await;
    let status = json!({"status": {"currentHealthy": 0}});
    native.patch(&format!("{BUDGETS}/most/status"), status).await;
    let status = json!({"status": {"conditions": [{"type": "Ready", "status": "False"}]}});
    native.patch(&format!("{EVICTED}/a/status"), status).await;
    assert_eq!(evict(&native, "a", "", json!({})).await.unwrap_err().0, 429);
    let policy = json!({"spec": {"unhealthyPodEvictionPolicy": "AlwaysAllow"}});
    native.patch(&format!("{BUDGETS}/most"), policy).await;
    assert_eq!(evict(&native, "a", "", json!({})).await, Ok(json!("Success")));
    assert_eq!(evict(&native, "b", "", json!({})).await.unwrap_err().0, 429);
}
