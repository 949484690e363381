//! Namespaces that are deleted: they stay until their contents are gone.
// kubernetes: pkg/registry/core/namespace, pkg/controller/namespace/deletion; apiserver:
// pkg/admission/plugin/namespace/lifecycle

use http::Method;
use serde_json::{Value, json};

use crate::native::{Native, has};

const NAMESPACES: &str = "/api/v1/namespaces";
const JSON: &str = "application/json";

async fn status(native: &Native, method: Method, path: &str, body: &Value) -> kube::core::Status {
    match native.ask(method, path, JSON, body).await {
        Err(kube::Error::Api(status)) => *status,
        other => panic!("{other:?}"),
    }
}

async fn delete(native: &Native, path: &str) -> Value {
    native.ask(Method::DELETE, path, JSON, &json!({})).await.unwrap()
}

#[tokio::test]
async fn a_namespace_stays_until_its_contents_are_gone() {
    let native = Native::start();
    native.create(NAMESPACES, json!({"metadata": {"name": "n"}})).await;
    let (namespace, maps) = (format!("{NAMESPACES}/n"), format!("{NAMESPACES}/n/configmaps"));
    for (name, finalizers) in
        [("a", json!([])), ("b", json!(["example.com/x"])), ("c", json!(["example.com/x", "example.com/y"]))]
    {
        native.create(&maps, json!({"metadata": {"name": name, "finalizers": finalizers}})).await;
    }
    let answer = delete(&native, &namespace).await;
    has(
        &answer,
        &json!({"kind": "Namespace", "metadata": {"name": "n"}, "spec": {"finalizers": ["kubernetes"]}, "status": {"phase": "Terminating"}}),
        "answer",
    );
    assert!(answer["metadata"]["deletionTimestamp"].is_string());
    assert!(answer["metadata"].get("deletionGracePeriodSeconds").is_none());

    let found = native.get(&namespace).await;
    let messages = |found: &Value| -> Vec<String> {
        let conditions = found["status"]["conditions"].as_array().unwrap().iter();
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        conditions
            .map(|one| {
                format!(
                    "{} {} {}: {}",
                    text(&one["type"]),
                    text(&one["status"]),
                    text(&one["reason"]),
                    text(&one["message"])
                )
            })
            .collect()
    };
    let ok = [
        "NamespaceDeletionDiscoveryFailure False ResourcesDiscovered: All resources successfully discovered",
        "NamespaceDeletionGroupVersionParsingFailure False ParsedGroupVersions: All legacy kube types successfully parsed",
        "NamespaceDeletionContentFailure False ContentDeleted: All content successfully deleted, may be waiting on finalization",
    ];
    let expected = [
        "NamespaceContentRemaining True SomeResourcesRemain: Some resources are remaining: configmaps. has 2 resource instances",
        "NamespaceFinalizersRemaining True SomeFinalizersRemain: Some content in the namespace has finalizers remaining: example.com/x in 2 resource instances, example.com/y in 1 resource instances",
    ];
    assert_eq!(messages(&found), [&ok[..], &expected[..]].concat());

    // Nothing new comes into it; what is there can be changed.
    let refused = status(&native, Method::POST, &maps, &json!({"metadata": {"name": "d"}})).await;
    let why = "configmaps \"d\" is forbidden: unable to create new content in namespace n because it is being terminated";
    assert_eq!((refused.code, &*refused.message), (403, why));
    let cause = &refused.details.unwrap().causes[0];
    assert_eq!(
        (&*cause.reason, &*cause.message, &*cause.field),
        ("NamespaceTerminating", "namespace n is being terminated", "metadata.namespace")
    );
    // Another deletion changes nothing, and labels may change.
    assert_eq!(delete(&native, &namespace).await, found);
    let labelled = native.patch(&namespace, json!({"metadata": {"labels": {"a": "b"}}})).await;
    assert_eq!(labelled["status"], found["status"]);

    native.patch(&format!("{maps}/b"), json!({"metadata": {"finalizers": null}})).await;
    let found = native.get(&namespace).await;
    assert!(messages(&found)[3].ends_with("configmaps. has 1 resource instances"), "{found}");
    native.patch(&format!("{maps}/c"), json!({"metadata": {"finalizers": null}})).await;
    assert_eq!(status(&native, Method::GET, &namespace, &Value::Null).await.code, 404);
    // The name is free again.
    native.create(NAMESPACES, json!({"metadata": {"name": "n"}})).await;
    native.create(&maps, json!({"metadata": {"name": "a"}})).await;
}

