//! Converts JSON Schemas to the schemas that crdc validates with. In: a JSON Schema, as openapi2jsonschema
//! makes it of a CRD or of Kubernetes' own kinds. Out: the same as the schemas of an OpenAPI document, or
//! what of it has no such form.
//!
//! **Nothing is lost**: a keyword that constrains values and has no such form is an error. What a JSON Schema
//! leaves open stays open: only `additionalProperties: false` makes unknown fields an error. Keywords of
//! Kubernetes mean what they mean to a server: rules, lists, defaults, `nullable`, unknown fields that are
//! kept.
//
// https://github.com/yannh/kubeconform: scripts/openapi2jsonschema.py; JSON Schema draft 7, validation 6

use serde_json::{Map, Value, json};

use super::lost::{Lost, Role};
use super::references::References;

/// Keywords that mean the same in both.
const SAME: [&str; 20] = [
    "default",
    "enum",
    "format",
    "maximum",
    "maxItems",
    "maxLength",
    "maxProperties",
    "minimum",
    "minItems",
    "minLength",
    "minProperties",
    "multipleOf",
    "nullable",
    "pattern",
    "required",
    "x-kubernetes-int-or-string",
    "x-kubernetes-list-map-keys",
    "x-kubernetes-list-type",
    "x-kubernetes-map-type",
    "x-kubernetes-validations",
];

/// Keywords that constrain values and have no form in a schema of Kubernetes.
const LOST: [&str; 21] = [
    "$dynamicRef",
    "$recursiveRef",
    "additionalItems",
    "contains",
    "dependencies",
    "dependentRequired",
    "dependentSchemas",
    "disallow",
    "divisibleBy",
    "else",
    "extends",
    "if",
    "maxContains",
    "minContains",
    "patternProperties",
    "prefixItems",
    "propertyNames",
    "then",
    "unevaluatedItems",
    "unevaluatedProperties",
    "x-kubernetes-unions",
];

/// Keywords that cannot be beside a reference: draft 7 ignores them there, and later drafts do not.
const BESIDE: [&str; 11] = [
    "additionalProperties",
    "allOf",
    "anyOf",
    "const",
    "exclusiveMaximum",
    "exclusiveMinimum",
    "items",
    "not",
    "oneOf",
    "properties",
    "type",
];

const OPEN: &str = "x-kubernetes-preserve-unknown-fields";
const EMBEDDED: &str = "x-kubernetes-embedded-resource";
const LIST_TYPE: &str = "x-kubernetes-list-type";
const MAP_TYPE: &str = "x-kubernetes-map-type";
const INT_OR_STRING: &str = "x-kubernetes-int-or-string";

/// Makes of the schema of a kind what objects of Kubernetes have: their names, and metadata, which servers
/// know without a schema. Only the names in it may have one.
pub(super) fn as_kind(value: &mut Value) -> Result<(), Lost> {
    let Value::Object(members) = value else { return Err(Lost::new("it is no JSON Schema of an object")) };
    let properties = members.entry("properties").or_insert_with(|| json!({}));
    let Value::Object(properties) = properties else { return Err(Lost::new("`properties` is no object")) };
    let metadata = properties.remove("metadata").unwrap_or_default();
    let named =
        |name: &str| Some((name.to_owned(), metadata.pointer(&format!("/properties/{name}"))?.clone()));
    let names: Map<String, Value> = ["generateName", "name"].into_iter().filter_map(named).collect();
    properties.insert("metadata".to_owned(), json!({"type": "object", "properties": names}));
    for name in ["apiVersion", "kind"] {
        properties.entry(name).or_insert_with(|| json!({"type": "string"}));
    }
    members.insert("type".to_owned(), "object".into());
    Ok(())
}

