//! Prepares new definitions: they have no accepted names yet, and the storage version is a stored version.
// apiextensions-apiserver: pkg/registry/customresourcedefinition/strategy.go PrepareForCreate

use serde_json::{Value, json};

/// Sets the initial status of a definition.
pub(super) fn prepare(definition: &mut Value) {
    let mut all = definition["spec"]["versions"].as_array().into_iter().flatten();
    let stored: Vec<&Value> =
        all.find(|version| version["storage"] == true).map(|version| &version["name"]).into_iter().collect();
    let status =
        json!({"conditions": null, "acceptedNames": {"plural": "", "kind": ""}, "storedVersions": stored});
    if let Some(definition) = definition.as_object_mut() {
        definition.insert("status".to_owned(), status);
    }
}
