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
