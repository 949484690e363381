//! Keys of encryption: a list that grows.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A key, and where it lies.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema, crdc::Rules)]
#[serde(rename_all = "camelCase")]
pub struct EncryptionKey {
    /// What backups name it by.
    ///
    /// +immutable
    /// +k8s:maxLength=32
    pub id: String,
    /// The secret that holds it. That may move.
    pub secret: String,
}
