//! Completes defaults: they are pruned against their schema and all nested defaults are applied, so that
//! inserting one at run time copies constant bytes.
// apiextensions-apiserver: defaulting/{algorithm,prune}.go

use std::collections::HashMap;

use crate::references::{Definitions, Parts};
use crate::{At, Items, Schema, SchemaOrBool};
use crdc_source::json::Json;

/// The depth to which defaults are applied within a default: definitions can be recursive.
const MAX_DEPTH: usize = 256;

/// The number of defaults that may be applied within a default: definitions can double at every level.
pub const MOST: usize = 1 << 13;

/// The complete default of a schema that may refer to definitions, if it has one.
#[must_use]
pub fn complete_with(schema: &Schema, definitions: &Definitions) -> Option<Json> {
    // Without definitions, the number of defaults is bounded by the document.
    let mut left = if definitions.all().is_empty() { usize::MAX } else { MOST };
    bounded(schema, definitions, &mut left)
}

/// The default of a schema, which decrements `left` for each default applied. At zero, the default is
/// considered infinite and is left incomplete.
pub fn bounded(schema: &Schema, definitions: &Definitions, left: &mut usize) -> Option<Json> {
    let parts = Parts::of(schema, definitions);
    let mut value = written(&parts, definitions)?;
    Filling { definitions, left }.apply(&mut value, &parts, 0);
    Some(value)
}

/// Removes what the schema does not specify.
fn prune(value: &mut Json, schema: Option<&Parts<'_>>, definitions: &Definitions) {
    let preserve = schema.is_some_and(|schema| schema.any(preserves));
    match value {
        Json::Object(members) => {
            let embedded = schema.is_some_and(|schema| schema.any(Schema::is_embedded_resource));
            members.retain_mut(|(key, value)| {
                if embedded && matches!(key.as_str(), "apiVersion" | "kind" | "metadata") {
                    return true;
                }
                if let Some(known) = schema.and_then(|schema| schema.property(key)) {
                    prune(value, Some(&Parts::of(&known.schema, definitions)), definitions);
                    return true;
                }
                match schema.and_then(|schema| schema.find(additional)) {
                    Some(SchemaOrBool::Schema(each)) => {
                        prune(value, Some(&Parts::of(each, definitions)), definitions);
                    }
                    Some(SchemaOrBool::Bool(_)) => prune(value, None, definitions),
                    None => return preserve,
                }
                true
            });
        }
        Json::Array(items) => {
            let schema = schema.and_then(|schema| schema.find(item));
            if schema.is_none() && preserve {
                return;
            }
            let schema = schema.map(|schema| Parts::of(schema, definitions));
            for value in items {
                prune(value, schema.as_ref(), definitions);
            }
        }
        _ => {}
    }
}

/// Applies defaults within a value, top down.
struct Filling<'d, 'l> {
    definitions: &'d Definitions,
    left: &'l mut usize,
}

impl Filling<'_, '_> {
    fn apply(&mut self, value: &mut Json, schema: &Parts<'_>, depth: usize) {
        if depth > MAX_DEPTH {
            *self.left = 0;
        }
        let definitions = self.definitions;
        match value {
            Json::Object(members) => {
                let places: HashMap<String, usize> =
                    members.iter().enumerate().map(|(place, (key, _))| (key.clone(), place)).collect();
                for known in schema.find(|part| part.properties.as_ref()).iter().flat_map(|at| &at.value) {
                    let known_schema = Parts::of(&known.schema, definitions);
                    let Some(default) = written(&known_schema, definitions) else {
                        continue;
                    };
                    // Property names are unique, so a new member is not looked up again.
                    match places.get(&known.name).and_then(|place| members.get_mut(*place)) {
                        Some((_, value)) if *value == Json::Null && !is_nullable(&known_schema) => {
                            *value = default;
                        }
                        Some(_) => {}
                        None => match self.left.checked_sub(1) {
                            Some(left) => {
                                *self.left = left;
                                members.push((known.name.clone(), default));
                            }
                            None => return,
                        },
                    }
                }
                for (key, value) in members {
                    if let Some(known) = schema.property(key) {
                        self.apply(value, &Parts::of(&known.schema, definitions), depth + 1);
                    } else if let Some(SchemaOrBool::Schema(each)) = schema.find(additional) {
                        let each = Parts::of(each, definitions);
                        replace_null(value, &each, definitions);
                        self.apply(value, &each, depth + 1);
                    }
                }
            }
            Json::Array(items) => {
                let Some(each) = schema.find(item) else { return };
                let each = Parts::of(each, definitions);
                for value in items {
                    replace_null(value, &each, definitions);
                    self.apply(value, &each, depth + 1);
                }
            }
            _ => {}
        }
    }
}

fn replace_null(value: &mut Json, schema: &Parts<'_>, definitions: &Definitions) {
    if *value == Json::Null
        && !is_nullable(schema)
        && let Some(default) = written(schema, definitions)
    {
        *value = default;
    }
}

/// The default as written, pruned. The server treats null as no default.
fn written(schema: &Parts<'_>, definitions: &Definitions) -> Option<Json> {
    let mut value =
        schema.find(|part| part.default.as_ref()).map(|default| Json::from_node(&default.value))?;
    if value == Json::Null {
        return None;
    }
    prune(&mut value, Some(schema), definitions);
    Some(value)
}

fn additional(schema: &Schema) -> Option<&SchemaOrBool> {
    schema.additional_properties.as_ref().map(|at| &*at.value)
}

fn item(schema: &Schema) -> Option<&Schema> {
    match schema.items.as_ref().map(|at| &at.value)? {
        Items::One(each) => Some(each),
        Items::Each(_) => None,
    }
}

fn preserves(schema: &Schema) -> bool {
    schema.x_preserve_unknown_fields.as_ref().is_some_and(|at: &At<bool>| at.value)
}

fn is_nullable(schema: &Parts<'_>) -> bool {
    schema.find(|part| part.nullable.as_ref()).is_some_and(|at| at.value)
}
