//! Fields that one of Kubernetes' own kinds does not have. In: an object as it was sent. Out: the object without them, and what is said of them.
//!
//! Easy to break: what is unknown is said of the object that was sent, before anything is filled in.
// apiserver: pkg/endpoints/handlers/create.go: strict decoding

use crdc_admission::{Attributes, Mutator, Object, Operation, Refusal};
use crdc_codegen::source::{Source, parse_json};
use crdc_kubernetes::{Definition, Kinds, Problem, Request, Shape, Type, UNKNOWN_FIELD, validate};
use serde_json::Value;

use super::api_version;
use crate::native_kinds::NativeKinds;

/// What the sentence of an unknown field has before the field.
const STRICT: &str = "strict decoding error: ";

/// Says what is unknown, and drops it.
#[derive(Clone)]
pub(crate) struct UnknownFields(pub(crate) NativeKinds);

impl Mutator for UnknownFields {
    fn name(&self) -> &str {
        "decoding"
    }

    fn handles(&self, operation: Operation) -> bool {
        matches!(operation, Operation::Create | Operation::Update)
    }

    fn apply_mutations(&self, attributes: &mut Attributes<'_>) -> Result<(), Refusal> {
        let resource = *attributes.resource();
        let (Some(kinds), Some(object)) = (self.0.get(), attributes.object()) else { return Ok(()) };
        let api_version = api_version(resource.group, resource.version);
        let Some(definition) = kinds.resource(&api_version, resource.kind) else { return Ok(()) };
        // What nests too deep is left for the validators to refuse.
        let Ok(mut value) = object.parse::<Value>() else { return Ok(()) };
        if !drop_unknown(kinds, definition, &mut value) {
            return Ok(());
        }
        let node =
            parse_json(&Source::new("object", String::from_utf8_lossy(object.bytes()).into_owned())).0.pop();
        let problems = node.map_or_else(Vec::new, |node| validate(kinds, definition, Request::create(&node)));
        report(attributes, &problems)?;
        if let Some(object) = attributes.object_mut() {
            object.replace(value.to_string().as_bytes());
        }
        Ok(())
    }
}

/// Refuses or warns of unknown fields, as the request wants.
fn report(attributes: &Attributes<'_>, problems: &[Problem]) -> Result<(), Refusal> {
    let options = attributes.options().unwrap_or_default();
    let validation = Object::of(options).string(&["fieldValidation"]).unwrap_or_default().into_owned();
    // Each has the sentence of an object in which it is the only one.
    let unknown = problems.iter().filter(|problem| problem.is_of_decoding && problem.id == UNKNOWN_FIELD);
    let mut fields = unknown.filter_map(|problem| problem.message.split_once(STRICT));
    match &*validation {
        "Ignore" => {}
        "" | "Warn" => fields.for_each(|(_, field)| attributes.warn(field)),
        _ => {
            if let Some((prefix, first)) = fields.next() {
                let all: Vec<&str> = std::iter::once(first).chain(fields.map(|(_, field)| field)).collect();
                return Err(Refusal::bad_request(format!("{prefix}{STRICT}{}", all.join(", "))));
            }
        }
    }
    Ok(())
}

/// Drops the fields that a type does not have, and says whether there were any.
fn drop_unknown(kinds: &Kinds, definition: &Definition, value: &mut Value) -> bool {
    let (Shape::Struct(fields), Value::Object(object)) = (&definition.shape, value) else { return false };
    // Of a type without fields nothing is known.
    if fields.is_empty() {
        return false;
    }
    let before = object.len();
    object.retain(|name, _| definition.field(name).is_some());
    let mut dropped = object.len() < before;
    for (name, value) in object {
        if let Some(field) = definition.field(name) {
            dropped |= drop_inside(kinds, &field.value, value);
        }
    }
    dropped
}

fn drop_inside(kinds: &Kinds, of: &Type, value: &mut Value) -> bool {
    match (of, value) {
        (Type::Named(id), value) => {
            kinds.get(*id).is_some_and(|definition| drop_unknown(kinds, definition, value))
        }
        (Type::List(of, _), Value::Array(items)) => {
            items.iter_mut().fold(false, |dropped, item| drop_inside(kinds, of, item) | dropped)
        }
        (Type::Map(of), Value::Object(values)) => {
            values.values_mut().fold(false, |dropped, value| drop_inside(kinds, of, value) | dropped)
        }
        _ => false,
    }
}