/// Converts the schema of a kind.
pub(super) fn kind(value: &Value, references: &mut References<'_>) -> Result<Value, Lost> {
    let mut converted = schema(value, Role::Whole, references)?;
    if let Some(metadata) = converted.pointer_mut("/properties/metadata").and_then(Value::as_object_mut) {
        metadata.remove(OPEN);
    }
    Ok(converted)
}

/// Converts a schema. The recursion is bounded by the depth of JSON.
pub(super) fn schema(value: &Value, role: Role, references: &mut References<'_>) -> Result<Value, Lost> {
    let members = match value {
        Value::Object(members) => members,
        Value::Bool(true) => &Map::new(),
        Value::Bool(false) => {
            return Err(Lost::new("the schema `false` has no form in schemas of Kubernetes"));
        }
        _ => return Err(Lost::new("it is no JSON Schema")),
    };
    if let Some(lost) = LOST.into_iter().find(|key| members.contains_key(*key)) {
        return Err(Lost::new(format!("`{lost}` has no form in schemas of Kubernetes")));
    }
    let same = SAME.into_iter().filter_map(|key| Some((key.to_owned(), members.get(key)?.clone())));
    let mut made: Map<String, Value> = same.collect();
    references.count()?;
    if let Some(reference) = members.get("$ref").or_else(|| wrapped(members, role)) {
        if let Some(beside) =
            BESIDE.into_iter().find(|key| members.contains_key(*key)).filter(|_| members.contains_key("$ref"))
        {
            return Err(Lost::new(format!("`{beside}` beside `$ref` has no form in schemas of Kubernetes")));
        }
        let name = references.name(reference, role).map_err(|why| Lost::new(why).below("$ref"))?;
        made.insert("$ref".to_owned(), format!("#/components/schemas/{name}").into());
        return Ok(made.into());
    }
    types(members, &mut made)?;
    numbers(members, &mut made);
    if let Some(value) = members.get("const") {
        if members.get("enum").and_then(Value::as_array).is_some_and(|values| !values.contains(value)) {
            return Err(Lost::new("`const` is no value of `enum`: no value would be valid"));
        }
        made.insert("enum".to_owned(), vec![value.clone()].into());
    }
    let is_closed = properties(members, role, &mut made, references)?;
    match members.get("items") {
        None => {}
        Some(Value::Array(_)) => {
            return Err(Lost::new("a list of `items` has no form in schemas of Kubernetes"));
        }
        Some(items) => {
            let items = schema(items, role, references).map_err(|lost| lost.below("items"))?;
            made.insert("items".to_owned(), items);
        }
    }
    unique(members, role, &mut made)?;
    branches(members, &mut made, references)?;
    if role == Role::Whole {
        open(members, is_closed, &mut made);
    }
    Ok(made.into())
}

/// The reference of `allOf` with nothing else, which is how OpenAPI writes one that has a description.
fn wrapped(members: &Map<String, Value>, role: Role) -> Option<&Value> {
    let Some([Value::Object(only)]) = members.get("allOf").and_then(Value::as_array).map(Vec::as_slice)
    else {
        return None;
    };
    let is_alone = BESIDE.iter().all(|key| *key == "allOf" || !members.contains_key(*key));
    only.get("$ref").filter(|_| role == Role::Whole && only.len() == 1 && is_alone)
}

