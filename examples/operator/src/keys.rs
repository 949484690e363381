//! Encryption keys: a list whose items cannot be removed.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// An encryption key stored in a secret.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema, crdc::Rules)]
#[serde(rename_all = "camelCase")]
pub struct EncryptionKey {
    /// Identifier of the key, recorded in backups.
    ///
    /// +immutable
    /// +k8s:maxLength=32
    pub id: String,
    /// Name of the secret with the key.
    pub secret: String,
}
