//! Tests of the reconciler against a server in this process: no cluster, no mocks.
#![allow(clippy::unwrap_used)]

use std::sync::{Arc, LazyLock};
use std::time::Duration;

use crdc_server::{Fault, Server, TestServer};
use futures_util::StreamExt;
use k8s_openapi::api::batch::v1::CronJob;
use kube::api::{Api, DeleteParams, Patch, PatchParams, PostParams};
use kube::runtime::controller::Action;
use kube::runtime::wait::await_condition;
use kube::runtime::{Controller, watcher};
use kube::{Client, Error, ResourceExt};
use operator::{Backup, Phase, reconcile};
use serde_json::json;

struct Cluster {
    server: Server,
    client: Client,
    backups: Api<Backup>,
    jobs: Api<CronJob>,
}

/// The definitions are read once; each test has a copy of its own.
static SERVER: LazyLock<Server> = LazyLock::new(|| {
    let crds = concat!(env!("CARGO_MANIFEST_DIR"), "/crds");
    TestServer::new().crds(crds).start().unwrap()
});

fn cluster() -> Cluster {
    let server = SERVER.copy();
    let client = Client::new(server.service(), "default");
    let (backups, jobs) = (Api::default_namespaced(client.clone()), Api::default_namespaced(client.clone()));
    Cluster { server, client, backups, jobs }
}

async fn orders(cluster: &Cluster) -> Arc<Backup> {
    let spec = serde_json::from_str(include_str!("../objects/orders.json")).unwrap();
    let backup = cluster.backups.create(&PostParams::default(), &Backup::new("orders", spec)).await;
    Arc::new(backup.unwrap())
}

#[tokio::test]
async fn a_backup_gets_a_cron_job_that_goes_with_it() {
    let cluster = cluster();
    let backup = orders(&cluster).await;
    reconcile(backup.clone(), Arc::new(cluster.client.clone())).await.unwrap();
    let job = cluster.jobs.get("orders").await.unwrap();
    assert_eq!(job.spec.schedule, backup.spec.schedule);
    let backup = cluster.backups.get("orders").await.unwrap();
    assert_eq!(backup.status.unwrap().phase, Some(Phase::Waiting));

    // The garbage collector follows owner references.
    cluster.backups.delete("orders", &DeleteParams::default()).await.unwrap();
    assert!(cluster.jobs.get_opt("orders").await.unwrap().is_none());
}

#[tokio::test]
async fn the_phase_follows_the_jobs_that_run() {
    let cluster = cluster();
    let backup = orders(&cluster).await;
    let client = Arc::new(cluster.client.clone());
    reconcile(backup.clone(), client.clone()).await.unwrap();
    // What the CronJob controller would do.
    let active = json!({"status": {"active": [{"kind": "Job", "name": "orders-1"}]}});
    cluster.jobs.patch_status("orders", &PatchParams::default(), &Patch::Merge(active)).await.unwrap();
    reconcile(backup, client).await.unwrap();
    let backup = cluster.backups.get("orders").await.unwrap();
    assert_eq!(backup.status.unwrap().phase, Some(Phase::Running));
}

#[tokio::test]
async fn what_others_write_to_the_job_stays() {
    let cluster = cluster();
    let backup = orders(&cluster).await;
    let client = Arc::new(cluster.client.clone());
    reconcile(backup.clone(), client.clone()).await.unwrap();
    let suspend = json!({"spec": {"suspend": true, "schedule": "0 0 1 1 *"}});
    cluster.jobs.patch("orders", &PatchParams::default(), &Patch::Merge(suspend)).await.unwrap();
    reconcile(backup.clone(), client).await.unwrap();
    let spec = cluster.jobs.get("orders").await.unwrap().spec;
    assert_eq!((spec.suspend, spec.schedule), (Some(true), backup.spec.schedule.clone()));
}

#[tokio::test]
async fn the_server_has_the_rules_of_the_types() {
    let cluster = cluster();
    orders(&cluster).await;
    let other = json!({"spec": {"database": "customers"}});
    let refused = cluster.backups.patch("orders", &PatchParams::default(), &Patch::Merge(other)).await;
    let Err(Error::Api(status)) = refused else { panic!("{refused:?}") };
    assert_eq!(
        status.message,
        "Backup.example.com \"orders\" cannot be updated: spec.database: Invalid value: \"customers\": field is immutable"
    );
}

#[tokio::test(start_paused = true)]
async fn the_controller_tries_again_after_a_failure() {
    let cluster = cluster();
    cluster.server.fail(Fault::new(500).method("PATCH").times(1));
    let context = Arc::new(cluster.client.clone());
    let again = |_: Arc<Backup>, _: &Error, _: Arc<Client>| Action::requeue(Duration::from_secs(5));
    let controller = Controller::new(cluster.backups.clone(), watcher::Config::default())
        .owns(cluster.jobs.clone(), watcher::Config::default())
        .run(reconcile, again, context)
        .for_each(|_| std::future::ready(()));
    let controller = tokio::spawn(controller);
    orders(&cluster).await;
    let has_phase = |backup: Option<&Backup>| backup.is_some_and(|backup| backup.status.is_some());
    await_condition(cluster.backups.clone(), "orders", has_phase).await.unwrap();
    assert_eq!(cluster.jobs.get("orders").await.unwrap().name_any(), "orders");
    let patches = cluster.server.received().into_iter().filter(|request| request.method == "PATCH");
    let codes: Vec<u16> = patches.map(|request| request.code).collect();
    assert_eq!(codes[..2], [500, 201]);
    controller.abort();
}
