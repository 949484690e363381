//! Immutability on trees, as docs/immutability.md defines it: immutable values must be equal, or a violation
//! is reported at the deepest path that differs. In: a schema and two decoded objects. Out: errors.
//!
//! Supports only the dialect `kep`. Shares no code with the runtime; deliberately quadratic.

use std::sync::LazyLock;

use super::answer::FieldError;
use super::lists::present;
use super::structural::{Marks, Structural};
use crate::json::{Json, same_number};

/// The violations of an update of the whole object.
pub(super) fn whole(schema: &Structural, new: &Json, old: &Json) -> Vec<FieldError> {
    let mut found = Vec::new();
    object(schema, (new, old), "", &["apiVersion", "kind", "metadata"], &mut found);
    found
}

/// The violations of an update of the status.
pub(super) fn status(schema: &Structural, new: &Json, old: &Json) -> Vec<FieldError> {
    let mut found = Vec::new();
    if let Some(schema) = schema.property("status") {
        field(schema, (new.get("status"), old.get("status")), "status", &mut found);
    }
    found
}

const SET: &str = "field cannot be set once created";
const CLEARED: &str = "field cannot be cleared once set";
const MODIFIED: &str = "field is immutable";
const ADDED: &str = "item may not be added";
const REMOVED: &str = "item may not be removed";

/// The schema of metadata by which paths are written: resources' own schemas do not define these fields.
//
// apimachinery: pkg/apis/meta/v1/types.go
static OBJECT_META: LazyLock<Structural> = LazyLock::new(|| {
    let object = |names: &[&str]| {
        let properties = names.iter().map(|name| ((*name).to_owned(), Structural::default())).collect();
        Structural { properties, ..Structural::default() }
    };
    let list = |names: &[&str]| Structural { items: Some(Box::new(object(names))), ..Structural::default() };
    let mut meta = object(&[
        "name",
        "generateName",
        "namespace",
        "selfLink",
        "uid",
        "resourceVersion",
        "generation",
        "creationTimestamp",
        "deletionTimestamp",
        "deletionGracePeriodSeconds",
        "labels",
        "annotations",
        "finalizers",
    ]);
    let owner = ["apiVersion", "kind", "name", "uid", "controller", "blockOwnerDeletion"];
    let manager = ["manager", "operation", "apiVersion", "fieldsType", "subresource", "time", "fieldsV1"];
    meta.properties.push(("ownerReferences".to_owned(), list(&owner)));
    meta.properties.push(("managedFields".to_owned(), list(&manager)));
    meta
});

/// A new value and the old one.
type Both<'a> = (&'a Json, &'a Json);

/// Adds a violation.
fn error(field: String, value: &Json, detail: &str, found: &mut Vec<FieldError>) {
    found.push(FieldError {
        error_type: "FieldValueInvalid",
        field,
        bad_value: Some(value.clone()),
        detail: detail.to_owned(),
        source: "immutable",
    });
}

/// The path of a field.
fn name(path: &str, name: &str) -> String {
    if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") }
}

/// Compares an object that is not immutable itself and is present on both sides. Skips the properties in
/// `skip`.
fn object(schema: &Structural, (new, old): Both<'_>, path: &str, skip: &[&str], found: &mut Vec<FieldError>) {
    for (key, property) in schema.properties.iter().filter(|(key, _)| !skip.contains(&key.as_str())) {
        field(property, (new.get(key), old.get(key)), &name(path, key), found);
    }
    let Some(values) = schema.additional_schema() else { return };
    for (key, value) in new.as_object().into_iter().flatten() {
        if let (None, Some(before)) = (schema.property(key), old.get(key)) {
            compare(values, (value, before), &format!("{path}[{key}]"), found);
        }
    }
}

