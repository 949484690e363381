//! `spec` of a backup.
#![allow(unreachable_pub, reason = "KubeSchema copies structs into functions")]

use k8s_openapi::api::core::v1::ResourceRequirements;
use k8s_openapi::apimachinery::pkg::api::resource::Quantity;
use kube::{CustomResource, KubeSchema};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

use crate::{BackupStatus, EncryptionKey, Hook, Storage};

/// Scheduled backups of one database.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema, CustomResource, crdc::Rules)]
#[kube(group = "example.com", version = "v1", kind = "Backup", namespaced, status = "BackupStatus")]
#[serde(rename_all = "camelCase")]
pub struct BackupSpec {
    /// Name of the database to back up.
    ///
    /// +immutable
    pub database: String,

    /// Schedule in cron format.
    ///
    /// +k8s:minLength=9
    /// +k8s:maxLength=64
    pub schedule: String,

    /// Short description.
    ///
    /// +normalize=undefined
    /// +k8s:maxLength=200
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,

    /// Where backups are stored.
    pub storage: Storage,

    /// Temporary volume for creating backups.
    pub workspace: Workspace,

    /// How many backups to keep.
    pub retention: Retention,

    /// Tables to exclude.
    ///
    /// +listType=set
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub exclude: Vec<String>,

    /// Encryption keys. New backups use the last key; a backup cannot be restored without its key.
    ///
    /// +listType=map
    /// +listMapKey=id
    /// +additionOnly
    pub keys: Vec<EncryptionKey>,

    /// Commands to run before and after a backup.
    ///
    /// +listType=map
    /// +listMapKey=name
    /// +k8s:maxItems=16
    /// +kubebuilder:validation:XValidation:rule="self.all(hook, hook.when == 'After' || !has(hook.timeoutSeconds) || hook.timeoutSeconds <= 3600)",message="commands before a backup end within an hour"
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hooks: Vec<Hook>,

    /// Labels of the backups.
    ///
    /// +kubebuilder:validation:MaxProperties=16
    /// +crdc:rule=self.all(key, key.size() <= 63)
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub labels: BTreeMap<String, String>,

    /// Compute resources for a backup.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resources: Option<ResourceRequirements>,
}

/// A temporary volume.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema, crdc::Rules)]
#[serde(rename_all = "camelCase")]
pub struct Workspace {
    /// Storage class of the volume.
    ///
    /// +immutable
    pub storage_class: String,
    /// Size of the volume.
    pub size: Quantity,
}

/// How many backups are kept.
#[derive(Clone, Debug, Deserialize, Serialize, KubeSchema, crdc::Rules)]
#[serde(rename_all = "camelCase")]
#[x_kube(validation = ("self.daily >= 7 || self.weekly == 0", "weekly backups are kept from a week of daily ones"))]
#[x_kube(validation = Rule::new("self.daily + self.weekly <= 100")
    .message(Message::Expression("'keeps %d backups, at most 100'.format([self.daily + self.weekly])".into())))]
pub struct Retention {
    /// Number of daily backups to keep.
    ///
    /// +k8s:minimum=1
    /// +k8s:maximum=90
    #[x_kube(validation = Rule::new("self >= oldSelf - 30")
        .message("backups of at most 30 days are deleted at a time")
        .reason(Reason::FieldValueForbidden))]
    pub daily: i32,
    /// Number of weekly backups to keep.
    ///
    /// +k8s:minimum=0
    /// +k8s:maximum=52
    #[serde(default)]
    pub weekly: i32,
}
