//! Prepares new Jobs: they get a selector by their uid, unless they keep a manual selector. A Job without
//! labels gets those of its template, with the generated ones.
//!
//! Easy to break: on servers a new Job without labels shares them with its template, so the writer owns the
//! template's labels in both places.
// kubernetes: pkg/registry/batch/job/strategy.go generateSelector, pkg/apis/batch/v1/defaults.go

use serde_json::{Map, Value, json};

const UID: &str = "batch.kubernetes.io/controller-uid";

pub(super) fn prepare(job: &mut Value) {
    if job["spec"]["manualSelector"] != true {
        select(job);
    }
    label(job);
}

/// Whether an object has labels.
fn has_labels(object: &Map<String, Value>) -> bool {
    let labels = object.get("metadata").and_then(|metadata| metadata["labels"].as_object());
    labels.is_some_and(|all| !all.is_empty())
}

/// Sets the labels of an object without labels to those of its template.
pub(crate) fn template_labels(object: &mut Map<String, Value>) {
    if has_labels(object) {
        return;
    }
    let labels =
        object.get("spec").and_then(|spec| spec["template"]["metadata"]["labels"].as_object()).cloned();
    if let (Some(labels), Some(metadata)) =
        (labels, object.get_mut("metadata").and_then(Value::as_object_mut))
    {
        metadata.insert("labels".to_owned(), Value::Object(labels));
    }
}

/// Sets the labels of a Job without labels, and their owners.
fn label(job: &mut Value) {
    let Some(before) = job.as_object_mut().filter(|job| !has_labels(job)) else { return };
    template_labels(before);
    let entries = job.pointer_mut("/metadata/managedFields").and_then(Value::as_array_mut);
    for entry in entries.into_iter().flatten().filter(|entry| entry["operation"] == "Update") {
        let owned = entry.pointer("/fieldsV1/f:spec/f:template/f:metadata/f:labels").cloned();
        if let (Some(owned), Some(fields)) = (owned, entry["fieldsV1"].as_object_mut()) {
            let metadata = fields.entry("f:metadata").or_insert_with(|| json!({}));
            metadata["f:labels"] = owned;
        }
    }
}

/// Generates the selector of a Job, and the labels of its template.
fn select(job: &mut Value) {
    let text = |field: &str| job["metadata"][field].as_str().unwrap_or_default().to_owned();
    let (name, uid) = (text("name"), text("uid"));
    let labels =
        [("job-name", &name), ("batch.kubernetes.io/job-name", &name), ("controller-uid", &uid), (UID, &uid)];
    let Some(template) = job["spec"]["template"].as_object_mut() else { return };
    let metadata = template.entry("metadata").or_insert_with(|| json!({}));
    // A value that is no map stays as it is.
    if add(metadata, "labels", labels) && add(&mut job["spec"], "selector", []) {
        add(&mut job["spec"]["selector"], "matchLabels", [(UID, &uid)]);
    }
}

/// Adds missing entries to a map of texts, and adds the map itself if it is missing. Returns `false` if the
/// value is no map.
fn add<'t>(
    object: &mut Value,
    field: &str,
    entries: impl IntoIterator<Item = (&'static str, &'t String)>,
) -> bool {
    let Some(object) = object.as_object_mut() else { return false };
    let map = object.entry(field).or_insert(Value::Null);
    if map.is_null() {
        *map = Value::Object(Map::new());
    }
    let Some(map) = map.as_object_mut() else { return false };
    for (key, value) in entries {
        map.entry(key).or_insert_with(|| json!(value));
    }
    true
}
