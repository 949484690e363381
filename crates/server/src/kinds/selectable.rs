//! The fields by which lists and watches select objects. In: the label of a field, a kind, and an object.
//! Out: whether the kind has the label, with the server's error, and the value of the field.
//!
//! Easy to break: each kind with labels of its own has the error of its conversion function. Labels of custom
//! resources are paths, also if one of Kubernetes' own kinds has the same label with another meaning.
// kubernetes: pkg/apis/*/v1/conversion.go AddFieldLabelConversionFunc; pkg/registry/*/strategy.go
// ToSelectableFields; apimachinery: pkg/runtime/conversion.go DefaultMetaV1FieldSelectorConversion

use crdc_vocabulary::go::quote;
use serde_json::Value;

use super::Kind;
use crate::apimachinery::json_path;

impl Kind {
    /// The server's error if objects of the kind cannot be selected by a field.
    pub(crate) fn unknown_label(&self, label: &str) -> Option<String> {
        let has_own = self.native && !self.selectable.is_empty();
        let is_known = match label {
            "metadata.name" => true,
            "metadata.namespace" => self.namespaced || !has_own,
            _ => self.selectable.iter().any(|known| known == label),
        };
        if is_known {
            return None;
        }
        Some(match &*self.names.kind {
            _ if self.native && !has_own => format!(
                "{} is not a known field selector: only \"metadata.name\", \"metadata.namespace\"",
                quote(label)
            ),
            "Job" if self.native => format!("field label {} not supported for Job", quote(label)),
            "ResourceSlice" if self.native => {
                format!("field label not supported for {}, Kind=ResourceSlice: {label}", self.api_version())
            }
            _ => format!("field label not supported: {label}"),
        })
    }
}

/// The value of a field of one of Kubernetes' own objects.
pub(crate) fn native_value(object: &Value, label: &str) -> String {
    match label {
        "source" => or_zero(object, &["source.component", "reportingComponent"], ""),
        "spec.host" => or_zero(object, &["spec.nodeName"], ""),
        "spec.hostNetwork" | "spec.unschedulable" => or_zero(object, &[label], "false"),
        "status.podIP" => or_zero(object, &["status.podIP", "status.podIPs[0].ip"], ""),
        // The label is accepted, but no Pod has a value for it.
        "status.podIPs" => String::new(),
        "status.replicas" => or_zero(object, &[label], "0"),
        "status.successful" => or_zero(object, &["status.succeeded"], "0"),
        _ => value(object, label),
    }
}

/// The value of the first path that has one, or Go's value for an absent field.
fn or_zero(object: &Value, paths: &[&str], zero: &str) -> String {
    let found = paths.iter().map(|path| value(object, path)).find(|text| !text.is_empty());
    found.unwrap_or_else(|| zero.to_owned())
}

/// The value at a path without its leading dot; empty if there is none.
pub(crate) fn value(object: &Value, path: &str) -> String {
    match json_path::first(&format!(".{path}"), object) {
        Some(Value::String(text)) => text.clone(),
        Some(Value::Null) | None => String::new(),
        Some(other) => other.to_string(),
    }
}
