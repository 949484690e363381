//! `status` of a backup: what the operator did.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What became of it.
#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema, crdc::Rules)]
#[crdc(path = "status")]
#[serde(rename_all = "camelCase")]
pub struct BackupStatus {
    /// What happens at the moment.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub phase: Option<Phase>,
    /// The last runs.
    ///
    /// +listType=map
    /// +listMapKey=name
    /// +k8s:maxItems=20
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub runs: Vec<Run>,
}

/// What an operator does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema, crdc::Rules)]
pub enum Phase {
    /// For the next time of the schedule.
    Waiting,
    /// A backup is being made.
    Running,
    /// The last one failed.
    Failed,
}

/// One backup.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema, crdc::Rules)]
#[serde(rename_all = "camelCase")]
pub struct Run {
    /// Its name.
    pub name: String,
    /// When it began, in seconds since 1970. That is history.
    ///
    /// +immutable
    pub started: i64,
    /// How large it is, in bytes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bytes: Option<i64>,
}
