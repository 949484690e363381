//! What stands around values: newtypes, flattened structs, functions of the user's, raw identifiers.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, crdc::Rules)]
pub struct Name(String);

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, crdc::Rules)]
#[serde(transparent)]
pub struct Labels {
    pub labels: BTreeMap<String, Name>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, crdc::Rules)]
pub struct Wrapped {
    /// +immutable
    pub r#type: Name,
    #[serde(flatten)]
    pub base: Base,
    #[serde(serialize_with = "as_text")]
    pub size: u64,
    #[crdc(leaf)]
    pub whole: Base,
    /// +normalize=undefined
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    #[deprecated]
    pub old: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, crdc::Rules)]
pub struct Base {
    /// +default="tcp"
    #[serde(default = "tcp", skip_serializing_if = "String::is_empty")]
    pub protocol: String,
    /// +immutable
    pub labels: Labels,
}

fn tcp() -> String {
    "tcp".to_owned()
}

fn as_text<S: serde::Serializer>(value: &u64, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(value)
}
