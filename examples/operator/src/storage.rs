//! Where backups go: a union. `type` says which of the members counts; an update that changes it clears the others.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A place for backups.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema, crdc::Rules)]
#[serde(rename_all = "camelCase")]
pub struct Storage {
    /// Which kind of place.
    ///
    /// +unionDiscriminator
    #[serde(rename = "type")]
    pub kind: StorageType,

    /// A bucket of S3.
    ///
    /// +unionMember
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub s3: Option<Bucket>,

    /// A bucket of Google Cloud Storage.
    ///
    /// +unionMember=GCS
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gcs: Option<Bucket>,

    /// A volume; one of the default size where nothing is said.
    ///
    /// +unionMember,optional
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub volume: Option<Volume>,
}

/// Kinds of places.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema, crdc::Rules)]
pub enum StorageType {
    /// Somebody's service that speaks S3.
    S3,
    /// Google Cloud Storage.
    #[serde(rename = "GCS")]
    Gcs,
    /// A volume in the cluster.
    Volume,
    /// Backups are made, checked and thrown away.
    Discard,
}

/// A bucket of somebody's.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema, crdc::Rules)]
#[serde(rename_all = "camelCase")]
pub struct Bucket {
    /// Its name.
    ///
    /// +k8s:minLength=3
    /// +k8s:maxLength=63
    pub name: String,
    /// What names of backups begin with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prefix: Option<String>,
}

/// A volume in the cluster.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema, crdc::Rules)]
#[serde(rename_all = "camelCase")]
pub struct Volume {
    /// The claim.
    pub claim: String,
    /// A folder on it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
}
