//! `spec` of a backup: what is backed up, when, and for how long it is kept.

use k8s_openapi::api::core::v1::ResourceRequirements;
use k8s_openapi::apimachinery::pkg::api::resource::Quantity;
use kube::CustomResource;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{BackupStatus, EncryptionKey, Hook, Storage};

/// Backups of one database.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema, CustomResource, crdc::Rules)]
#[kube(group = "example.com", version = "v1", kind = "Backup", namespaced, status = "BackupStatus")]
#[serde(rename_all = "camelCase")]
pub struct BackupSpec {
    /// The database. Its backups are of no use to another one.
    ///
    /// +immutable
    pub database: String,

    /// When backups are made, as cron writes it.
    ///
    /// +k8s:minLength=9
    /// +k8s:maxLength=64
    pub schedule: String,

    /// What it is for, in a few words.
    ///
    /// +normalize=undefined
    /// +k8s:maxLength=200
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,

    /// Where backups go.
    pub storage: Storage,

    /// The volume on which a backup is put together.
    pub workspace: Workspace,

    /// For how long backups are kept.
    pub retention: Retention,

    /// Tables that are left out.
    ///
    /// +listType=set
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub exclude: Vec<String>,

    /// Keys that backups are encrypted with, the last one from now on. Without its key a backup is lost.
    ///
    /// +listType=map
    /// +listMapKey=id
    /// +additionOnly
    pub keys: Vec<EncryptionKey>,

    /// What runs before and after a backup.
    ///
    /// +listType=map
    /// +listMapKey=name
    /// +k8s:maxItems=16
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hooks: Vec<Hook>,

    /// What a backup may use.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resources: Option<ResourceRequirements>,
}

/// A volume for the work in between.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema, crdc::Rules)]
#[serde(rename_all = "camelCase")]
pub struct Workspace {
    /// The class of the volume, which no volume can change.
    ///
    /// +immutable
    pub storage_class: String,
    /// How large it is.
    pub size: Quantity,
}

/// How many backups are kept.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema, crdc::Rules)]
#[serde(rename_all = "camelCase")]
pub struct Retention {
    /// Of the last days.
    ///
    /// +k8s:minimum=1
    /// +k8s:maximum=90
    pub daily: i32,
    /// Of the last weeks.
    ///
    /// +k8s:minimum=0
    /// +k8s:maximum=52
    #[serde(default)]
    pub weekly: i32,
}
