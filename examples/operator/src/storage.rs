//! Where backups are stored: a union. `type` selects a member; an update that changes it clears the others.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Storage for backups.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema, crdc::Rules)]
#[serde(rename_all = "camelCase")]
pub struct Storage {
    /// Type of the storage.
    ///
    /// +unionDiscriminator
    #[serde(rename = "type")]
    pub kind: StorageType,

    /// Bucket in S3 or a compatible service.
    ///
    /// +unionMember
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub s3: Option<Bucket>,

    /// Bucket in Google Cloud Storage.
    ///
    /// +unionMember=GCS
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gcs: Option<Bucket>,

    /// Volume in the cluster; defaults to a volume of the default size.
    ///
    /// +unionMember,optional
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub volume: Option<Volume>,
}

/// Types of storage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema, crdc::Rules)]
pub enum StorageType {
    /// S3 or a compatible service.
    S3,
    /// Google Cloud Storage.
    #[serde(rename = "GCS")]
    Gcs,
    /// A volume in the cluster.
    Volume,
    /// Backups are created, verified and discarded.
    Discard,
}

/// A bucket.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema, crdc::Rules)]
#[serde(rename_all = "camelCase")]
pub struct Bucket {
    /// Its name.
    ///
    /// +k8s:minLength=3
    /// +k8s:maxLength=63
    pub name: String,
    /// Prefix of backup names.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prefix: Option<String>,
}

/// A volume in the cluster.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema, crdc::Rules)]
#[serde(rename_all = "camelCase")]
pub struct Volume {
    /// Name of the persistent volume claim.
    pub claim: String,
    /// Directory on the volume.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
}