#[tokio::test]
async fn an_empty_namespace_goes_at_once_unless_it_has_finalizers() {
    let native = Native::start();
    native.create(NAMESPACES, json!({"metadata": {"name": "n"}})).await;
    delete(&native, &format!("{NAMESPACES}/n")).await;
    assert_eq!(status(&native, Method::GET, &format!("{NAMESPACES}/n"), &Value::Null).await.code, 404);

    let path = format!("{NAMESPACES}/m");
    native.create(NAMESPACES, json!({"metadata": {"name": "m", "finalizers": ["example.com/x"]}})).await;
    delete(&native, &path).await;
    let found = native.get(&path).await;
    has(&found, &json!({"spec": {"finalizers": null}, "status": {"phase": "Terminating"}}), "namespace");
    native.patch(&path, json!({"metadata": {"finalizers": null}})).await;
    assert_eq!(status(&native, Method::GET, &path, &Value::Null).await.code, 404);
}

#[tokio::test]
async fn only_finalize_changes_the_finalizers_of_the_specification() {
    let native = Native::start();
    let path = format!("{NAMESPACES}/n");
    let made = native
        .create(NAMESPACES, json!({"metadata": {"name": "n"}, "spec": {"finalizers": ["example.com/x"]}}))
        .await;
    assert_eq!(made["spec"]["finalizers"], json!(["example.com/x", "kubernetes"]));
    let mut changed = made.clone();
    changed["metadata"].as_object_mut().unwrap().remove("resourceVersion");
    changed["spec"]["finalizers"] = json!([]);
    assert_eq!(native.put(&path, &changed).await["spec"], made["spec"]);
    changed["spec"] = json!({"finalizers": ["example.com/x"]});
    let finalized = native.put(&format!("{path}/finalize"), &changed).await;
    assert_eq!(finalized["spec"]["finalizers"], json!(["example.com/x"]));
    assert_eq!(finalized["status"]["phase"], "Active");
    delete(&native, &path).await;
    assert_eq!(native.get(&path).await["spec"]["finalizers"], json!(["example.com/x"]));
    let mut last = native.get(&path).await;
    last["spec"] = json!({});
    native.put(&format!("{path}/finalize"), &last).await;
    assert_eq!(status(&native, Method::GET, &path, &Value::Null).await.code, 404);
    let refused = status(&native, Method::GET, &format!("{NAMESPACES}/default/finalize"), &Value::Null).await;
    assert_eq!(refused.code, 405);
}

#[tokio::test]
async fn namespaces_of_every_cluster_stay_and_collections_are_not_deleted() {
    let native = Native::start();
    for name in ["default", "kube-system", "kube-public"] {
        let refused = status(&native, Method::DELETE, &format!("{NAMESPACES}/{name}"), &json!({})).await;
        let why = format!("namespaces \"{name}\" is forbidden: this namespace may not be deleted");
        assert_eq!((refused.code, refused.message), (403, why));
    }
    delete(&native, &format!("{NAMESPACES}/kube-node-lease")).await;
    assert_eq!(status(&native, Method::DELETE, NAMESPACES, &json!({})).await.code, 405);
}

#[tokio::test]
async fn a_dry_run_deletes_no_namespace() {
    let native = Native::start();
    native.create(NAMESPACES, json!({"metadata": {"name": "n"}})).await;
    native.create(&format!("{NAMESPACES}/n/configmaps"), json!({"metadata": {"name": "a"}})).await;
    let dry = json!({"dryRun": ["All"]});
    let answer = native.ask(Method::DELETE, &format!("{NAMESPACES}/n"), JSON, &dry).await.unwrap();
    assert_eq!(answer["status"]["phase"], "Terminating");
    assert_eq!(native.get(&format!("{NAMESPACES}/n")).await["status"]["phase"], "Active");
    native.get(&format!("{NAMESPACES}/n/configmaps/a")).await;
}

