//! An enum that is written as a union of Kubernetes.

use serde::{Deserialize, Serialize};

/// Where it is kept.
#[derive(Clone, Debug, PartialEq, crdc::Union)]
pub enum Storage {
    S3(Bucket),
    /// The other one.
    #[serde(rename = "GCS")]
    Gcs(Option<Bucket>),
    EmptyDir,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, crdc::Rules)]
pub struct Bucket {
    /// +immutable
    pub name: String,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, crdc::Rules)]
pub struct Backup {
    pub storage: Storage,
    /// +immutable
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub archive: Option<Storage>,
}
