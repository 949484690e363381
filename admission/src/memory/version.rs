//! Resource versions of objects, as text.

use std::sync::Arc;

use crate::{Object, json};

/// The version of an object that was read; zero if it has none, or one that is no number.
// apiserver: storage/api_object_versioner.go ObjectResourceVersion; Go takes no sign
pub(super) fn version(object: &Object<'_>) -> u64 {
    let written = object.string(&["metadata", "resourceVersion"]);
    written.and_then(|text| read_version(&text)).unwrap_or(0)
}

/// A version as it is written.
pub(super) fn read_version(text: &str) -> Option<u64> {
    Some(text).filter(|text| !text.starts_with('+')).and_then(|text| text.parse().ok())
}

/// The object with a resource version.
pub(super) fn at_version(object: &[u8], version: u64) -> Arc<[u8]> {
    let mut text = object.to_vec();
    json::set(&mut text, &["metadata", "resourceVersion"], format!("\"{version}\"").as_bytes());
    text.into()
}