/// Compares a field of an object that is present on both sides.
fn field(
    schema: &Structural,
    (new, old): (Option<&Json>, Option<&Json>),
    path: &str,
    found: &mut Vec<FieldError>,
) {
    match (new, old) {
        (Some(new), Some(old)) => return compare(schema, (new, old), path, found),
        (Some(new), None) if schema.marks.immutable => error(path.to_owned(), new, SET, found),
        (None, Some(_)) if schema.marks.immutable => error(path.to_owned(), &Json::Null, CLEARED, found),
        _ => {}
    }
    let null = &Json::Null;
    keys(schema, (new.unwrap_or(null), old.unwrap_or(null)), path, found);
}

/// Compares a value that is present on both sides.
fn compare(schema: &Structural, both: Both<'_>, path: &str, found: &mut Vec<FieldError>) {
    if schema.marks.immutable {
        return equal(Some(schema), both, path, found);
    }
    keys(schema, both, path, found);
    match both {
        (Json::Object(_), Json::Object(_)) => {
            let skip: &[&str] = if schema.embedded { &["metadata"] } else { &[] };
            object(schema, both, path, skip, found);
        }
        (Json::Array(new), Json::Array(old)) => {
            let Some(items) = schema.items.as_deref() else { return };
            for (index, item) in new.iter().enumerate() {
                let before = match schema.list_type.as_str() {
                    "set" => None,
                    "map" => counterpart(schema, new, index, old),
                    _ => old.get(index),
                };
                if let Some(before) = before {
                    compare(items, (item, before), &format!("{path}[{index}]"), found);
                }
            }
        }
        _ => {}
    }
}

/// The old item for an item of a list map: the first one with the same keys. But if the item is the n-th one
/// with its keys, and the n-th old one with these keys is equal, the n-th.
pub(super) fn counterpart<'o>(
    schema: &Structural,
    new: &[Json],
    index: usize,
    old: &'o [Json],
) -> Option<&'o Json> {
    let item = new.get(index)?;
    let mut all = old.iter().filter(|old| same_tuple(schema, item, old));
    let turn = new[..index].iter().filter(|new| same_tuple(schema, item, new)).count();
    let same_turn = all.clone().nth(turn).filter(|old| same(None, item, old));
    same_turn.or_else(|| all.next())
}

/// Compares the keys of maps, the items of list maps, and the members of sets. Values of other types have no
/// keys.
fn keys(schema: &Structural, (new, old): Both<'_>, path: &str, found: &mut Vec<FieldError>) {
    let Marks { keys, addition_only, deletion_only, .. } = schema.marks;
    let (no_add, no_remove) = (keys || deletion_only, keys || addition_only);
    if !no_add && !no_remove {
        return;
    }
    if schema.list_type.is_empty() {
        let (new, old) = (new.as_object().cloned(), old.as_object().cloned());
        let (new, old) = (new.unwrap_or_default(), old.unwrap_or_default());
        let has = |members: &[(String, Json)], key: &str| members.iter().any(|(known, _)| known == key);
        for (key, value) in new.iter().filter(|(key, _)| no_add && !has(&old, key)) {
            error(format!("{path}[{key}]"), value, ADDED, found);
        }
        for (key, _) in old.iter().filter(|(key, _)| no_remove && !has(&new, key)) {
            error(format!("{path}[{key}]"), &Json::Null, REMOVED, found);
        }
        return;
    }
    let same = |a: &Json, b: &Json| match schema.list_type.as_str() {
        "set" => same(schema.items.as_deref(), a, b),
        _ => same_tuple(schema, a, b),
    };
    let (new, old) = (new.as_array().cloned(), old.as_array().cloned());
    let (new, old) = (new.unwrap_or_default(), old.unwrap_or_default());
    for (index, item) in new.iter().enumerate() {
        // Of several equal items, only the first is reported.
        let first = !new[..index].iter().any(|other| same(other, item));
        if no_add && first && !old.iter().any(|other| same(other, item)) {
            error(format!("{path}[{index}]"), item, ADDED, found);
        }
    }
    for (index, item) in old.iter().enumerate().filter(|_| no_remove) {
        let first = !old[..index].iter().any(|other| same(other, item));
        if first && !new.iter().any(|other| same(other, item)) {
            let removed =
                if schema.list_type == "set" { item.clone() } else { present(&schema.list_keys, item) };
            error(path.to_owned(), &removed, REMOVED, found);
        }
    }
}

