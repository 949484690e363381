//! Patches, and the helpers of kube that send them.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use kube::api::{Patch, PatchParams};
use kube::runtime::controller::Action;
use kube::runtime::finalizer::{Event, finalizer};
use serde_json::json;

use crate::{database, databases, server};

#[tokio::test]
async fn the_helper_for_finalizers_runs_to_the_end() {
    let server = server();
    let api = databases(&server);
    api.create(&Default::default(), &database("a", "pg")).await.unwrap();
    let (applied, cleaned) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
    let reconcile = async |api: &kube::Api<crate::Database>| {
        let object = Arc::new(api.get("a").await.unwrap());
        let (applied, cleaned) = (applied.clone(), cleaned.clone());
        finalizer(api, "example.com/cleanup", object, async |event| {
            match event {
                Event::Apply(_) => applied.fetch_add(1, Ordering::Relaxed),
                Event::Cleanup(_) => cleaned.fetch_add(1, Ordering::Relaxed),
            };
            Ok::<_, std::io::Error>(Action::await_change())
        })
        .await
        .unwrap();
    };
    reconcile(&api).await;
    let finalizers = api.get("a").await.unwrap().metadata.finalizers;
    assert_eq!(finalizers, Some(vec!["example.com/cleanup".to_owned()]));
    reconcile(&api).await;
    let marked = api.delete("a", &Default::default()).await.unwrap().left().unwrap();
    assert!(marked.metadata.deletion_timestamp.is_some());
    reconcile(&api).await;
    assert!(api.get_opt("a").await.unwrap().is_none());
    assert_eq!((applied.load(Ordering::Relaxed), cleaned.load(Ordering::Relaxed)), (1, 1));
}

#[tokio::test]
async fn patches_change_objects_and_their_status() {
    let server = server();
    let api = databases(&server);
    api.create(&Default::default(), &database("a", "pg")).await.unwrap();
    let merge = Patch::Merge(json!({"spec": {"replicas": 3}}));
    let patched = api.patch("a", &PatchParams::default(), &merge).await.unwrap();
    assert_eq!((patched.spec.replicas, patched.metadata.generation), (3, Some(2)));
    let status = Patch::Merge(json!({"spec": {"replicas": 9}, "status": {"replicas": 3}}));
    let patched = api.patch_status("a", &PatchParams::default(), &status).await.unwrap();
    assert_eq!(
        (patched.spec.replicas, patched.status.unwrap().replicas, patched.metadata.generation),
        (3, 3, Some(2))
    );
    let scale = api.get_scale("a").await.unwrap();
    assert_eq!((scale.spec.unwrap().replicas, scale.status.unwrap().replicas), (Some(3), 3));
    let scaled = api
        .patch_scale("a", &PatchParams::default(), &Patch::Merge(json!({"spec": {"replicas": 5}})))
        .await
        .unwrap();
    assert_eq!(scaled.spec.unwrap().replicas, Some(5));
    assert_eq!(api.get("a").await.unwrap().spec.replicas, 5);
    let error = api
        .patch("a", &PatchParams::default(), &Patch::Merge(json!({"spec": {"replicas": "x"}})))
        .await
        .unwrap_err();
    let kube::Error::Api(status) = error else { panic!("{error}") };
    assert_eq!((status.code, &*status.reason), (422, "Invalid"));
}

fn applied(spec: serde_json::Value) -> Patch<serde_json::Value> {
    Patch::Apply(
        json!({"apiVersion": "example.com/v1", "kind": "Database", "metadata": {"name": "a"}, "spec": spec}),
    )
}

#[tokio::test]
async fn apply_creates_shares_and_conflicts() {
    let server = crate::builder().time(1_767_225_600).start().unwrap();
    let api = databases(&server);
    let of = |manager: &str| PatchParams::apply(manager);
    let created = api.patch("a", &of("ann"), &applied(json!({"engine": "pg", "replicas": 2}))).await.unwrap();
    assert_eq!((created.spec.replicas, created.metadata.generation), (2, Some(1)));
    let version = created.metadata.resource_version.clone();
    // The same once more changes nothing.
    server.set_time(1_767_225_700);
    let again = api.patch("a", &of("ann"), &applied(json!({"engine": "pg", "replicas": 2}))).await.unwrap();
    assert_eq!(again.metadata.resource_version, version);
    let conflict =
        api.patch("a", &of("bob"), &applied(json!({"replicas": 3, "engine": "pg"}))).await.unwrap_err();
    let kube::Error::Api(status) = conflict else { panic!("{conflict}") };
    assert_eq!(status.message, "Apply failed with 1 conflict: conflict with \"ann\": .spec.replicas");
    assert_eq!(status.details.unwrap().causes[0].field, ".spec.replicas");
    let forced =
        api.patch("a", &of("bob").force(), &applied(json!({"replicas": 3, "engine": "pg"}))).await.unwrap();
    assert_eq!(forced.spec.replicas, 3);
    let managers: Vec<_> =
        forced.metadata.managed_fields.unwrap().into_iter().filter_map(|entry| entry.manager).collect();
    assert_eq!(managers, ["ann", "bob"]);
    // An update takes fields without asking; the status is tracked for itself.
    let status = Patch::Merge(json!({"status": {"replicas": 3}}));
    let patched = api
        .patch_status(
            "a",
            &PatchParams { field_manager: Some("operator".to_owned()), ..PatchParams::default() },
            &status,
        )
        .await
        .unwrap();
    let entries = patched.metadata.managed_fields.unwrap();
    let of_status = entries.iter().find(|entry| entry.subresource.as_deref() == Some("status")).unwrap();
    assert_eq!(
        serde_json::to_value(of_status).unwrap()["fieldsV1"],
        json!({"f:status": {".": {}, "f:replicas": {}}})
    );
    let error = api.patch("a", &of(""), &applied(json!({"engine": "pg"}))).await.unwrap_err();
    assert!(matches!(error, kube::Error::Api(status) if status.code == 422), "an apply has a manager");
}

#[tokio::test]
async fn lists_of_kubernetes_are_merged_by_their_keys() {
    use k8s_openapi::api::apps::v1::Deployment;
    let server = server();
    let api: kube::Api<Deployment> = kube::Api::default_namespaced(crate::client(&server));
    let deployment = |containers: serde_json::Value| {
        let labels = json!({"app": "a"});
        Patch::Apply(
            json!({"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": "a"}, "spec": {
            "selector": {"matchLabels": labels}, "template": {"metadata": {"labels": labels}, "spec": {"containers": containers}}}}),
        )
    };
    let containers = |deployment: Deployment| -> Vec<String> {
        let pod = deployment.spec.unwrap().template.spec.unwrap();
        pod.containers.into_iter().map(|container| container.name).collect()
    };
    let web = json!([{"name": "web", "image": "web:1"}]);
    api.patch("a", &PatchParams::apply("ann"), &deployment(web)).await.unwrap();
    let proxy = json!([{"name": "proxy", "image": "proxy:1"}]);
    let both = api.patch("a", &PatchParams::apply("bob"), &deployment(proxy)).await.unwrap();
    assert_eq!(containers(both), ["web", "proxy"]);
    let none = api.patch("a", &PatchParams::apply("bob"), &deployment(json!([]))).await;
    assert_eq!(none.map(containers).unwrap(), ["web"]);
}
