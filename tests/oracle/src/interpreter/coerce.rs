//! Converts metadata as the server's struct does, at the root and in embedded resources: unknown and empty
//! fields are dropped, and a field that cannot be decoded ends the request. In stored objects (`lenient`)
//! such a field is dropped instead.
//!
//! Times are not converted to their stored form.
//
// apiextensions-apiserver: pkg/apiserver/schema/objectmeta/{algorithm,coerce}.go; apimachinery:
// pkg/apis/meta/v1/types.go

use super::structural::Structural;
use crate::expressions::compiled;
use crate::json::{Json, go_json_float};

/// The message for metadata that cannot be decoded. The interpreter does not have the server's message.
pub const UNREADABLE: &str = "metadata cannot be read";

/// The error of a value with another type than the field of the struct.
pub(super) struct Unreadable;

/// A value in its stored form; `None` if the server drops it.
type Stored = Result<Option<Json>, Unreadable>;

/// Replaces the metadata of the object at `path` by its stored form. Adds the paths of unknown fields to
/// `unknown`.
pub(super) fn metadata(
    object: &mut Json,
    path: &str,
    lenient: bool,
    unknown: &mut Vec<String>,
) -> Result<(), Unreadable> {
    let Some(metadata) = object.get("metadata") else { return Ok(()) };
    let path = if path.is_empty() { "metadata".to_owned() } else { format!("{path}.metadata") };
    let kept = match metadata {
        Json::Null => Json::Object(vec![]),
        Json::Object(members) if lenient => {
            let mut one = |(name, value): &(String, Json)| field(name, value, &path, unknown).unwrap_or(None);
            let kept = members.iter().filter_map(|member| Some((member.0.clone(), one(member)?)));
            Json::Object(kept.collect())
        }
        Json::Object(members) => {
            let mut kept = vec![];
            for (name, value) in members {
                if let Some(value) = field(name, value, &path, unknown)? {
                    kept.push((name.clone(), value));
                }
            }
            Json::Object(kept)
        }
        _ if lenient => return Ok(()),
        _ => return Err(Unreadable),
    };
    object.set("metadata", kept);
    Ok(())
}

/// Replaces the metadata of every embedded resource in a value, and checks the type of its `apiVersion` and
/// `kind`.
pub(super) fn embedded(
    value: &mut Json,
    schema: &Structural,
    path: &str,
    lenient: bool,
    unknown: &mut Vec<String>,
) -> Result<(), Unreadable> {
    if schema.embedded && matches!(value, Json::Object(_)) {
        for field in ["apiVersion", "kind"] {
            if value.get(field).is_some_and(|text| text.as_str().is_none()) {
                if !lenient {
                    return Err(Unreadable);
                }
                value.remove(field);
            }
        }
        metadata(value, path, lenient, unknown)?;
    }
    match value {
        Json::Object(members) => {
            for (key, member) in members {
                if let Some(schema) = schema.property(key) {
                    let path = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
                    embedded(member, schema, &path, lenient, unknown)?;
                } else if let Some(schema) = schema.additional_schema() {
                    embedded(member, schema, &format!("{path}[{key}]"), lenient, unknown)?;
                }
            }
        }
        Json::Array(items) => {
            for (index, item) in items.iter_mut().enumerate() {
                if let Some(schema) = schema.items.as_deref() {
                    embedded(item, schema, &format!("{path}[{index}]"), lenient, unknown)?;
                }
            }
        }
        _ => {}
    }
    Ok(())
}

