//! The user of a request.

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer};

/// Who sent a request.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct UserInfo {
    /// The name, such as `system:serviceaccount:default:operator`.
    #[serde(deserialize_with = "or_default")]
    pub username: String,
    /// The unique id, if there is one.
    #[serde(deserialize_with = "or_default")]
    pub uid: String,
    /// The groups.
    #[serde(deserialize_with = "or_default")]
    pub groups: Vec<String>,
    /// What the authenticator added.
    #[serde(deserialize_with = "or_default")]
    pub extra: BTreeMap<String, Vec<String>>,
}

/// A null is as good as an absent member, for Go.
fn or_default<'de, D: Deserializer<'de>, T: Default + Deserialize<'de>>(from: D) -> Result<T, D::Error> {
    Option::<T>::deserialize(from).map(Option::unwrap_or_default)
}
