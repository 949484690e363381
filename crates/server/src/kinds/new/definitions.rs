//! Prepares new definitions: they have no accepted names yet, and the storage version is a stored version.
// apiextensions-apiserver: pkg/registry/customresourcedefinition/strategy.go PrepareForCreate

use crdc_admission::Object;
use serde_json::{Value, json};

/// Sets the initial status of a definition.
pub(super) fn prepare(object: &mut Object<'_>) {
    let versions: Value = object
        .get(&["spec", "versions"])
        .and_then(|text| serde_json::from_slice(text).ok())
        .unwrap_or_default();
    let mut all = versions.as_array().into_iter().flatten();
    let stored: Vec<&Value> =
        all.find(|version| version["storage"] == true).map(|version| &version["name"]).into_iter().collect();
    let status =
        json!({"conditions": null, "acceptedNames": {"plural": "", "kind": ""}, "storedVersions": stored});
    object.set(&["status"], status.to_string().as_bytes());
}
