//! Updates the annotation of `kubectl apply` when the manager `kubectl` applies server-side.
//
// apimachinery: managedfields/internal/lastappliedupdater.go, lastapplied.go

use serde_json::{Map, Value};

use super::object;
use crate::value::write_json;

pub(super) const ANNOTATION: &str = "kubectl.kubernetes.io/last-applied-configuration";
pub(super) const MANAGER: &str = "kubectl";
/// The largest size of all annotations of an object, in bytes.
// apimachinery: api/validation/objectmeta.go
const MAX_ANNOTATIONS: usize = 256 * 1024;

/// Writes the configuration to the annotation, if the object has one.
pub(super) fn update(object: &mut Value, config: &Value, manager: &str) {
    if manager != MANAGER || object::annotation(object, ANNOTATION).is_empty() {
        return;
    }
    let text = written(config);
    let size = object::annotations(object).map_or(0, |annotations| {
        let others = annotations.iter().filter(|(name, _)| *name != ANNOTATION);
        others.map(|(name, value)| name.len() + value.as_str().map_or(0, str::len)).sum()
    });
    let fits = size + ANNOTATION.len() + text.len() <= MAX_ANNOTATIONS;
    let annotations = object
        .get_mut("metadata")
        .and_then(|meta| meta.get_mut("annotations"))
        .and_then(Value::as_object_mut);
    if let Some(annotations) = annotations {
        if fits {
            annotations.insert(ANNOTATION.to_owned(), text.into());
        } else {
            annotations.remove(ANNOTATION);
        }
    }
}

/// The configuration without the annotation, as JSON with a line break at its end.
fn written(config: &Value) -> String {
    let mut config = config.clone();
    let has_annotations = object::annotations(&config).is_some();
    if let Some(meta) = config.get_mut("metadata").and_then(Value::as_object_mut) {
        match meta.get_mut("annotations").and_then(Value::as_object_mut) {
            Some(annotations) if has_annotations => drop(Map::remove(annotations, ANNOTATION)),
            _ => drop(meta.remove("annotations")),
        }
    }
    let mut out = String::new();
    write_json(&config, &mut out);
    out.push('\n');
    out
}
