//! Marks of every kind.

use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// A backup.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, crdc::Rules)]
#[serde(rename_all = "camelCase")]
#[crdc(path = "spec")]
pub struct Spec {
    /// +immutable
    pub storage_class: String,
    /// +kubebuilder:validation:MaxLength=63
    /// +kubebuilder:validation:Pattern="^[a-z0-9-]+$"
    pub name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// +additionOnly
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub zones: BTreeSet<String>,
    /// +immutable=keys
    pub labels: BTreeMap<String, String>,
    /// +listType=map
    /// +listMapKey=port
    pub ports: Vec<Port>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, crdc::Rules)]
pub struct Port {
    /// +immutable
    pub port: u16,
    #[serde(default, skip_serializing_if = "str::is_empty")]
    pub name: String,
}
