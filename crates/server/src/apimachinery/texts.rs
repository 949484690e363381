//! Lists of texts in objects, such as finalizers. In: an object and a path. Out: the texts.

use crdc_admission::Object;

/// The path of the finalizers of an object.
pub(crate) const FINALIZERS: [&str; 2] = ["metadata", "finalizers"];

/// The texts of the list at a path; none if there is no list of texts.
pub(crate) fn texts(object: &Object<'_>, path: &[&str]) -> Vec<String> {
    object.get(path).and_then(|list| serde_json::from_slice(list).ok()).unwrap_or_default()
}
