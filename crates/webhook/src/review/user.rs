//! Reads the user of a request.

use std::collections::BTreeMap;

use crdc_admission::UserInfo;
use serde::{Deserialize, Deserializer};

#[derive(Default, Deserialize)]
#[serde(default)]
struct Sent {
    #[serde(deserialize_with = "or_default")]
    username: String,
    #[serde(deserialize_with = "or_default")]
    uid: String,
    #[serde(deserialize_with = "or_default")]
    groups: Vec<String>,
    #[serde(deserialize_with = "or_default")]
    extra: BTreeMap<String, Vec<String>>,
}

/// Reads a value and treats a null as a missing member, as Go does.
fn or_default<'de, D: Deserializer<'de>, T: Default + Deserialize<'de>>(from: D) -> Result<T, D::Error> {
    Option::<T>::deserialize(from).map(Option::unwrap_or_default)
}

/// The user in an object; a user without names for a null.
pub(super) fn user(text: &[u8]) -> serde_json::Result<UserInfo> {
    let sent: Option<Sent> = serde_json::from_slice(text)?;
    let sent = sent.unwrap_or_default();
    let mut user = UserInfo::new(sent.username);
    (user.uid, user.groups, user.extra) = (sent.uid, sent.groups, sent.extra.into_iter().collect());
    Ok(user)
}
