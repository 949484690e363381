//! Enums with data, in each form that serde has.

use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, crdc::Rules)]
#[serde(rename_all = "camelCase")]
pub enum Source {
    Nothing,
    Copy(Target),
    Snapshot {
        /// +immutable
        class: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        target: Option<Target>,
    },
    Range(u32, u32),
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, crdc::Rules)]
#[serde(tag = "type")]
pub enum Tagged {
    Copy(Target),
    Snapshot {
        /// +immutable
        class: String,
    },
    Mirror {
        /// +immutable
        class: String,
        /// +k8s:minimum=1
        copies: u32,
    },
    Nothing,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, crdc::Rules)]
#[serde(tag = "type", content = "value")]
pub enum Adjacent {
    Copy(Target),
    Snapshot { class: String },
    Nothing,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, crdc::Rules)]
#[serde(untagged)]
pub enum IntOrText {
    Int(i64),
    Text(String),
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, crdc::Rules)]
pub struct Target {
    /// +immutable
    pub name: String,
}