/// The stored form of a field of `ObjectMeta`. Adds the paths of unknown fields to `unknown`.
fn field(name: &str, value: &Json, path: &str, unknown: &mut Vec<String>) -> Stored {
    const OWNER: [&str; 6] = ["apiVersion", "kind", "name", "uid", "controller", "blockOwnerDeletion"];
    const MANAGER: [&str; 7] =
        ["manager", "operation", "apiVersion", "fieldsType", "subresource", "time", "fieldsV1"];
    let path = format!("{path}.{name}");
    if *value == Json::Null {
        let known = [&TEXTS[..], &OTHERS[..]].concat().contains(&name);
        if !known {
            unknown.push(path);
        }
        return Ok(None);
    }
    match name {
        _ if TEXTS.contains(&name) => Ok(Some(text(value)?).filter(|text| !is_empty(text))),
        "generation" => Ok(Some(integer(value)?).filter(|int| *int != Json::Int(0))),
        "deletionGracePeriodSeconds" => integer(value).map(Some),
        "creationTimestamp" | "deletionTimestamp" => time(value).map(Some),
        "labels" | "annotations" => {
            let Json::Object(members) = value else { return Err(Unreadable) };
            let mut kept = vec![];
            for (key, value) in members {
                kept.push((key.clone(), if *value == Json::Null { "".into() } else { text(value)? }));
            }
            Ok(Some(Json::Object(kept)).filter(|kept| !is_empty(kept)))
        }
        "finalizers" => {
            let Json::Array(items) = value else { return Err(Unreadable) };
            let one = |item: &Json| if *item == Json::Null { Ok("".into()) } else { text(item) };
            let kept: Vec<Json> = items.iter().map(one).collect::<Result<_, _>>()?;
            Ok(Some(Json::Array(kept)).filter(|kept| !is_empty(kept)))
        }
        "ownerReferences" => structs(value, &path, unknown, &OWNER, |name, value| match name {
            "controller" | "blockOwnerDeletion" => {
                value.as_bool().map(|bool| Some(bool.into())).ok_or(Unreadable)
            }
            _ => text(value).map(Some),
        })
        .map(|items| items.map(|items| with_required_fields(items, &OWNER[..4]))),
        "managedFields" => structs(value, &path, unknown, &MANAGER, |name, value| match name {
            "time" => time(value).map(Some),
            "fieldsV1" => Ok(Some(value.clone())),
            _ => Ok(Some(text(value)?).filter(|text| !is_empty(text))),
        }),
        _ => {
            unknown.push(path);
            Ok(None)
        }
    }
}

/// The fields of `ObjectMeta` that are strings.
const TEXTS: [&str; 6] = ["name", "generateName", "namespace", "selfLink", "uid", "resourceVersion"];
/// The other known fields of `ObjectMeta`, which are not strings.
const OTHERS: [&str; 9] = [
    "generation",
    "deletionGracePeriodSeconds",
    "creationTimestamp",
    "deletionTimestamp",
    "labels",
    "annotations",
    "finalizers",
    "ownerReferences",
    "managedFields",
];

/// The stored form of a list of structs. `names` are the fields of the struct, and `field` converts one of
/// them. A null item becomes an empty struct, and a null field is dropped.
fn structs(
    value: &Json,
    path: &str,
    unknown: &mut Vec<String>,
    names: &[&str],
    field: impl Fn(&str, &Json) -> Stored,
) -> Stored {
    let Json::Array(items) = value else { return Err(Unreadable) };
    let mut all = vec![];
    for (index, item) in items.iter().enumerate() {
        let members = match item {
            Json::Null => &[][..],
            Json::Object(members) => members.as_slice(),
            _ => return Err(Unreadable),
        };
        let mut kept = vec![];
        for (name, value) in members {
            if !names.contains(&name.as_str()) {
                unknown.push(format!("{path}[{index}].{name}"));
            } else if *value != Json::Null
                && let Some(value) = field(name, value)?
            {
                kept.push((name.clone(), value));
            }
        }
        all.push(Json::Object(kept));
    }
    Ok(Some(Json::Array(all)).filter(|all| !is_empty(all)))
}

/// Adds the fields of owner references that Go writes even if they are empty.
fn with_required_fields(items: Json, names: &[&str]) -> Json {
    let Json::Array(mut items) = items else { return items };
    for item in &mut items {
        for name in names {
            if item.get(name).is_none() {
                item.set(name, "".into());
            }
        }
    }
    Json::Array(items)
}

/// The string in a field; other values cannot be decoded.
fn text(value: &Json) -> Result<Json, Unreadable> {
    value.as_str().map(Json::from).ok_or(Unreadable)
}

/// The integer in a field. The server encodes metadata as JSON first, which writes a whole float without a
/// fraction.
fn integer(value: &Json) -> Result<Json, Unreadable> {
    match value {
        Json::Int(int) => Ok(Json::Int(*int)),
        Json::Float(float) => go_json_float(*float).parse().map(Json::Int).map_err(|_| Unreadable),
        _ => Err(Unreadable),
    }
}

/// The unchanged time in a field; a text that does not have the form of RFC 3339 cannot be decoded.
fn time(value: &Json) -> Result<Json, Unreadable> {
    let stored = compiled(r"^\d{4}-\d\d-\d\dT\d\d?:\d\d:\d\d([.,]\d+)?(Z|[+-]\d\d:\d\d)$");
    let stored = stored.ok_or(Unreadable)?;
    value.as_str().filter(|text| stored.is_match(text)).map(Json::from).ok_or(Unreadable)
}

/// Whether Go omits the value because it is empty (`omitempty`).
fn is_empty(value: &Json) -> bool {
    match value {
        Json::String(text) => text.is_empty(),
        Json::Array(items) => items.is_empty(),
        Json::Object(members) => members.is_empty(),
        _ => false,
    }
}
