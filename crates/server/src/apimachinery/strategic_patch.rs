//! Applies strategic merge patches to objects of Kubernetes' own kinds: merge patches that merge lists by the
//! keys of their items. In: an object, a patch, the definitions of the kinds. Out: the patched object.
//!
//! Easy to break: the directives `$patch`, `$retainKeys`, `$setElementOrder/…` and
//! `$deleteFromPrimitiveList/…` are not fields of the object.
// apimachinery: pkg/util/strategicpatch/patch.go

use std::cmp::Ordering;
use std::collections::{HashMap, HashSet};

use crdc_admission::Refusal;
use crdc_kubernetes::{Kinds, ListType, Shape, Type};
use serde_json::{Map, Value};

/// Applies a patch to an object. `of` is the API version and the kind, such as `apps/v1` and `Deployment`.
pub(crate) fn patched(
    kinds: &Kinds,
    of: (&str, &str),
    object: &Value,
    patch: &Value,
) -> Result<Value, Refusal> {
    let (Value::Object(object), Value::Object(patch)) = (object, patch) else {
        return Err(Refusal::bad_request("a strategic merge patch is an object"));
    };
    let fields = kinds.find(of.0, of.1).map(|definition| &definition.shape);
    Ok(Value::Object(merged(kinds, fields, object.clone(), patch)?))
}

const DELETES: &str = "$deleteFromPrimitiveList/";
const ORDERS: &str = "$setElementOrder/";

fn merged(
    kinds: &Kinds,
    shape: Option<&Shape>,
    mut object: Map<String, Value>,
    patch: &Map<String, Value>,
) -> Result<Map<String, Value>, Refusal> {
    match patch.get("$patch").and_then(Value::as_str) {
        None | Some("merge") => {}
        Some("replace") => return Ok(without_directives(patch)),
        Some("delete") => return Ok(Map::new()),
        Some(other) => return Err(Refusal::bad_request(format!("unknown patch type: {other}"))),
    }
    if let Some(retained) = patch.get("$retainKeys").and_then(Value::as_array) {
        let retained: HashSet<&str> = retained.iter().filter_map(Value::as_str).collect();
        object.retain(|name, _| retained.contains(name.as_str()));
    }
    for (name, values) in patch {
        let Some(field) = name.strip_prefix(DELETES) else { continue };
        if let (Some(Value::Array(list)), Value::Array(values)) = (object.get_mut(field), values) {
            let values: HashSet<&Value> = values.iter().collect();
            list.retain(|item| !values.contains(item));
        }
    }
    for (name, value) in patch.iter().filter(|(name, _)| !name.starts_with('$')) {
        let of = shape.and_then(|shape| type_of(shape, name));
        let order = patch.get(&format!("{ORDERS}{name}")).and_then(Value::as_array);
        match value {
            Value::Null => {
                object.remove(name);
            }
            value => {
                let before = object.remove(name);
                object.insert(name.clone(), field(kinds, of, before, value, order)?);
            }
        }
    }
    // An order without the list in the patch only sorts the existing items.
    for (name, order) in patch {
        let Some(field_name) = name.strip_prefix(ORDERS).filter(|field| !patch.contains_key(*field)) else {
            continue;
        };
        let keys = keys(shape.and_then(|shape| type_of(shape, field_name)));
        if let (Some(Value::Array(list)), Value::Array(order)) = (object.get_mut(field_name), order) {
            sort(list, order, &keys);
        }
    }
    Ok(object)
}

/// Merges the patch of a field into the field.
fn field(
    kinds: &Kinds,
    of: Option<&Type>,
    before: Option<Value>,
    patch: &Value,
    order: Option<&Vec<Value>>,
) -> Result<Value, Refusal> {
    match (before, patch) {
        (before, Value::Object(patch)) => {
            let before = if let Some(Value::Object(before)) = before { before } else { Map::new() };
            merged(kinds, shape(kinds, of), before, patch).map(Value::Object)
        }
        (Some(Value::Array(before)), Value::Array(patch)) => match of {
            Some(Type::List(items, ListType::Map(keys))) => {
                by_keys(kinds, items, keys, before, patch, order).map(Value::Array)
            }
            Some(Type::List(_, ListType::Set)) => {
                let known: HashSet<&Value> = before.iter().collect();
                let new: Vec<Value> = patch.iter().filter(|item| !known.contains(item)).cloned().collect();
                let mut list = before;
                list.extend(new);
                if let Some(order) = order {
                    sort(&mut list, order, &[]);
                }
                Ok(Value::Array(list))
            }
            _ => Ok(Value::Array(patch.clone())),
        },
        (None, Value::Array(patch)) => {
            let is_deletion =
                |item: &&Value| item.get("$patch").is_none_or(|directive| directive != "delete");
            let kept = patch.iter().filter(is_deletion);
            Ok(Value::Array(
                kept.map(|item| {
                    item.as_object()
                        .map_or_else(|| item.clone(), |item| Value::Object(without_directives(item)))
                })
                .collect(),
            ))
        }
        (_, scalar) => Ok(scalar.clone()),
    }
}

