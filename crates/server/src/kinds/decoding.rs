//! Decodes objects of Kubernetes' own kinds as Go does. In: an object from a request. Out: the object without
//! unknown fields, with its defaults, as Go writes it; and a warning or an error for each unknown field.
//!
//! Easy to break: unknown fields are reported for the object of the request, before defaults are filled in.
//! The extensions that crdc adds to schemas stay and are not reported.
// apiserver: pkg/endpoints/handlers/create.go: strict decoding

use std::collections::BTreeSet;

use crdc::{Cause, DecodeStage, Undecodable};
use crdc_admission::{Attributes, Mutator, Object, Operation, Refusal};
use crdc_apply::go_json;
use crdc_kubernetes::{Definition, Kinds, Problem, Request, Said, Shape, Type, validate};
use crdc_schema::is_extension;
use crdc_source::{Source, parse_json};
use crdc_vocabulary::go::quote;
use crdc_vocabulary::messages::STRICT_DECODING;
use serde_json::Value;

use super::api_version;
use super::defaults::Defaults;

/// The Go type of the schemas of definitions; also the prefix of the names of types that may be such a
/// schema.
const SCHEMA: &str = "JSONSchemaProps";

/// A mutator that reports unknown fields and drops them, completes the object with its defaults, and writes
/// it as Go does.
///
/// Field owners are tracked after it: on servers a writer owns the defaults of its object.
#[derive(Clone)]
pub(crate) struct Decoding(pub(crate) Defaults);

impl Mutator for Decoding {
    fn name(&self) -> &str {
        "decoding"
    }

    fn handles(&self, operation: Operation) -> bool {
        matches!(operation, Operation::Create | Operation::Update)
    }

    fn apply_mutations(&self, attributes: &mut Attributes<'_>) -> Result<(), Refusal> {
        let resource = *attributes.resource();
        let (Some(kinds), Some(object)) = (self.0.kinds(), attributes.object()) else { return Ok(()) };
        let api_version = api_version(resource.group, resource.version);
        let Some(definition) = kinds.resource(&api_version, resource.kind) else { return Ok(()) };
        // The validators refuse a value that nests too deep.
        let Ok(mut value) = object.parse::<Value>() else { return Ok(()) };
        let mut walk = Walk { kinds, path: String::new(), dropped: BTreeSet::new() };
        walk.object(definition, &mut value);
        // Most objects have no unknown fields.
        if !walk.dropped.is_empty() {
            let text = String::from_utf8_lossy(object.bytes()).into_owned();
            let node = parse_json(&Source::new("object", text)).0.pop();
            let mut problems =
                node.map_or_else(Vec::new, |node| validate(kinds, definition, Request::create(&node)));
            // An object that cannot be decoded at all is refused by the validators instead.
            if problems.iter().any(Problem::is_undecodable) {
                return Ok(());
            }
            problems.retain(|problem| walk.dropped.contains(&problem.path));
            report(attributes, &problems)?;
        }
        self.0.complete(definition, value, attributes);
        Ok(())
    }
}

/// Refuses unknown fields or warns of them, depending on the option of the request.
fn report(attributes: &Attributes<'_>, problems: &[Problem]) -> Result<(), Refusal> {
    let options = Object::of(attributes.options().unwrap_or_default());
    let option = |name: &str| options.string(&[name]).unwrap_or_default();
    let mut fields = problems.iter().filter_map(|problem| match &problem.said {
        Said::UnknownField { target, error } => Some((target, error.as_str())),
        _ => None,
    });
    match &*option("fieldValidation") {
        "Ignore" => {}
        "" | "Warn" => fields.for_each(|(_, field)| attributes.warn(field)),
        _ => {
            if let Some((target, first)) = fields.next() {
                let all: Vec<&str> = std::iter::once(first).chain(fields.map(|(_, field)| field)).collect();
                let why = format!("{STRICT_DECODING}{}", all.join(", "));
                return Err(match &*option("kind") {
                    "PatchOptions" => invalid_patch(attributes, &why),
                    _ => {
                        let fields = Undecodable::new(DecodeStage::Fields, all.join(", "));
                        Refusal::cannot_decode(format!("{target}{why}"), fields)
                    }
                });
            }
        }
    }
    Ok(())
}

/// The refusal of a patch that leaves unknown fields in the object.
// apiserver: pkg/endpoints/handlers/patch.go jsonPatcher.applyPatchToCurrentObject
fn invalid_patch(attributes: &Attributes<'_>, why: &str) -> Refusal {
    let patched = attributes.object().and_then(|object| object.parse::<Value>().ok()).unwrap_or_default();
    let why = format!("Invalid value: {}: {why}", quote(&go_json(&patched)));
    Refusal::invalid(["", "", ""], vec![Cause::new("FieldValueInvalid", why, "patch")])
}

/// A walk through an object that drops unknown fields.
struct Walk<'k> {
    kinds: &'k Kinds,
    /// The path of the current value in the form of the strict decoder:
    /// `spec.containers[0].resources.limits.cpu`.
    path: String,
    /// The paths of the fields that were dropped.
    dropped: BTreeSet<String>,
}

impl Walk<'_> {
    /// Drops the fields of an object that its type does not have.
    fn object(&mut self, definition: &Definition, value: &mut Value) {
        match &definition.shape {
            // A type without fields may have any field.
            Shape::Struct(fields) if !fields.is_empty() => {}
            Shape::Any => return self.schemas(definition, value),
            _ => return,
        }
        let Value::Object(object) = value else { return };
        let is_schema = definition.go_name() == SCHEMA;
        object.retain(|name, value| {
            let depth = self.enter(name);
            let field = definition.field(name);
            let is_known = field.is_some() || is_schema && is_extension(name);
            match field {
                Some(field) => self.value(&field.value, value),
                None if is_known => {}
                None => drop(self.dropped.insert(self.path.clone())),
            }
            self.path.truncate(depth);
            is_known
        });
    }

    fn value(&mut self, of: &Type, value: &mut Value) {
        match (of, value) {
            (Type::Named(id), value) => {
                if let Some(definition) = self.kinds.get(*id) {
                    self.object(definition, value);
                }
            }
            (Type::List(of, _), Value::Array(items)) => self.items(items, |walk, item| walk.value(of, item)),
            (Type::Map(of), Value::Object(values)) => {
                for (key, value) in values {
                    let depth = self.enter(key);
                    self.value(of, value);
                    self.path.truncate(depth);
                }
            }
            _ => {}
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
            Value::Array(items) => self.items(items, |walk, item| walk.object(schema, item)),
            value => self.object(schema, value),
        }
    }

    fn items(&mut self, items: &mut [Value], of_item: impl Fn(&mut Self, &mut Value)) {
        for (index, item) in items.iter_mut().enumerate() {
            let depth = self.path.len();
            self.path.push_str(&format!("[{index}]"));
            of_item(self, item);
            self.path.truncate(depth);
        }
    }

    /// Appends a name to the path, and returns the previous length of the path.
    fn enter(&mut self, name: &str) -> usize {
        let depth = self.path.len();
        if depth > 0 {
            self.path.push('.');
        }
        self.path.push_str(name);
        depth
    }
}
