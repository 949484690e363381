//! A union of fields.

use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, crdc::Rules)]
pub struct Storage {
    /// +unionDiscriminator
    #[serde(rename = "type")]
    pub kind: Kind,
    /// +unionMember
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub s3: Option<Bucket>,
    /// +unionMember=GCS,optional
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gcs: Option<Bucket>,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, crdc::Rules)]
pub enum Kind {
    S3,
    #[serde(rename = "GCS")]
    Gcs,
    None,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, crdc::Rules)]
pub struct Bucket {
    /// +immutable
    pub bucket: String,
}