/// `type`: one, or a list of several, of which `null` is `nullable`.
fn types(members: &Map<String, Value>, made: &mut Map<String, Value>) -> Result<(), Lost> {
    let list: Vec<&str> = match members.get("type") {
        None => return Ok(()),
        Some(Value::String(one)) => vec![one],
        Some(Value::Array(list)) => list.iter().filter_map(Value::as_str).collect(),
        Some(_) => return Err(Lost::new("`type` is no type")),
    };
    let others: Vec<&str> = list.iter().copied().filter(|kind| *kind != "null").collect();
    if others.len() < list.len() {
        made.insert("nullable".to_owned(), true.into());
    }
    let has = |kind: &str| others.contains(&kind);
    match others.as_slice() {
        [] => return Err(Lost::new("a value that is always `null` has no form in schemas of Kubernetes")),
        [one] => drop(made.insert("type".to_owned(), (*one).into())),
        [_, _] if has("integer") && has("string") => drop(made.insert(INT_OR_STRING.to_owned(), true.into())),
        [_, _] if has("integer") && has("number") => drop(made.insert("type".to_owned(), "number".into())),
        several if !members.contains_key("anyOf") => {
            let branches: Vec<Value> = several.iter().map(|kind| json!({"type": kind})).collect();
            made.insert("anyOf".to_owned(), branches.into());
        }
        _ => return Err(Lost::new("several types beside `anyOf` have no form in schemas of Kubernetes")),
    }
    Ok(())
}

/// Exclusive limits: numbers since draft 6, and booleans before it, as in Kubernetes.
fn numbers(members: &Map<String, Value>, made: &mut Map<String, Value>) {
    for (exclusive, inclusive, is_lower) in
        [("exclusiveMinimum", "minimum", true), ("exclusiveMaximum", "maximum", false)]
    {
        match members.get(exclusive) {
            Some(Value::Number(limit)) => {
                let other = members.get(inclusive).and_then(Value::as_f64);
                let (limit_value, other) = (limit.as_f64().unwrap_or_default(), other);
                let is_stricter = other
                    .is_none_or(|other| if is_lower { limit_value >= other } else { limit_value <= other });
                if is_stricter {
                    made.insert(inclusive.to_owned(), limit.clone().into());
                    made.insert(exclusive.to_owned(), true.into());
                }
            }
            Some(written) => drop(made.insert(exclusive.to_owned(), written.clone())),
            None => {}
        }
    }
}

/// `properties` and `additionalProperties`. Returns whether unknown fields are refused, or have a schema.
fn properties(
    members: &Map<String, Value>,
    role: Role,
    made: &mut Map<String, Value>,
    references: &mut References<'_>,
) -> Result<bool, Lost> {
    let keeps = members.get(OPEN) == Some(&Value::Bool(true));
    let is_closed = match members.get("additionalProperties") {
        // openapi2jsonschema adds it to each schema with properties, whatever else that one says.
        Some(Value::Bool(false)) if keeps => false,
        Some(Value::Bool(false)) if role == Role::Branch => {
            return Err(Lost::new(
                "`additionalProperties: false` of an alternative has no form in schemas of Kubernetes",
            ));
        }
        Some(Value::Bool(false)) => true,
        None | Some(Value::Bool(true)) => false,
        Some(others) => {
            let others =
                schema(others, role, references).map_err(|lost| lost.below("additionalProperties"))?;
            made.insert("additionalProperties".to_owned(), others);
            true
        }
    };
    let Some(properties) = members.get("properties") else { return Ok(is_closed) };
    let Value::Object(properties) = properties else { return Err(Lost::new("`properties` is no object")) };
    let mut all = Map::new();
    for (name, property) in properties {
        // An unknown field. openapi2jsonschema makes one of a field with the name `properties`.
        if *property == Value::Bool(false) && is_closed && !made.contains_key("additionalProperties") {
            continue;
        }
        let property = schema(property, role, references);
        all.insert(name.clone(), property.map_err(|lost| lost.below(name).below("properties"))?);
    }
    made.insert("properties".to_owned(), all.into());
    Ok(is_closed)
}

