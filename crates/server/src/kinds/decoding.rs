//! Decodes objects of Kubernetes' own kinds as Go does. In: an object from a request. Out: the object without
//! unknown fields, with its defaults, as Go writes it; and a warning or an error for each unknown field, or
//! the error of a value that has a wrong type.
//!
//! Easy to break: unknown fields and wrong types are reported for the object of the request, before defaults
//! are filled in and other mutators replace values. The extensions that crdc adds to schemas stay and are not
//! reported.
// apiserver: pkg/endpoints/handlers/create.go: strict decoding

use crdc::{Cause, DecodeStage, Undecodable};
use crdc_admission::{Attributes, Mutator, Object, Operation, Refusal};
use crdc_apply::go_json;
use crdc_kubernetes::{Definition, Kinds, Problem, Request, Said, Shape, Type, validate};
use crdc_schema::is_extension;
use crdc_source::json_value;
use crdc_vocabulary::go::quote;
use crdc_vocabulary::messages::STRICT_DECODING;
use serde_json::Value;

use super::api_version;
use super::defaults::Defaults;
use super::native::{is_definition, undecodable};
use super::new;

/// The Go type of the schemas of definitions; also the prefix of the names of types that may be such a
/// schema.
const SCHEMA: &str = "JSONSchemaProps";

/// A mutator that reports unknown fields and drops them, completes the object with its defaults, and writes
/// it as Go does.
///
/// Field owners are tracked after it: on servers a writer owns the defaults of its object.
#[derive(Clone)]
pub(crate) struct Decoding(pub(crate) Defaults);

/// The same mutator for an object that a webhook changed: unknown fields are dropped without a report, and an
/// object that cannot be decoded is an internal error.
// apiserver: pkg/admission/plugin/webhook/mutating/dispatcher.go callAttrMutatingHook
pub(crate) struct DecodingAgain(pub(crate) Defaults);

impl Mutator for Decoding {
    fn name(&self) -> &str {
        "decoding"
    }

    fn handles(&self, operation: Operation) -> bool {
        matches!(operation, Operation::Create | Operation::Update)
    }

    fn apply_mutations(&self, attributes: &mut Attributes<'_>) -> Result<(), Refusal> {
        decode(&self.0, attributes, report)
    }
}

impl Mutator for DecodingAgain {
    fn name(&self) -> &str {
        "decoding"
    }

    fn handles(&self, operation: Operation) -> bool {
        matches!(operation, Operation::Create | Operation::Update)
    }

    fn apply_mutations(&self, attributes: &mut Attributes<'_>) -> Result<(), Refusal> {
        decode(&self.0, attributes, |_, problems, unconverted| {
            let error = undecodable(problems).map(|(_, error)| error).or(unconverted);
            error.map_or(Ok(()), |error| Err(Refusal::internal(error)))
        })
    }
}

