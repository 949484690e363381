//! Defaults made complete: pruned against their own schema, then every default below them
//! applied, so that inserting one at run time is copying constant bytes.
// apiextensions-apiserver: defaulting/{algorithm,prune}.go

use super::Json;
use crate::schema::{Items, Schema, SchemaOrBool};

/// The complete default of a schema, if it has one.
pub(crate) fn complete(schema: &Schema) -> Option<Json> {
    let written = schema.default.as_ref().map(|default| Json::from_node(&default.value))?;
    // The server takes a null for no default.
    if written == Json::Null {
        return None;
    }
    let mut value = written;
    prune(&mut value, Some(schema));
    apply(&mut value, schema);
    Some(value)
}

/// Drops what the schema does not know.
fn prune(value: &mut Json, schema: Option<&Schema>) {
    let preserve = schema.is_some_and(preserves);
    match value {
        Json::Object(members) => {
            let embedded = schema.is_some_and(|schema| is_true(schema.x_embedded_resource.as_ref()));
            members.retain_mut(|(key, value)| {
                if embedded && matches!(key.as_str(), "apiVersion" | "kind" | "metadata") {
                    return true;
                }
                if let Some(known) = schema.and_then(|schema| property(schema, key)) {
                    prune(value, Some(known));
                    return true;
                }
                match schema.and_then(|schema| schema.additional_properties.as_ref()).map(|at| &*at.value) {
                    Some(SchemaOrBool::Schema(each)) => prune(value, Some(each)),
                    Some(SchemaOrBool::Bool(_)) => prune(value, None),
                    None => return preserve,
                }
                true
            });
        }
        Json::Array(items) => {
            let schema = schema.and_then(item);
            if schema.is_none() && preserve {
                return;
            }
            for value in items {
                prune(value, schema);
            }
        }
        _ => {}
    }
}

/// Applies defaults below a value, top down.
fn apply(value: &mut Json, schema: &Schema) {
    match value {
        Json::Object(members) => {
            for known in schema.properties.iter().flat_map(|at| &at.value) {
                let Some(default) = written_default(&known.schema) else {
                    continue;
                };
                match members.iter_mut().find(|(key, _)| *key == known.name) {
                    Some((_, value)) if *value == Json::Null && !is_true(known.schema.nullable.as_ref()) => {
                        *value = default;
                    }
                    Some(_) => {}
                    None => members.push((known.name.clone(), default)),
                }
            }
            for (key, value) in members {
                if let Some(known) = property(schema, key) {
                    apply(value, known);
                } else if let Some(SchemaOrBool::Schema(each)) =
                    schema.additional_properties.as_ref().map(|at| &*at.value)
                {
                    replace_null(value, each);
                    apply(value, each);
                }
            }
        }
        Json::Array(items) => {
            let Some(each) = item(schema) else { return };
            for value in items {
                replace_null(value, each);
                apply(value, each);
            }
        }
        _ => {}
    }
}

fn replace_null(value: &mut Json, schema: &Schema) {
    if *value == Json::Null
        && !is_true(schema.nullable.as_ref())
        && let Some(default) = written_default(schema)
    {
        *value = default;
    }
}

fn written_default(schema: &Schema) -> Option<Json> {
    let mut value = schema.default.as_ref().map(|default| Json::from_node(&default.value))?;
    if value == Json::Null {
        return None;
    }
    prune(&mut value, Some(schema));
    Some(value)
}

fn property<'s>(schema: &'s Schema, name: &str) -> Option<&'s Schema> {
    schema
        .properties
        .as_ref()?
        .value
        .iter()
        .find(|property| property.name == name)
        .map(|property| &property.schema)
}

fn item(schema: &Schema) -> Option<&Schema> {
    match schema.items.as_ref().map(|at| &at.value)? {
        Items::One(each) => Some(each),
        Items::Each(_) => None,
    }
}

fn preserves(schema: &Schema) -> bool {
    is_true(schema.x_preserve_unknown_fields.as_ref())
}

fn is_true(flag: Option<&crate::schema::At<bool>>) -> bool {
    flag.is_some_and(|at| at.value)
}
