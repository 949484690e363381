//! Fills in the defaults of Kubernetes' own kinds. In: an object, and the definitions of the kinds. Out: the
//! object with the defaults that a server fills in when it decodes the object, as Go writes it.
//!
//! Constant defaults are in `constants.yaml`, and defaults that depend on other fields in `dependent`, `pods`
//! and `workloads`. Easy to break: an outer type gets its defaults before the types in it, and constants come
//! before dependent defaults.

mod absent;
mod dependent;
mod pods;
mod workloads;

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use crdc_admission::{Attributes, Operation};
use crdc_kubernetes::{Definition, Kinds, Shape, Type, encode, encode_decoded};
use serde_json::{Map, Value};

use super::conversion_webhook;
use super::native::is_definition;
use super::new::jobs::template_labels;
use crate::apimachinery::native_kinds::NativeKinds;
use crate::apimachinery::yaml::from_yaml;
use absent::set_absent;

/// The prefix of the names of Kubernetes' own types.
const PREFIX: &str = "io.k8s.api.";

/// The constant defaults by type and field.
type Constants = BTreeMap<String, Map<String, Value>>;

/// The defaults of all kinds. Clones share the constants.
#[derive(Clone)]
pub(crate) struct Defaults {
    kinds: NativeKinds,
    constants: Arc<OnceLock<Constants>>,
}

impl Defaults {
    pub(crate) fn new(kinds: NativeKinds) -> Defaults {
        Defaults { kinds, constants: Arc::default() }
    }

    /// The definitions of the kinds.
    pub(crate) fn kinds(&self) -> Option<&Kinds> {
        self.kinds.get()
    }

    /// Replaces the object of a request by a decoded one with its defaults, as Go writes it. A definition
    /// keeps its empty lists and maps; `Written` leaves them out.
    pub(crate) fn complete(
        &self,
        definition: &Definition,
        mut value: Value,
        attributes: &mut Attributes<'_>,
    ) {
        let resource = *attributes.resource();
        // The strategy of the kind sets the labels of a new Job: its template has more labels then.
        let is_job_update = attributes.operation() == Operation::Update
            && (resource.group, resource.kind) == ("batch", "Job");
        let (Some(kinds), Some(object)) = (self.kinds.get(), attributes.object_mut()) else { return };
        fill(kinds, self.constants(), definition, &mut value);
        if is_job_update && let Value::Object(job) = &mut value {
            template_labels(job);
        }
        let is_definition = is_definition(resource.group, resource.kind);
        // The rules of definitions tell empty lists and maps from missing ones.
        let encode = if is_definition { encode_decoded } else { encode };
        let text = encode(kinds, definition, &value);
        if text.as_bytes() != object.bytes() {
            object.replace(text.as_bytes());
        }
        if is_definition {
            conversion_webhook::remove_unset(object);
        }
    }

    fn constants(&self) -> &Constants {
        self.constants.get_or_init(|| {
            let text = from_yaml(include_bytes!("constants.yaml"));
            // A test reads all constants, so this does not fail.
            text.ok().and_then(|text| serde_json::from_slice(&text).ok()).unwrap_or_default()
        })
    }
}

/// Fills in the defaults of an object of a type, and of the objects in it.
fn fill(kinds: &Kinds, constants: &Constants, definition: &Definition, value: &mut Value) {
    let (Shape::Struct(fields), Value::Object(object)) = (&definition.shape, value) else { return };
    let name = definition.name.strip_prefix(PREFIX).unwrap_or(&definition.name);
    for (field, default) in constants.get(name).into_iter().flatten() {
        set_absent(object, field, default.clone());
    }
    dependent::fill(name, object);
    for field in fields {
        if let Some(value) = object.get_mut(&field.name) {
            inside(kinds, constants, &field.value, value);
        }
    }
}

fn inside(kinds: &Kinds, constants: &Constants, of: &Type, value: &mut Value) {
    match of {
        Type::Named(id) => {
            if let Some(definition) = kinds.get(*id) {
                fill(kinds, constants, definition, value);
            }
        }
        Type::List(of, _) => {
            let items = value.as_array_mut().into_iter().flatten();
            items.for_each(|item| inside(kinds, constants, of, item));
        }
        Type::Map(of) => {
            let values = value.as_object_mut().into_iter().flatten();
            values.for_each(|(_, value)| inside(kinds, constants, of, value));
        }
        Type::String | Type::Bytes | Type::Bool | Type::Int32 | Type::Int64 | Type::Double | Type::Any => {}
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    /// A misspelt type or field would be a default that is never filled in.
    #[test]
    fn every_constant_is_of_a_field_of_a_type() {
        let kinds = NativeKinds::default();
        let kinds = kinds.get().unwrap();
        let text = from_yaml(include_bytes!("constants.yaml")).unwrap();
        let constants: Constants = serde_json::from_slice(&text).unwrap();
        assert!(constants.len() > 40);
        let find = |name: &str| {
            let found = kinds.named(&format!("{PREFIX}{name}")).or_else(|| kinds.named(name));
            found.unwrap_or_else(|| panic!("no type {name}"))
        };
        for (name, fields) in &constants {
            let definition = find(name);
            fields.keys().for_each(|field| assert!(definition.field(field).is_some(), "{name}.{field}"));
        }
        assert!(dependent::TYPES.is_sorted_by_key(|(name, _)| *name));
        for (name, _) in dependent::TYPES {
            find(name);
        }
    }
}
