//! `ephemeralcontainers` of pods: what `kubectl debug` writes.
// kubernetes: pkg/registry/core/pod/strategy.go, pkg/apis/core/validation/validation_test.go

use http::Method;
use serde_json::{Value, json};

use crate::native::{Native, has};
use crate::webhooks::refused;

const POD: &str = "/api/v1/namespaces/default/pods/a";
const PART: &str = "/api/v1/namespaces/default/pods/a/ephemeralcontainers";

async fn native() -> Native {
    let native = Native::start();
    let pod = json!({"metadata": {"name": "a", "labels": {"a": "b"}}, "spec": {"containers": [{"name": "main", "image": "m:1"}]}});
    native.create("/api/v1/namespaces/default/pods", pod).await;
    native
}

fn debugger(name: &str) -> Value {
    json!({"name": name, "image": "busybox", "targetContainerName": "main", "stdin": true, "tty": true})
}

fn names(pod: &Value) -> Vec<&str> {
    let all = pod["spec"]["ephemeralContainers"].as_array().map(Vec::as_slice).unwrap_or_default();
    all.iter().map(|container| container["name"].as_str().unwrap()).collect()
}

/// The causes of a refusal, each with its field.
async fn causes(native: &Native, method: Method, path: &str, media: &str, body: &Value) -> Vec<String> {
    let status = refused(native.ask(method, path, media, body).await.unwrap_err());
    assert_eq!(status.code, 422, "{}", status.message);
    let causes = status.details.unwrap().causes;
    causes.into_iter().map(|cause| format!("{}: {}", cause.field, cause.message)).collect()
}

#[tokio::test]
async fn containers_are_added_by_every_kind_of_write() {
    let native = native().await;
    // As kubectl debug does it.
    let patch = |name| json!({"spec": {"ephemeralContainers": [debugger(name)]}});
    let patched = native.patch(PART, patch("one")).await;
    let defaults = json!({"imagePullPolicy": "Always", "terminationMessagePath": "/dev/termination-log", "resources": {}});
    has(&patched["spec"]["ephemeralContainers"][0], &defaults, "container");
    assert_eq!((&patched["kind"], names(&patched)), (&json!("Pod"), vec!["one"]));

    let mut pod = native.get(PART).await;
    assert_eq!(pod, native.get(POD).await);
    pod["spec"]["ephemeralContainers"].as_array_mut().unwrap().push(debugger("two"));
    assert_eq!(names(&native.put(PART, &pod).await), ["one", "two"]);

    let add = json!([{"op": "add", "path": "/spec/ephemeralContainers/-", "value": debugger("three")}]);
    let added = native.ask(Method::PATCH, PART, "application/json-patch+json", &add).await.unwrap();
    assert_eq!(names(&added), ["one", "two", "three"]);

    let apply = format!("{PART}?fieldManager=m");
    let config = json!({"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "a"}, "spec": {"ephemeralContainers": [debugger("four")]}});
    let applied = native.ask(Method::PATCH, &apply, "application/apply-patch+yaml", &config).await.unwrap();
    assert_eq!(names(&applied).len(), 4);
    let managers = applied["metadata"]["managedFields"].as_array().unwrap();
    let of = managers.iter().find(|entry| entry["manager"] == "m").unwrap();
    assert_eq!((&of["operation"], &of["subresource"]), (&json!("Apply"), &json!("ephemeralcontainers")));
}

#[tokio::test]
async fn nothing_else_is_written() {
    let native = native().await;
    let before = native.get(POD).await;
    let patch = json!({"metadata": {"labels": {"c": "d"}, "annotations": {"e": "f"}},
        "spec": {"containers": [{"name": "main", "image": "m:2"}], "activeDeadlineSeconds": 9, "ephemeralContainers": [debugger("one")]},
        "status": {"phase": "Running"}});
    let after = native.patch(PART, patch).await;
    assert_eq!(names(&after), ["one"]);
    assert_eq!(after["metadata"]["labels"], json!({"a": "b"}));
    assert!(
        after["metadata"].get("annotations").is_none()
            && after["spec"].get("activeDeadlineSeconds").is_none()
    );
    assert_eq!(
        (&after["spec"]["containers"], &after["status"]),
        (&before["spec"]["containers"], &before["status"])
    );
}

#[tokio::test]
async fn containers_that_are_there_stay_as_they_are() {
    let native = native().await;
    native.patch(PART, json!({"spec": {"ephemeralContainers": [debugger("one"), debugger("two")]}})).await;
    let merge = "application/merge-patch+json";
    let mut changed = debugger("one");
    changed["image"] = json!("other");
    let patch = json!({"spec": {"ephemeralContainers": [changed]}});
    assert_eq!(
        causes(&native, Method::PATCH, PART, merge, &patch).await,
        [
            "spec.ephemeralContainers: Forbidden: existing ephemeral containers \"one\" may not be changed\n",
            "spec.ephemeralContainers: Forbidden: existing ephemeral containers \"two\" may not be removed\n",
        ]
    );
    let pod = native.get(POD).await;
    assert_eq!(names(&pod), ["one", "two"]);
}

#[tokio::test]
async fn containers_are_valid_as_ephemeral_ones() {
    let native = native().await;
    let mut wrong = debugger("main");
    wrong["targetContainerName"] = json!("absent");
    wrong["ports"] = json!([{"containerPort": 80}]);
    wrong["resources"] = json!({"limits": {"cpu": "1"}});
    let patch = json!({"spec": {"ephemeralContainers": [wrong]}});
    assert_eq!(
        causes(&native, Method::PATCH, PART, "application/merge-patch+json", &patch).await,
        [
            "spec.ephemeralContainers[0].name: Duplicate value: \"main\"",
            "spec.ephemeralContainers[0].targetContainerName: Not found: \"absent\"",
            "spec.ephemeralContainers[0].ports: Forbidden: cannot be set for an Ephemeral Container",
            "spec.ephemeralContainers[0].resources: Forbidden: cannot be set for an Ephemeral Container",
        ]
    );
}

#[tokio::test]
async fn updates_of_the_pod_itself_add_none() {
    let native = native().await;
    let mut pod = native.get(POD).await;
    pod["spec"]["ephemeralContainers"] = json!([debugger("one")]);
    let found = causes(&native, Method::PUT, POD, "application/json", &pod).await;
    assert_eq!(found.len(), 1);
    assert!(
        found[0].starts_with("spec: Forbidden: pod updates may not change fields other than"),
        "{found:?}"
    );
}

#[tokio::test]
async fn stale_versions_and_other_objects_are_conflicts() {
    let native = native().await;
    let stale = native.get(POD).await;
    native.patch(PART, json!({"spec": {"ephemeralContainers": [debugger("one")]}})).await;
    let again = native.ask(Method::PUT, PART, "application/json", &stale).await;
    assert_eq!(refused(again.unwrap_err()).code, 409);
    let missing = PART.replace("pods/a", "pods/b");
    let absent = native.ask(Method::PATCH, &missing, "application/merge-patch+json", &json!({})).await;
    assert_eq!(refused(absent.unwrap_err()).code, 404);
    let posted = native.ask(Method::POST, PART, "application/json", &stale).await;
    assert_eq!(refused(posted.unwrap_err()).code, 405);
    let found = native.get("/api/v1").await;
    let resources = found["resources"].as_array().unwrap();
    let part = resources.iter().find(|resource| resource["name"] == "pods/ephemeralcontainers").unwrap();
    assert_eq!((&part["kind"], &part["verbs"]), (&json!("Pod"), &json!(["get", "patch", "update"])));
}
