//! Tracks the owners of the replicas of a scale. In: an object, and the Scale of a request. Out: the new
//! scale, and the field owners of the scaled object.
//!
//! Easy to break: the entry of a manager that writes the scale has no time, and an object without field
//! owners gets none.
// apiextensions-apiserver: pkg/registry/customresource/etcd.go scaleUpdatedObjectInfo

use std::collections::BTreeMap;

use crdc::Status;
use crdc_admission::Refusal;
use crdc_apply::{
    ConvertError, FieldManager, Options, Path, PathElement, ScaleHandler, Schema, TypeRef, Versions,
};
use serde_json::{Value, json};

use super::refused::refused;
use super::schema;

const SCALE: (&str, &str) = ("autoscaling/v1", "Scale");

/// A write to a scale.
pub(crate) struct ScaleWrite<'a> {
    /// The scale before the write, without owners.
    pub(crate) scale: &'a Value,
    /// `metadata.managedFields` of the object.
    pub(crate) entries: Option<&'a Value>,
    pub(crate) api_version: &'a str,
    /// The paths of the replicas, by version.
    pub(crate) paths: &'a BTreeMap<String, Option<String>>,
    pub(crate) options: Options<'a>,
    /// Whether the scaled object belongs to one of Kubernetes' own kinds.
    pub(crate) native: bool,
}

/// The result of a write to a scale.
pub(crate) struct Scaled {
    pub(crate) scale: Value,
    /// The field owners of the object; null if there are none.
    pub(crate) entries: Value,
}

impl ScaleWrite<'_> {
    /// Applies a configuration to the scale.
    pub(crate) fn applied(&self, config: &Value) -> Result<Scaled, Refusal> {
        self.tracked(|manager, old| {
            if old["metadata"]["managedFields"].is_null() && !self.native {
                let message = "failed to create manager for existing fields: failed to convert live object (/; autoscaling/v1, \
                               Kind=Scale) to proper version: request to convert CR to an invalid group/version: autoscaling/v1";
                return Err(Status::new(500, "", message).into());
            }
            manager.apply(Some(old), config, self.options).map_err(|error| refused(&error))
        })
    }

    /// Replaces the scale by the scale that `sent` makes of it.
    pub(crate) fn updated(
        &self,
        sent: impl FnOnce(&Value) -> Result<Value, Refusal>,
    ) -> Result<Scaled, Refusal> {
        self.tracked(|manager, old| {
            let mut new = sent(old)?;
            // Go does not write a zero here, so a manager that sets it owns nothing.
            if new["spec"]["replicas"] == 0 {
                new["spec"] = json!({});
            }
            Ok(manager.update(Some(old), new, self.options))
        })
    }

    fn tracked(
        &self,
        write: impl FnOnce(&FieldManager<'_>, &Value) -> Result<Value, Refusal>,
    ) -> Result<Scaled, Refusal> {
        let path = |text: &String| -> Path {
            text.split('.').filter(|name| !name.is_empty()).map(PathElement::field).collect()
        };
        let paths: BTreeMap<String, Option<Path>> =
            self.paths.iter().map(|(version, text)| (version.clone(), text.as_ref().map(path))).collect();
        let handler = ScaleHandler::new(self.entries, self.api_version, &paths);
        let failed = |why: String| Refusal::from(Status::new(500, "", why));
        let mut old = self.scale.clone();
        if let Some(entries) = handler.to_subresource().map_err(failed)? {
            old["metadata"]["managedFields"] = entries;
        }
        let types = ScaleTypes::new();
        let manager = FieldManager::new(&types, SCALE.0, SCALE.1).subresource("scale");
        let scale = write(&manager, &old)?;
        let owners = scale["metadata"].get("managedFields");
        let entries = handler.to_parent(owners).map_err(failed)?.unwrap_or(Value::Null);
        Ok(Scaled { scale, entries })
    }
}

/// The type of `autoscaling/v1` Scale.
struct ScaleTypes {
    schema: Schema,
    root: TypeRef,
}

impl ScaleTypes {
    fn new() -> ScaleTypes {
        let (number, text) = (json!({"type": "integer"}), json!({"type": "string"}));
        let (schema, root) = schema::types(&json!({"type": "object", "properties": {
            "spec": {"type": "object", "properties": {"replicas": number}},
            "status": {"type": "object", "properties": {"replicas": number, "selector": text}}}}));
        ScaleTypes { schema, root }
    }
}

impl Versions for ScaleTypes {
    fn type_of(&self, api_version: &str, _: &str) -> Option<(&Schema, TypeRef)> {
        (api_version == SCALE.0).then_some((&self.schema, self.root))
    }

    fn convert(&self, _: &Value, api_version: &str) -> Result<Value, ConvertError> {
        Err(ConvertError::MissingVersion(format!("there is no version {api_version}")))
    }
}
