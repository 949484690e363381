//! The spec of a backup that uses all features: the types as written by a user.

use std::collections::BTreeMap;

use serde::Serialize;

#[derive(Clone, Debug, Default, PartialEq, Serialize, crdc::Rules)]
#[serde(rename_all = "camelCase")]
#[crdc(path = "spec")]
pub(crate) struct BackupSpec {
    /// +immutable
    pub(crate) name: Name,
    /// +kubebuilder:validation:MaxLength=12
    /// +kubebuilder:validation:Pattern="^@"
    pub(crate) schedule: String,
    /// +required
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) class: Option<String>,
    pub(crate) storage: Storage,
    /// +immutable=keys
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(crate) labels: BTreeMap<String, String>,
    /// +listType=map
    /// +listMapKey=name
    /// +additionOnly
    pub(crate) volumes: Vec<Volume>,
    /// +listType=set
    /// +immutable
    pub(crate) zones: Vec<String>,
    /// +normalize=undefined
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) note: Option<String>,
    /// A type without the derive: a leaf.
    ///
    /// +immutable
    pub(crate) limits: Limits,
    #[serde(flatten)]
    pub(crate) window: Window,
    pub(crate) source: Source,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) parent: Option<Box<BackupSpec>>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, crdc::Rules)]
pub(crate) struct Name(pub(crate) String);

#[derive(Clone, Debug, Default, PartialEq, Serialize, crdc::Rules)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Storage {
    /// +unionDiscriminator
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    pub(crate) kind: Option<Kind>,
    /// +unionMember
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) s3: Option<Bucket>,
    /// +unionMember=GCS,optional
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) gcs: Option<Bucket>,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, crdc::Rules)]
pub(crate) enum Kind {
    S3,
    #[serde(rename = "GCS")]
    Gcs,
    None,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, crdc::Rules)]
pub(crate) struct Bucket {
    /// +immutable
    pub(crate) bucket: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) prefix: Option<String>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, crdc::Rules)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Volume {
    /// +immutable
    pub(crate) name: String,
    pub(crate) size_bytes: i64,
    /// +immutable
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) claim: Option<String>,
}

/// Without the derive.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub(crate) struct Limits {
    pub(crate) cpu: f64,
    pub(crate) memory: u64,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, crdc::Rules)]
pub(crate) struct Window {
    /// +immutable
    pub(crate) start: u32,
    pub(crate) end: Option<u32>,
}

/// An enum with data: `{"snapshot": {"class": "x"}}` or `{"copy": {"from": "x"}}`.
#[derive(Clone, Debug, PartialEq, Serialize, crdc::Rules)]
#[serde(rename_all = "camelCase")]
pub(crate) enum Source {
    Snapshot {
        /// +immutable
        class: String,
    },
    Copy(Window),
}

impl Default for Source {
    fn default() -> Self {
        Source::Copy(Window::default())
    }
}
