//! Named commands that run around a backup.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A command that runs before or after a backup.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema, crdc::Rules)]
#[serde(rename_all = "camelCase")]
pub struct Hook {
    /// Its name.
    pub name: String,
    /// When the command runs.
    pub when: Moment,
    /// The command and its arguments.
    ///
    /// +listType=atomic
    /// +k8s:minItems=1
    pub command: Vec<String>,
    /// Timeout in seconds.
    ///
    /// +k8s:minimum=1
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub timeout_seconds: Option<i64>,
}

/// When a hook runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema, crdc::Rules)]
pub enum Moment {
    /// Before the first table.
    Before,
    /// After the last table, also if the backup failed.
    After,
}
