//! `status` of a backup, written by the operator.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Observed state of the backups.
#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema, crdc::Rules)]
#[crdc(path = "status")]
#[serde(rename_all = "camelCase")]
pub struct BackupStatus {
    /// Current phase.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub phase: Option<Phase>,
    /// The most recent backups.
    ///
    /// +listType=map
    /// +listMapKey=name
    /// +k8s:maxItems=20
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub runs: Vec<Run>,
}

/// Current phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema, crdc::Rules)]
pub enum Phase {
    /// Waiting for the next scheduled time.
    Waiting,
    /// Creating a backup.
    Running,
    /// The last one failed.
    Failed,
}

/// A single backup.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema, crdc::Rules)]
#[serde(rename_all = "camelCase")]
pub struct Run {
    /// Its name.
    pub name: String,
    /// Start time in seconds since 1970.
    ///
    /// +immutable
    pub started: i64,
    /// Size in bytes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bytes: Option<i64>,
}
