//! The plugin LimitRanger: gives the containers of a Pod the limits of its namespace. In: a Pod or a claim,
//! and the LimitRanges of its namespace. Out: the Pod with requests and limits, or a refusal of what is
//! outside of a range.
//!
//! Easy to break: Pods are checked only when they are created: their containers do not change later.
// kubernetes: plugin/pkg/admission/limitranger/admission.go

mod constraints;
mod defaults;

use std::collections::BTreeSet;
use std::sync::Arc;

use crdc::Status;
use crdc_admission::{Attributes, Mutator, Object, Operation, Refusal, Validator};
use serde_json::Value;

use self::constraints::{Limit, check};
use self::defaults::{Defaults, set_defaults};
use crate::apimachinery::pod_resources::{containers, resources, whole};
use crate::storage::history::History;

const ANNOTATION: &str = "kubernetes.io/limit-ranger";

/// The most bytes that defaults add to a Pod: as many as a request may have. A server cannot store so many.
const MOST: usize = 3 * 1024 * 1024;

pub(super) struct LimitRanger(pub(super) Arc<History>);

impl LimitRanger {
    /// The limits of each LimitRange in the namespace of a request; none if the plugin ignores the request.
    fn ranges(&self, attributes: &Attributes<'_>) -> Vec<Vec<Value>> {
        let is_pod = attributes.resource().kind == "Pod";
        let is_deleted = |old: Object<'_>| old.string(&["metadata", "deletionTimestamp"]).is_some();
        if attributes.subresource().is_some()
            || is_pod && attributes.operation() == Operation::Update
            || attributes.old_object().is_some_and(is_deleted)
        {
            return Vec::new();
        }
        let Ok(all) = self.0.snapshot("limitranges", Some(attributes.namespace()), None) else {
            return Vec::new();
        };
        let ranges = all.objects.iter().filter_map(|(_, text)| serde_json::from_slice::<Value>(text).ok());
        ranges.filter_map(|mut range| range["spec"]["limits"].as_array_mut().map(std::mem::take)).collect()
    }
}

impl Mutator for LimitRanger {
    fn name(&self) -> &str {
        "LimitRanger"
    }

    fn handles(&self, operation: Operation) -> bool {
        operation == Operation::Create
    }

    fn apply_mutations(&self, attributes: &mut Attributes<'_>) -> Result<(), Refusal> {
        let ranges = self.ranges(attributes);
        let defaults = Defaults::of(&ranges);
        if defaults.is_empty() {
            return Ok(());
        }
        let Some(object) = attributes.object_mut() else { return Ok(()) };
        // The validators refuse a value that nests too deep.
        let Ok(mut pod) = object.parse::<Value>() else { return Ok(()) };
        let too_large = || {
            let message = format!("Request entity too large: limit is {MOST}");
            Refusal::from(Status::new(413, "RequestEntityTooLarge", message))
        };
        let notes = set_defaults(&mut pod["spec"], &defaults, MOST).ok_or_else(too_large)?;
        if !notes.is_empty() {
            object.replace(pod.to_string().as_bytes());
            object.set_annotation(ANNOTATION, &format!("LimitRanger plugin set: {}", notes.join("; ")));
        }
        Ok(())
    }
}

impl Validator for LimitRanger {
    fn name(&self) -> &str {
        "LimitRanger"
    }

    fn handles(&self, operation: Operation) -> bool {
        matches!(operation, Operation::Create | Operation::Update)
    }

    fn validate(&self, attributes: &Attributes<'_>) -> Result<(), Refusal> {
        let ranges = self.ranges(attributes);
        let object = attributes.object().filter(|_| !ranges.is_empty());
        let Some(Ok(object)) = object.map(|object| object.parse::<Value>()) else { return Ok(()) };
        let spec = &object["spec"];
        let is_pod = attributes.resource().kind == "Pod";
        let pod = spec.as_object().filter(|_| is_pod);
        let claim = resources(&spec["resources"]);
        let containers = pod.map(containers).unwrap_or_default();
        let whole = pod.map(|spec| whole(spec, &containers)).unwrap_or_default();
        for range in &ranges {
            let mut errors = Vec::new();
            for limit in range {
                let parts: &[_] = match limit["type"].as_str().unwrap_or_default() {
                    "Container" if is_pod => &containers,
                    "Pod" if is_pod => std::slice::from_ref(&whole),
                    "PersistentVolumeClaim" if !is_pod => std::slice::from_ref(&claim),
                    _ => continue,
                };
                errors.extend(check(&Limit::read(limit), parts));
            }
            // The same words are said once.
            let mut said = BTreeSet::new();
            errors.retain(|error| said.insert(error.clone()));
            match errors.as_slice() {
                [] => {}
                [one] => return Err(attributes.forbidden(one)),
                all => return Err(attributes.forbidden(format!("[{}]", all.join(", ")))),
            }
        }
        Ok(())
    }
}