/// Compares values that must be equal. Reports where they differ.
fn equal(schema: Option<&Structural>, (new, old): Both<'_>, path: &str, found: &mut Vec<FieldError>) {
    match (new, old) {
        (Json::Object(members), Json::Object(before)) => {
            let below = |key: &str| {
                let property = schema.and_then(|schema| schema.property(key));
                // In a resource, the server defines `apiVersion`, `kind` and `metadata` without the schema.
                let own = schema.is_some_and(|schema| schema.embedded);
                if own && key == "metadata" {
                    return (Some(&*OBJECT_META), name(path, key));
                }
                let known = property.is_some() || own && ["apiVersion", "kind"].contains(&key);
                let path = if known { name(path, key) } else { format!("{path}[{key}]") };
                (property.or(schema.and_then(Structural::additional_schema)), path)
            };
            for (key, value) in members {
                let (schema, path) = below(key);
                match old.get(key) {
                    Some(before) => equal(schema, (value, before), &path, found),
                    None => error(path, value, SET, found),
                }
            }
            for (key, _) in before.iter().filter(|(key, _)| new.get(key).is_none()) {
                error(below(key).1, &Json::Null, CLEARED, found);
            }
        }
        (Json::Array(items), Json::Array(before)) => {
            let list_type = schema.map_or("", |schema| schema.list_type.as_str());
            let paired = || items.iter().zip(before);
            let comparable = items.len() == before.len()
                && match (list_type, schema) {
                    ("set", _) => false,
                    ("map", Some(schema)) => {
                        let once = |list: &[Json]| {
                            (0..list.len()).all(|at| {
                                !list[..at].iter().any(|other| same_tuple(schema, other, &list[at]))
                            })
                        };
                        once(items) && paired().all(|(new, old)| same_tuple(schema, new, old))
                    }
                    _ => true,
                };
            if comparable {
                let schema = schema.and_then(|schema| schema.items.as_deref());
                for (index, both) in paired().enumerate() {
                    equal(schema, both, &format!("{path}[{index}]"), found);
                }
            } else if !same(schema, new, old) {
                error(path.to_owned(), new, MODIFIED, found);
            }
        }
        _ if same(schema, new, old) => {}
        _ => error(path.to_owned(), new, MODIFIED, found),
    }
}

/// Equality of stored objects: numbers by value; members and sets without order, lists in order.
fn same(schema: Option<&Structural>, a: &Json, b: &Json) -> bool {
    match (a, b) {
        (Json::Object(x), Json::Object(y)) => {
            let below = |key: &str| schema.and_then(|s| s.property(key).or_else(|| s.additional_schema()));
            x.len() == y.len() && x.iter().all(|(key, x)| b.get(key).is_some_and(|y| same(below(key), x, y)))
        }
        (Json::Array(x), Json::Array(y)) => {
            let items = schema.and_then(|schema| schema.items.as_deref());
            if schema.is_some_and(|schema| schema.list_type == "set") {
                let count = |list: &[Json], item: &Json| list.iter().filter(|x| same(items, x, item)).count();
                return x.len() == y.len() && x.iter().all(|item| count(x, item) == count(y, item));
            }
            x.len() == y.len() && x.iter().zip(y).all(|(x, y)| same(items, x, y))
        }
        (Json::Int(int), Json::Float(float)) | (Json::Float(float), Json::Int(int)) => {
            same_number(*int, *float)
        }
        (a, b) => a == b,
    }
}

/// Whether two items of a list map have the same keys. A key that both items lack is the same.
fn same_tuple(schema: &Structural, a: &Json, b: &Json) -> bool {
    schema.list_keys.iter().all(|key| match (a.get(key), b.get(key)) {
        (Some(a), Some(b)) => same(None, a, b),
        (a, b) => a.is_none() && b.is_none(),
    })
}
