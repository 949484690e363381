//! Resource versions of objects, as text.

use std::sync::Arc;

use crate::json;
use crate::object::Object;

/// The resource version of an object; zero if the object has none, or one that is no number.
// apiserver: storage/api_object_versioner.go ObjectResourceVersion; Go takes no sign
pub(crate) fn version(object: &Object<'_>) -> u64 {
    let written = object.string(&["metadata", "resourceVersion"]);
    written.filter(|text| !text.starts_with('+')).and_then(|text| text.parse().ok()).unwrap_or(0)
}

/// The server's error for a version that is no number.
pub(crate) fn unreadable(object: &Object<'_>) -> Option<String> {
    unreadable_version(&object.string(&["metadata", "resourceVersion"])?)
}

/// The server's error for a resource version that is no number; `None` for a number and for an empty text.
///
/// ```
/// use crdc_admission::unreadable_version;
///
/// assert_eq!(unreadable_version("7"), None);
/// assert_eq!(unreadable_version("x").as_deref(), Some(r#"strconv.ParseUint: parsing "x": invalid syntax"#));
/// ```
// go: strconv.ParseUint
#[must_use]
pub fn unreadable_version(text: &str) -> Option<String> {
    let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
    let why = match is_number {
        true if text.is_empty() || text.parse::<u64>().is_ok() => return None,
        true => "value out of range",
        false => "invalid syntax",
    };
    Some(format!("strconv.ParseUint: parsing {}: {why}", crdc_vocabulary::go::quote(text)))
}

/// A copy of the object with this resource version.
pub(crate) fn at_version(object: &[u8], version: u64) -> Arc<[u8]> {
    let mut text = object.to_vec();
    json::set(&mut text, &["metadata", "resourceVersion"], format!("\"{version}\"").as_bytes());
    text.into()
}
