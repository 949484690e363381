//! What the operator does: each backup has a CronJob of its name, and a phase.

use std::sync::Arc;
use std::time::Duration;

use k8s_openapi::api::batch::v1::CronJob;
use kube::api::{Api, Patch, PatchParams};
use kube::runtime::controller::Action;
use kube::{Client, Resource, ResourceExt};
use serde_json::json;

use crate::{Backup, Phase};

/// The manager of the fields that the operator writes.
const MANAGER: &str = "backups.example.com";

/// Makes the CronJob of a backup what its spec says.
///
/// # Errors
///
/// Those of the API server. The controller tries again.
pub async fn reconcile(backup: Arc<Backup>, client: Arc<Client>) -> Result<Action, kube::Error> {
    let namespace = backup.namespace().unwrap_or_default();
    let name = backup.name_any();
    let spec = &backup.spec;
    let pod = json!({
        "restartPolicy": "OnFailure",
        "containers": [{"name": "backup", "image": "example.com/backup:1", "args": [spec.database]}],
    });
    let job = json!({
        "apiVersion": "batch/v1",
        "kind": "CronJob",
        "metadata": {"name": name, "ownerReferences": Vec::from_iter(backup.controller_owner_ref(&()))},
        "spec": {
            "schedule": spec.schedule,
            "jobTemplate": {"spec": {"template": {"spec": pod}}},
        },
    });
    let apply = PatchParams::apply(MANAGER).force();
    let jobs: Api<CronJob> = Api::namespaced((*client).clone(), &namespace);
    let job = jobs.patch(&name, &apply, &Patch::Apply(job)).await?;

    let is_running = job.status.and_then(|status| status.active).is_some_and(|active| !active.is_empty());
    let phase = if is_running { Phase::Running } else { Phase::Waiting };
    let status = json!({
        "apiVersion": Backup::api_version(&()),
        "kind": Backup::kind(&()),
        "status": {"phase": phase},
    });
    let backups: Api<Backup> = Api::namespaced((*client).clone(), &namespace);
    backups.patch_status(&name, &apply, &Patch::Apply(status)).await?;
    Ok(Action::requeue(Duration::from_secs(300)))
}
