//! Counts the changes of the template of a DaemonSet in an annotation. In: a DaemonSet, and the stored one.
//! Out: the DaemonSet with the annotation; what a client writes there has no effect on updates.
// kubernetes: pkg/registry/apps/daemonset/strategy.go

use crdc_admission::Object;
use serde_json::{Map, Value};

/// The annotation that counts the changes.
pub(crate) const TEMPLATE_GENERATION: &str = "deprecated.daemonset.template.generation";

const PATH: [&str; 3] = ["metadata", "annotations", TEMPLATE_GENERATION];

fn generation(object: &Object<'_>) -> i64 {
    object.string(&PATH).and_then(|text| text.parse().ok()).unwrap_or_default()
}

pub(super) fn prepare(set: &mut Value) {
    let Some(metadata) = set["metadata"].as_object_mut() else { return };
    let annotations = metadata.entry("annotations").or_insert(Value::Null);
    if annotations.is_null() {
        *annotations = Value::Object(Map::new());
    }
    let Some(annotations) = annotations.as_object_mut() else { return };
    let given = annotations.get(TEMPLATE_GENERATION).and_then(Value::as_str);
    let generation = given.and_then(|text| text.parse::<i64>().ok()).unwrap_or_default().max(1);
    annotations.insert(TEMPLATE_GENERATION.to_owned(), generation.to_string().into());
}

pub(super) fn change(object: &mut Object<'_>, stored: &Object<'_>) {
    let template = |object: &Object<'_>| {
        object.get(&["spec", "template"]).and_then(|text| serde_json::from_slice::<Value>(text).ok())
    };
    let before = generation(stored);
    let now = if template(object) == template(stored) { before } else { before.saturating_add(1) };
    object.set_annotation(TEMPLATE_GENERATION, &now.to_string());
}
