//! Prepares new Jobs: they get a selector by their uid, unless they keep a manual selector.
// kubernetes: pkg/registry/batch/job/strategy.go generateSelector

use crdc_admission::Object;
use serde_json::{Map, Value, json};

const UID: &str = "batch.kubernetes.io/controller-uid";

pub(super) fn prepare(object: &mut Object<'_>) {
    let Ok(mut job) = object.parse::<Value>() else { return };
    if job["spec"]["manualSelector"] == true {
        return;
    }
    let text = |field: &str| job["metadata"][field].as_str().unwrap_or_default().to_owned();
    let (name, uid) = (text("name"), text("uid"));
    let labels =
        [("job-name", &name), ("batch.kubernetes.io/job-name", &name), ("controller-uid", &uid), (UID, &uid)];
    let Some(template) = job["spec"]["template"].as_object_mut() else { return };
    let metadata = template.entry("metadata").or_insert_with(|| json!({}));
    let changed = add(metadata, "labels", labels)
        && add(&mut job["spec"], "selector", [])
        && add(&mut job["spec"]["selector"], "matchLabels", [(UID, &uid)]);
    if changed {
        object.replace(job.to_string().as_bytes());
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