/// Merges two lists with keys: items with equal keys are merged, and the other items of the patch follow.
fn by_keys(
    kinds: &Kinds,
    items: &Type,
    keys: &[String],
    list: Vec<Value>,
    patch: &[Value],
    order: Option<&Vec<Value>>,
) -> Result<Vec<Value>, Refusal> {
    if patch.iter().any(|item| item.get("$patch").is_some_and(|directive| directive == "replace")) {
        let rest = patch.iter().filter_map(Value::as_object).filter(|item| !item.contains_key("$patch"));
        return Ok(rest.map(|item| Value::Object(without_directives(item))).collect());
    }
    let mut list: Vec<Option<Value>> = list.into_iter().map(Some).collect();
    // The indexes of the items, for each set of keys that an item of the patch has: nearly always all keys or
    // the first.
    let mut places: HashMap<Vec<&String>, HashMap<String, usize>> = HashMap::new();
    for item in patch.iter().filter_map(Value::as_object) {
        // A server merges by the keys that the item of the patch has: for example, `containerPort` without a
        // protocol.
        let given: Vec<&String> = keys.iter().filter(|key| item.contains_key(key.as_str())).collect();
        if given.is_empty() {
            let (item, keys) = (Value::Object(item.clone()), keys.join(", "));
            let why = format!("map: {item} does not contain declared merge key: {keys}");
            return Err(Refusal::bad_request(why));
        }
        let known = places.entry(given.clone()).or_insert_with(|| {
            let items = list.iter().enumerate().rev();
            items
                .filter_map(|(at, found)| Some((identity(found.as_ref()?.as_object()?, &given), at)))
                .collect()
        });
        let identity = identity(item, &given);
        let is_deletion = item.get("$patch").is_some_and(|directive| directive == "delete");
        match (known.get(&identity).copied(), is_deletion) {
            (Some(at), true) => {
                list[at] = None;
                known.remove(&identity);
            }
            (None, true) => {}
            (Some(at), false) => {
                let before = list[at].take().and_then(|found| found.as_object().cloned()).unwrap_or_default();
                list[at] = Some(Value::Object(merged(kinds, shape(kinds, Some(items)), before, item)?));
            }
            (None, false) => {
                known.insert(identity, list.len());
                list.push(Some(Value::Object(without_directives(item))));
            }
        }
    }
    let mut list: Vec<Value> = list.into_iter().flatten().collect();
    if let Some(order) = order {
        sort(&mut list, order, keys);
    }
    Ok(list)
}

/// The identity of an item: the values of some of its keys.
fn identity(item: &Map<String, Value>, keys: &[&String]) -> String {
    let values = keys.iter().map(|key| item.get(key.as_str()).map_or_else(String::new, Value::to_string));
    values.collect::<Vec<_>>().join(",")
}

/// Sorts items by an order. An item that is not in the order stays after the item that it followed.
fn sort(list: &mut Vec<Value>, order: &[Value], keys: &[String]) {
    let of = |item: &Value, key: &String| item.get(key.as_str()).map(|value| format!("{key}={value}"));
    let name = |item: &Value| keys.iter().find_map(|key| of(item, key)).unwrap_or_else(|| item.to_string());
    let places: HashMap<String, usize> =
        order.iter().enumerate().rev().map(|(at, item)| (name(item), at)).collect();
    let rank = |item: &Value| {
        let named = keys.iter().find_map(|key| places.get(&of(item, key)?).copied());
        named.or_else(|| places.get(&item.to_string()).copied())
    };
    let mut ranked: Vec<(Option<usize>, Value)> = list.drain(..).map(|item| (rank(&item), item)).collect();
    let mut last = None;
    for (rank, _) in &mut ranked {
        if rank.is_none() {
            *rank = last;
        }
        last = *rank;
    }
    ranked.sort_by(|(one, _), (other, _)| match (one, other) {
        (Some(one), Some(other)) => one.cmp(other),
        (None, Some(_)) => Ordering::Less,
        (Some(_), None) => Ordering::Greater,
        (None, None) => Ordering::Equal,
    });
    list.extend(ranked.into_iter().map(|(_, item)| item));
}

