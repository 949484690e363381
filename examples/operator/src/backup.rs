//! `spec` of a backup.

use k8s_openapi::api::core::v1::ResourceRequirements;
use k8s_openapi::apimachinery::pkg::api::resource::Quantity;
use kube::CustomResource;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

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
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hooks: Vec<Hook>,

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
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema, crdc::Rules)]
#[serde(rename_all = "camelCase")]
pub struct Retention {
    /// Number of daily backups to keep.
    ///
    /// +k8s:minimum=1
    /// +k8s:maximum=90
    pub daily: i32,
    /// Number of weekly backups to keep.
    ///
    /// +k8s:minimum=0
    /// +k8s:maximum=52
    #[serde(default)]
    pub weekly: i32,
}
