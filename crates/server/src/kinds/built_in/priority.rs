//! The plugin Priority: resolves the class of a Pod. In: a Pod, and the PriorityClasses of the server. Out:
//! the Pod with its priority, or a refusal. At most one class is the default.
// kubernetes: plugin/pkg/admission/priority/admission.go

use std::sync::Arc;

use crdc_admission::{Attributes, Mutator, Object, Operation, Refusal, Validator};
use serde_json::{Value, json};

use super::spec::edit_spec;
use crate::storage::history::History;

/// The resource of PriorityClasses.
pub(crate) const CLASSES: &str = "priorityclasses.scheduling.k8s.io";

/// The classes that every cluster has: their names, values and descriptions.
// kubernetes: pkg/apis/scheduling/v1/helpers.go, pkg/registry/scheduling/rest/storage_scheduling.go
const SYSTEM: [(&str, i64, &str); 2] = [
    (
        "system-cluster-critical",
        2_000_000_000,
        "Used for system critical pods that must run in the cluster, but can be moved to another node if necessary.",
    ),
    (
        "system-node-critical",
        2_000_001_000,
        "Used for system critical pods that must not be moved from their current node.",
    ),
];

/// The objects of the classes that every cluster has, by name.
pub(crate) fn system_classes(
    now: &str,
    uid: impl Fn() -> String,
) -> impl Iterator<Item = (&'static str, Vec<u8>)> {
    let object = move |(name, value, description): (&'static str, i64, &str)| {
        let object = json!({"kind": "PriorityClass", "apiVersion": "scheduling.k8s.io/v1",
            "metadata": {"name": name, "uid": uid(), "generation": 1, "creationTimestamp": now,
                "managedFields": [{"manager": "kube-apiserver", "operation": "Update",
                    "apiVersion": "scheduling.k8s.io/v1", "time": now, "fieldsType": "FieldsV1",
                    "fieldsV1": {"f:description": {}, "f:preemptionPolicy": {}, "f:value": {}}}]},
            "value": value, "description": description, "preemptionPolicy": "PreemptLowerPriority"});
        (name, object.to_string().into_bytes())
    };
    SYSTEM.into_iter().map(object)
}

/// Whether a resource and a name are those of a class that every cluster has.
pub(crate) fn is_system_class(resource: &str, name: &str) -> bool {
    resource == CLASSES && SYSTEM.iter().any(|(of, _, _)| *of == name)
}

pub(super) struct Priority(pub(super) Arc<History>);

/// What a class sets in a Pod.
struct Class {
    name: String,
    value: i64,
    preemption: Option<String>,
}

impl Class {
    /// A class that every cluster has: it is stored when the resource is used for the first time.
    fn system(name: &str) -> Option<Class> {
        let (name, value, _) = SYSTEM.into_iter().find(|(of, _, _)| *of == name)?;
        Some(Class { name: name.to_owned(), value, ..Class::none() })
    }

    /// What counts if no class is the default.
    fn none() -> Class {
        Class { name: String::new(), value: 0, preemption: Some("PreemptLowerPriority".to_owned()) }
    }

    fn read(text: &[u8]) -> Class {
        let object = Object::of(text);
        Class {
            name: object.string(&["metadata", "name"]).unwrap_or_default().into_owned(),
            value: object.integer(&["value"]).unwrap_or_default(),
            preemption: object.string(&["preemptionPolicy"]).map(|policy| policy.into_owned()),
        }
    }
}

/// The class that is the default: that with the lowest value, if there are several.
fn default_class(history: &History) -> Option<Class> {
    let all = history.snapshot(CLASSES, None, None).ok()?.objects;
    let defaults = all.iter().filter(|(_, text)| Object::of(text).get(&["globalDefault"]) == Some(b"true"));
    defaults.map(|(_, text)| Class::read(text)).min_by_key(|class| class.value)
}

impl Mutator for Priority {
    fn name(&self) -> &str {
        "Priority"
    }

    fn handles(&self, operation: Operation) -> bool {
        matches!(operation, Operation::Create | Operation::Update)
    }

    fn apply_mutations(&self, attributes: &mut Attributes<'_>) -> Result<(), Refusal> {
        if attributes.subresource().is_some() {
            return Ok(());
        }
        if attributes.operation() == Operation::Update {
            return keep(attributes);
        }
        edit_spec(attributes, |spec| self.resolve(spec))
    }
}

impl Priority {
    /// Sets the priority of the class that a Pod names, or of the default class. The error is the text of a
    /// refusal.
    // priority/admission.go admitPod, establishPriority
    fn resolve(&self, spec: &mut Object<'_>) -> Result<(), String> {
        let name = spec.string(&["priorityClassName"]).unwrap_or_default().into_owned();
        let Class { name, value, preemption } = if name.is_empty() {
            default_class(&self.0).unwrap_or_else(Class::none)
        } else {
            let class = self.0.get(CLASSES, "", &name).map(|text| Class::read(&text));
            let class = class.or_else(|| Class::system(&name));
            class.ok_or_else(|| format!("no PriorityClass with name {name} was found"))?
        };
        if let Some(given) = spec.integer(&["priority"]).filter(|given| *given != value) {
            return Err(format!(
                "the integer value of priority ({given}) must not be provided in pod spec; priority admission controller \
                 computed {value} from the given PriorityClass name"
            ));
        }
        let given = spec.string(&["preemptionPolicy"]).unwrap_or_default();
        if let Some(policy) = preemption.as_ref().filter(|policy| !given.is_empty() && **policy != given) {
            return Err(format!(
                "the string value of PreemptionPolicy ({given}) must not be provided in pod spec; priority admission \
                 controller computed {policy} from the given PriorityClass name"
            ));
        }
        if !name.is_empty() {
            spec.set_string(&["priorityClassName"], &name);
        }
        spec.set(&["priority"], value.to_string().as_bytes());
        if let Some(policy) = preemption {
            spec.set_string(&["preemptionPolicy"], &policy);
        }
        Ok(())
    }
}

/// Keeps the priority of a stored Pod in an update that does not name it.
fn keep(attributes: &mut Attributes<'_>) -> Result<(), Refusal> {
    let Some(old) = attributes.old_object() else { return Ok(()) };
    let Some(before) = old.get(&["spec"]).map(<[u8]>::to_vec) else { return Ok(()) };
    edit_spec(attributes, |spec| {
        for field in ["priority", "preemptionPolicy"] {
            let is_absent = spec.get(&[field]).is_none_or(|value| value == b"null");
            if let Some(before) = Object::of(&before).get(&[field]).filter(|_| is_absent) {
                spec.set(&[field], before);
            }
        }
        Ok(())
    })
}

/// Refuses a second default class.
pub(super) struct OneDefault(pub(super) Arc<History>);

impl Validator for OneDefault {
    fn name(&self) -> &str {
        "Priority"
    }

    fn handles(&self, operation: Operation) -> bool {
        matches!(operation, Operation::Create | Operation::Update)
    }

    fn validate(&self, attributes: &Attributes<'_>) -> Result<(), Refusal> {
        let class = attributes.object().and_then(|object| object.parse::<Value>().ok()).unwrap_or_default();
        if class["globalDefault"] != true {
            return Ok(());
        }
        match default_class(&self.0) {
            Some(other) if attributes.operation() == Operation::Create || other.name != attributes.name() => {
                let name = other.name;
                Err(attributes.forbidden(format!(
                    "PriorityClass {name} is already marked as default. Only one default can exist"
                )))
            }
            _ => Ok(()),
        }
    }
}