#[tokio::test]
async fn pods_of_a_deleted_namespace_go_before_its_other_contents() {
    let native = Native::start();
    let namespace = format!("{NAMESPACES}/n");
    native.create(NAMESPACES, json!({"metadata": {"name": "n"}})).await;
    for name in ["free", "waits"] {
        native.create(&format!("{namespace}/configmaps"), json!({"metadata": {"name": name}})).await;
        let finalizers = if name == "waits" { json!(["example.com/x"]) } else { json!([]) };
        native
            .create(
                &format!("{namespace}/pods"),
                json!({"metadata": {"name": name, "finalizers": finalizers}, "spec": {"containers": [{"name": "c", "image": "i"}]}}),
            )
            .await;
    }
    delete(&native, &namespace).await;
    let missing = status(&native, Method::GET, &format!("{namespace}/pods/free"), &Value::Null).await;
    assert_eq!(missing.code, 404);
    assert!(
        native.get(&format!("{namespace}/pods/waits")).await["metadata"]["deletionTimestamp"].is_string()
    );
    for name in ["free", "waits"] {
        // A change does not delete it either.
        let map = native.patch(&format!("{namespace}/configmaps/{name}"), json!({"data": {"a": "b"}})).await;
        assert!(map["metadata"].get("deletionTimestamp").is_none());
    }
    // The server counts what remains only when the Pods are gone.
    let conditions = native.get(&namespace).await["status"]["conditions"].clone();
    for condition in conditions.as_array().unwrap() {
        assert_eq!(condition["status"], "False", "{condition}");
    }
    assert_eq!(conditions.as_array().unwrap().len(), 5);
    native.patch(&format!("{namespace}/pods/waits"), json!({"metadata": {"finalizers": null}})).await;
    assert_eq!(status(&native, Method::GET, &namespace, &Value::Null).await.code, 404);
}

#[tokio::test]
async fn a_namespace_has_the_finalizer_of_the_deletion_that_was_asked_for() {
    for (options, finalizers) in [
        (json!({}), json!(["example.com/x"])),
        (json!({"propagationPolicy": "Background"}), json!(["example.com/x"])),
        (json!({"propagationPolicy": "Foreground"}), json!(["example.com/x", "foregroundDeletion"])),
        (json!({"propagationPolicy": "Orphan"}), json!(["example.com/x", "orphan"])),
        (json!({"orphanDependents": true}), json!(["example.com/x", "orphan"])),
        (json!({"orphanDependents": false}), json!(["example.com/x", "foregroundDeletion"])),
    ] {
        let native = Native::start();
        let path = format!("{NAMESPACES}/n");
        native.create(NAMESPACES, json!({"metadata": {"name": "n", "finalizers": ["example.com/x"]}})).await;
        let answer = native.ask(Method::DELETE, &path, JSON, &options).await.unwrap();
        assert_eq!(answer["metadata"]["finalizers"], finalizers, "{options}");
        // The garbage collector removes its own.
        assert_eq!(native.get(&path).await["metadata"]["finalizers"], json!(["example.com/x"]), "{options}");
        native.patch(&path, json!({"metadata": {"finalizers": null}})).await;
        assert_eq!(status(&native, Method::GET, &path, &Value::Null).await.code, 404, "{options}");
    }
    // A finalizer that the Namespace had goes if another deletion is asked for.
    let native = Native::start();
    native.create(NAMESPACES, json!({"metadata": {"name": "n", "finalizers": ["orphan"]}})).await;
    let answer = native
        .ask(Method::DELETE, &format!("{NAMESPACES}/n"), JSON, &json!({"propagationPolicy": "Background"}))
        .await
        .unwrap();
    assert!(answer["metadata"].get("finalizers").is_none(), "{answer}");
}