/// Drops unknown fields of an object, completes it, and writes it as Go does. `report` gets the problems of
/// an object that has unknown fields or values of wrong types, and the error of a failed conversion.
fn decode(
    defaults: &Defaults,
    attributes: &mut Attributes<'_>,
    report: impl Fn(&Attributes<'_>, &[Problem], Option<&str>) -> Result<(), Refusal>,
) -> Result<(), Refusal> {
    let resource = *attributes.resource();
    let (Some(kinds), Some(object)) = (defaults.kinds(), attributes.object()) else { return Ok(()) };
    let api_version = api_version(resource.group, resource.version);
    let Some(definition) = kinds.resource(&api_version, resource.kind) else { return Ok(()) };
    // The validators refuse a value that nests too deep.
    let Ok(mut value) = object.parse::<Value>() else { return Ok(()) };
    let mut walk = Walk { kinds, is_faulty: false };
    walk.object(definition, &mut value);
    let unconverted = new::unconvertible(resource.group, resource.kind, &value);
    // Most objects have neither unknown fields nor values of wrong types.
    if walk.is_faulty || unconverted.is_some() {
        let node = std::str::from_utf8(object.bytes()).ok().and_then(json_value);
        let problems = node.map(|node| validate(kinds, definition, Request::create(&node)));
        report(attributes, &problems.unwrap_or_default(), unconverted.as_deref())?;
    }
    defaults.complete(definition, value, attributes);
    Ok(())
}

/// Refuses an object that cannot be decoded, or converted afterwards. Refuses unknown fields or warns of
/// them, depending on the option of the request.
fn report(
    attributes: &Attributes<'_>,
    problems: &[Problem],
    unconverted: Option<&str>,
) -> Result<(), Refusal> {
    let options = Object::of(attributes.options().unwrap_or_default());
    let option = |name: &str| options.string(&[name]).unwrap_or_default();
    let is_patch = option("kind") == "PatchOptions";
    let unconverted = unconverted.map(|error| {
        let of = attributes.resource();
        let message =
            format!("{0} in version {1} cannot be handled as a {0}: {error}", of.kind, quote(of.version));
        (message, error)
    });
    // Definitions alone have schemas, whose extensions stay.
    let is_definition = is_definition(attributes.resource().group, attributes.resource().kind);
    if let Some((message, error)) = undecodable(problems).or(unconverted) {
        // The rule of definitions knows the paths in schemas.
        if is_definition {
            return Ok(());
        }
        return Err(if is_patch {
            invalid_patch(attributes, error)
        } else {
            Refusal::cannot_decode(message, Undecodable::new(DecodeStage::Object, error))
        });
    }
    let is_kept =
        |problem: &Problem| is_definition && problem.path.rsplit('.').next().is_some_and(is_extension);
    let mut fields = problems.iter().filter_map(|problem| match &problem.said {
        Said::UnknownField { target, error } if !is_kept(problem) => Some((target, error.as_str())),
        _ => None,
    });
    match &*option("fieldValidation") {
        "Ignore" => {}
        "" | "Warn" => fields.for_each(|(_, field)| attributes.warn(field)),
        _ => {
            if let Some((target, first)) = fields.next() {
                let all: Vec<&str> = std::iter::once(first).chain(fields.map(|(_, field)| field)).collect();
                let why = format!("{STRICT_DECODING}{}", all.join(", "));
                return Err(if is_patch {
                    invalid_patch(attributes, &why)
                } else {
                    let fields = Undecodable::new(DecodeStage::Fields, all.join(", "));
                    Refusal::cannot_decode(format!("{target}{why}"), fields)
                });
            }
        }
    }
    Ok(())
}

/// The refusal of a patch after which the object cannot be decoded, or has unknown fields.
// apiserver: pkg/endpoints/handlers/patch.go jsonPatcher.applyPatchToCurrentObject
fn invalid_patch(attributes: &Attributes<'_>, why: &str) -> Refusal {
    let patched = attributes.object().and_then(|object| object.parse::<Value>().ok()).unwrap_or_default();
    let why = format!("Invalid value: {}: {why}", quote(&go_json(&patched)));
    Refusal::invalid(["", "", ""], vec![Cause::new("FieldValueInvalid", why, "patch")])
}

/// A walk through an object that drops unknown fields.
struct Walk<'k> {
    kinds: &'k Kinds,
    /// Whether a field was dropped, or a value has a wrong type.
    is_faulty: bool,
}

impl Walk<'_> {
    /// Drops the fields of a value that its type does not have.
    fn object(&mut self, definition: &Definition, value: &mut Value) {
        match &definition.shape {
            // A type without fields may have any field.
            Shape::Struct(fields) if !fields.is_empty() => {}
            Shape::Any => return self.schemas(definition, value),
            _ => return,
        }
        let Value::Object(object) = value else {
            self.is_faulty |= !value.is_null();
            return;
        };
        let is_schema = definition.go_name() == SCHEMA;
        object.retain(|name, value| match definition.field(name) {
            Some(field) => {
                self.value(&field.value, value);
                true
            }
            None => {
                let is_kept = is_schema && is_extension(name);
                self.is_faulty |= !is_kept;
                is_kept
            }
        });
    }

    fn value(&mut self, of: &Type, value: &mut Value) {
        match (of, value) {
            (Type::Named(id), value) => {
                if let Some(definition) = self.kinds.get(*id) {
                    self.object(definition, value);
                }
            }
            (Type::List(of, _), Value::Array(items)) => {
                items.iter_mut().for_each(|item| self.value(of, item))
            }
            (Type::Map(of), Value::Object(values)) => {
                values.values_mut().for_each(|value| self.value(of, value))
            }
            (_, Value::Null)
            | (Type::Any, _)
            | (Type::Bool, Value::Bool(_))
            | (Type::String | Type::Bytes, Value::String(_))
            | (Type::Int32 | Type::Int64 | Type::Double, Value::Number(_)) => {}
            _ => self.is_faulty = true,
        }
    }

    /// Handles types that are a schema, or a list of schemas, or another type.
    fn schemas(&mut self, definition: &Definition, value: &mut Value) {
        let Some(package) = definition.name.strip_suffix(definition.go_name()) else { return };
        if !definition.go_name().starts_with(SCHEMA) {
            return;
        }
        let Some(schema) = self.kinds.named(&format!("{package}{SCHEMA}")) else { return };
        match value {
            Value::Array(items) => items.iter_mut().for_each(|item| self.object(schema, item)),
            // `JSONSchemaPropsOrBool` and `JSONSchemaPropsOrStringArray`.
            Value::Object(_) => self.object(schema, value),
            _ => {}
        }
    }
}