/// `uniqueItems`: a set, whose items are compared as a whole, unless the list type says that items differ.
fn unique(members: &Map<String, Value>, role: Role, made: &mut Map<String, Value>) -> Result<(), Lost> {
    let list_type = members.get(LIST_TYPE).and_then(Value::as_str).unwrap_or_default();
    if members.get("uniqueItems") != Some(&Value::Bool(true)) || ["set", "map"].contains(&list_type) {
        return Ok(());
    }
    let items = made.get_mut("items").and_then(Value::as_object_mut);
    let Some(items) = items.filter(|items| role == Role::Whole && !items.contains_key("$ref")) else {
        return Err(Lost::new("`uniqueItems` has a form only beside `type` and the schema of `items`"));
    };
    match items.get("type").and_then(Value::as_str) {
        Some("object") => drop(items.insert(MAP_TYPE.to_owned(), "atomic".into())),
        Some("array") => drop(items.insert(LIST_TYPE.to_owned(), "atomic".into())),
        _ => {}
    }
    made.insert(LIST_TYPE.to_owned(), "set".into());
    Ok(())
}

/// `allOf`, `anyOf`, `oneOf` and `not`. An alternative `null` is `nullable`.
fn branches(
    members: &Map<String, Value>,
    made: &mut Map<String, Value>,
    references: &mut References<'_>,
) -> Result<(), Lost> {
    for keyword in ["allOf", "anyOf", "oneOf"] {
        let Some(list) = members.get(keyword) else { continue };
        let Value::Array(list) = list else { return Err(Lost::new(format!("`{keyword}` is no list"))) };
        let is_null = |branch: &&Value| branch.get("type") == Some(&Value::from("null"));
        let mut is_nullable = keyword != "allOf" && list.iter().any(|branch| is_null(&branch));
        let mut all = Vec::new();
        for (index, branch) in list.iter().enumerate().filter(|(_, branch)| !(is_nullable && is_null(branch)))
        {
            let branch = schema(branch, Role::Branch, references);
            all.push(branch.map_err(|lost| lost.below(&index.to_string()).below(keyword))?);
        }
        if keyword != "allOf" && all.iter().all(|branch| branch.get("type").is_some()) {
            for branch in all.iter_mut().filter_map(Value::as_object_mut) {
                is_nullable |= branch.remove("nullable") == Some(Value::Bool(true));
            }
        }
        if all.is_empty() {
            return Err(Lost::new(format!("`{keyword}` has no alternative but `null`")));
        }
        if is_nullable {
            made.insert("nullable".to_owned(), true.into());
        }
        made.insert(keyword.to_owned(), all.into());
    }
    if let Some(not) = members.get("not") {
        let not = schema(not, Role::Branch, references).map_err(|lost| lost.below("not"))?;
        made.insert("not".to_owned(), not);
    }
    Ok(())
}

/// Keeps unknown fields where the JSON Schema does not refuse them, and takes any value where it has no type.
fn open(members: &Map<String, Value>, is_closed: bool, made: &mut Map<String, Value>) {
    if let Some(embedded) = members.get(EMBEDDED) {
        made.insert(EMBEDDED.to_owned(), embedded.clone());
    }
    let is_shaped = ["additionalProperties", "items", "allOf", "anyOf", "oneOf", "properties"]
        .into_iter()
        .any(|key| made.contains_key(key));
    let mut branches = ["anyOf", "oneOf"].into_iter().filter_map(|key| made.get(key)?.as_array());
    let are_typed = branches.any(|all| all.iter().all(|branch| branch.get("type").is_some()));
    let is_typed = are_typed || made.contains_key("type") || made.contains_key(INT_OR_STRING);
    if !is_typed && (made.contains_key("properties") || is_closed) {
        made.insert("type".to_owned(), "object".into());
    }
    let has_type = made.contains_key("type") || made.contains_key(INT_OR_STRING);
    if !has_type && !is_shaped {
        made.insert("nullable".to_owned(), true.into());
    }
    let is_object = made.get("type").is_some_and(|kind| kind == "object");
    if members.get(OPEN) == Some(&Value::Bool(true)) || (is_object || !has_type) && !is_closed {
        made.insert(OPEN.to_owned(), true.into());
    } else if is_closed {
        // A definition that is an object without fields would be one with any fields.
        made.entry(OPEN).or_insert(false.into());
    }
}
