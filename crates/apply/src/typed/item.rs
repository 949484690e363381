//! Converts items of lists to path elements: by their keys, with defaults for absent keys, or by their value.
//!
//! An absent key without a default is left out: an item without the key is a different item.
//
// structured-merge-diff: typed/helpers.go

use serde_json::Value;

use crate::path::PathElement;
use crate::schema::{List, Relationship, Schema};
use crdc_vocabulary::go::quote;

/// The path element of an item.
pub(super) fn element_of(
    schema: &Schema,
    list: &List,
    relationship: Relationship,
    item: &Value,
) -> Result<PathElement, String> {
    if relationship != Relationship::Associative {
        return Err("invalid indexing of non-associative list".to_owned());
    }
    if list.keys.is_empty() {
        return by_value(item);
    }
    let map = match item {
        Value::Object(map) => map,
        Value::Null => return Err("associative list with keys may not have a null element".to_owned()),
        _ => return Err("associative list with keys may not have non-map elements".to_owned()),
    };
    let mut fields = Vec::with_capacity(list.keys.len());
    for key in &list.keys {
        let value = match map.get(key) {
            Some(value) => Some(value),
            None => default_of(schema, list, key)?,
        };
        if let Some(value) = value {
            fields.push((key.clone(), value.clone()));
        }
    }
    if fields.is_empty() {
        let keys: Vec<String> = list.keys.iter().map(|key| quote(key)).collect();
        return Err(format!(
            "associative list with keys has an element that omits all key fields [{}] (and doesn't have default values for any key fields)",
            keys.join(" ")
        ));
    }
    Ok(PathElement::from_fields(fields))
}

/// The path element of an item of a pruned value, which may have no keys. The server gives all items without
/// keys one element of no kind; here such an element has no keys.
pub(super) fn element_of_any(
    schema: &Schema,
    list: &List,
    relationship: Relationship,
    item: &Value,
) -> PathElement {
    element_of(schema, list, relationship, item).unwrap_or_else(|_| PathElement::from_fields(Vec::new()))
}

fn default_of<'s>(schema: &'s Schema, list: &List, key: &str) -> Result<Option<&'s Value>, String> {
    let problem = |words: &str| format!("couldn't find default value for {key}: {words}");
    let element = schema.resolve(list.element).ok_or_else(|| problem("invalid elementType for list"))?;
    let (map, _) = element.map.ok_or_else(|| problem("associative list may not have non-map types"))?;
    Ok(map.find(key).and_then(|field| field.default.as_ref()))
}

fn by_value(item: &Value) -> Result<PathElement, String> {
    match item {
        Value::Object(_) => Err("associative list without keys has an element that's a map type".to_owned()),
        Value::Array(_) => Err("not supported: associative list with lists as elements".to_owned()),
        Value::Null => Err("associative list without keys has an element that's an explicit null".to_owned()),
        scalar => Ok(PathElement::value(scalar.clone())),
    }
}
