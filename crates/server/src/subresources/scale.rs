//! The `Scale` of an object: its replicas. In: the paths in a definition, and an object. Out: its Scale, and
//! the patch of the object for new replicas.
// kubernetes: api/autoscaling/v1 Scale

use serde_json::{Map, Value, json};

use crate::apimachinery::json_path;

/// The name of the subresource.
pub(crate) const SUBRESOURCE: &str = "scale";

/// The paths of the scale subresource, with leading dots.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Scale {
    pub(crate) spec_replicas: String,
    pub(crate) status_replicas: String,
    pub(crate) label_selector: Option<String>,
}

impl Scale {
    /// The `Scale` of an object.
    pub(crate) fn of(&self, object: &Value) -> Value {
        let replicas = |path: &str| json_path::first(path, object).and_then(Value::as_i64).unwrap_or(0);
        let metadata = &object["metadata"];
        let mut of_scale = Map::new();
        for field in ["name", "namespace", "uid", "resourceVersion", "creationTimestamp"] {
            of_scale.extend(metadata.get(field).map(|value| (field.to_owned(), value.clone())));
        }
        let mut scale = json!({"kind": "Scale", "apiVersion": "autoscaling/v1", "metadata": of_scale,
            "spec": {"replicas": replicas(&self.spec_replicas)}, "status": {"replicas": replicas(&self.status_replicas)}});
        // Go omits a zero in the specification, but not in the status. // kubernetes: api/autoscaling/v1
        // ScaleSpec
        if scale["spec"]["replicas"] == 0 {
            scale["spec"] = json!({});
        }
        let selector = self.label_selector.as_ref().and_then(|path| json_path::first(path, object));
        if let Some(selector) = selector.filter(|selector| selector.is_string()) {
            scale["status"]["selector"] = selector.clone();
        }
        scale
    }

    /// The merge patch that sets the replicas of an object.
    pub(crate) fn change(&self, replicas: i64) -> Value {
        let fields = self.spec_replicas.split('.').filter(|field| !field.is_empty());
        fields.rev().fold(json!(replicas), |value, field| json!({ field: value }))
    }
}
