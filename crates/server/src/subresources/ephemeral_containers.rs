//! The subresource `ephemeralcontainers` of pods. In: a pod of a request to the subresource. Out: the stored
//! pod with the ephemeral containers of the request.
//!
//! Easy to break: the metadata stay as well, except for the owners, and the fields that identify the object
//! and its version.
// kubernetes: pkg/registry/core/pod/strategy.go dropNonEphemeralContainerUpdates; apimachinery:
// pkg/apis/meta/v1/helpers.go ResetObjectMetaForStatus

use crdc_admission::{Attributes, Mutator, Operation, Refusal};
use serde_json::Value;

/// The name of the subresource.
pub(crate) const SUBRESOURCE: &str = "ephemeralcontainers";

/// The field that the subresource writes.
pub(crate) const FIELD: &str = "ephemeralContainers";

/// A mutator that restores the fields which the subresource does not change.
pub(crate) struct EphemeralContainers;

impl Mutator for EphemeralContainers {
    fn name(&self) -> &str {
        SUBRESOURCE
    }

    fn handles(&self, operation: Operation) -> bool {
        operation == Operation::Update
    }

    fn apply_mutations(&self, attributes: &mut Attributes<'_>) -> Result<(), Refusal> {
        if attributes.subresource() != Some(SUBRESOURCE) {
            return Ok(());
        }
        let Some(Ok(mut pod)) = attributes.old_object().map(|old| old.parse::<Value>()) else {
            return Ok(());
        };
        let Some(object) = attributes.object_mut() else { return Ok(()) };
        // The validators refuse a body that is no pod.
        let Ok(sent) = object.parse::<Value>() else { return Ok(()) };
        let field = |value: &Value| value.as_object().and_then(|spec| spec.get(FIELD)).cloned();
        let (Some(spec), true) = (pod["spec"].as_object_mut(), sent["metadata"].is_object()) else {
            return Ok(());
        };
        match field(&sent["spec"]) {
            Some(containers) => drop(spec.insert(FIELD.to_owned(), containers)),
            None => drop(spec.remove(FIELD)),
        }
        for name in ["apiVersion", "kind"] {
            pod[name] = sent[name].clone();
        }
        for name in ["name", "namespace", "resourceVersion", "uid", "managedFields"] {
            if let Some(given) = sent["metadata"].get(name) {
                pod["metadata"][name] = given.clone();
            }
        }
        object.replace(pod.to_string().as_bytes());
        Ok(())
    }
}