/// The value of a patch without directives.
fn without_directives(patch: &Map<String, Value>) -> Map<String, Value> {
    let kept = patch.iter().filter(|(name, value)| !name.starts_with('$') && !value.is_null());
    kept.map(|(name, value)| {
        let value = match value {
            Value::Object(below) => Value::Object(without_directives(below)),
            other => other.clone(),
        };
        (name.clone(), value)
    })
    .collect()
}

fn keys(of: Option<&Type>) -> Vec<String> {
    match of {
        Some(Type::List(_, ListType::Map(keys))) => keys.clone(),
        _ => Vec::new(),
    }
}

fn shape<'k>(kinds: &'k Kinds, of: Option<&Type>) -> Option<&'k Shape> {
    match of? {
        Type::Named(id) => kinds.get(*id).map(|definition| &definition.shape),
        _ => None,
    }
}

fn type_of<'s>(shape: &'s Shape, name: &str) -> Option<&'s Type> {
    match shape {
        Shape::Struct(fields) => fields.iter().find(|field| field.name == name).map(|field| &field.value),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::patched;
    use crate::apimachinery::native_kinds::NativeKinds;
    use serde_json::{Value, json};

    fn pods(object: &Value, patch: &Value) -> Value {
        let kinds = NativeKinds::default();
        patched(kinds.get().unwrap(), ("v1", "Pod"), object, patch).unwrap()
    }

    /// In quadratic time this would take minutes.
    #[test]
    fn long_lists_are_merged_in_linear_time() {
        const MANY: usize = 40_000;
        let all: Vec<String> = (0..MANY).map(|at| format!("example.com/{at}")).collect();
        let members: serde_json::Map<String, Value> =
            all.iter().map(|key| (key.clone(), json!(""))).collect();
        let object = json!({"metadata": {"finalizers": all, "annotations": members}});
        let patch = json!({"metadata": {"finalizers": all, "annotations": {"$retainKeys": all}}});
        assert_eq!(pods(&object, &patch), object);
        let patch = json!({"metadata": {"$deleteFromPrimitiveList/finalizers": all}});
        assert_eq!(pods(&object, &patch)["metadata"]["finalizers"], json!([]));
    }

    #[test]
    fn lists_with_keys_are_merged_and_others_replaced() {
        let pod = json!({"metadata": {"finalizers": ["a"]}, "spec": {"containers": [
            {"name": "a", "image": "a:1", "args": ["x", "y"]}, {"name": "b", "image": "b:1"}]}});
        let containers =
            |patch: Value| pods(&pod, &json!({"spec": {"containers": patch}}))["spec"]["containers"].take();
        assert_eq!(
            containers(json!([{"name": "a", "args": ["z"]}, {"name": "c"}])),
            json!([{"name": "a", "image": "a:1", "args": ["z"]}, {"name": "b", "image": "b:1"}, {"name": "c"}])
        );
        assert_eq!(
            containers(json!([{"name": "a", "$patch": "delete"}])),
            json!([{"name": "b", "image": "b:1"}])
        );
        assert_eq!(containers(json!([{"$patch": "replace"}, {"name": "d"}])), json!([{"name": "d"}]));
        let ordered = json!({"$setElementOrder/containers": [{"name": "b"}, {"name": "a"}], "containers": [{"name": "b", "image": null}]});
        let names = pods(&pod, &json!({ "spec": ordered }));
        assert_eq!(names["spec"]["containers"][0], json!({"name": "b"}));
        let patch = json!({"metadata": {"$deleteFromPrimitiveList/finalizers": ["a"], "finalizers": ["b"]}});
        assert_eq!(pods(&pod, &patch)["metadata"]["finalizers"], json!(["b"]));
        assert_eq!(pods(&pod, &json!({"spec": {"$patch": "replace", "x": 1}}))["spec"], json!({"x": 1}));
        assert_eq!(pods(&pod, &json!({"spec": {"$retainKeys": ["y"], "y": 1}}))["spec"], json!({"y": 1}));
    }
}
