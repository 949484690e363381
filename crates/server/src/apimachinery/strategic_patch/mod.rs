//! Applies strategic merge patches to objects of Kubernetes' own kinds: merge patches that merge lists by the
//! keys of their items. In: an object, a patch, the definitions of the kinds. Out: the patched object.
//!
//! `lists` merges and sorts lists, `directives` reads values with directives, `refused` says why a patch is
//! refused.
//!
//! Easy to break: the directives `$patch`, `$retainKeys`, `$setElementOrder/…` and
//! `$deleteFromPrimitiveList/…` are not fields of the object. The strategy of a field is not its list type
//! of server-side apply: conditions of a Job are merged here, and are one value there.
// apimachinery: pkg/util/strategicpatch/patch.go

mod directives;
mod lists;
mod refused;

use std::collections::HashSet;

use crdc_admission::Refusal;
use crdc_kubernetes::{Field, Kinds, Shape};
use serde_json::{Map, Value};

use directives::{DIRECTIVE, replacing, without_directives};
use lists::{Lists, shape_of};

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
    let shape = kinds.find(of.0, of.1).map(|definition| &definition.shape);
    Ok(Value::Object(merged(kinds, shape, object.clone(), patch)?))
}

const RETAINED: &str = "$retainKeys";
const DELETES: &str = "$deleteFromPrimitiveList/";
const ORDERS: &str = "$setElementOrder/";

// mergeMap
fn merged(
    kinds: &Kinds,
    shape: Option<&Shape>,
    mut object: Map<String, Value>,
    patch: &Map<String, Value>,
) -> Result<Map<String, Value>, Refusal> {
    match patch.get(DIRECTIVE) {
        None => {}
        Some(Value::String(directive)) if directive == "replace" => return Ok(replacing(patch)),
        Some(Value::String(directive)) if directive == "delete" => return Ok(Map::new()),
        Some(other) => return Err(refused::directive(other, patch)),
    }
    retain(&mut object, patch)?;
    for (name, order) in patch {
        let Some(name) = name.strip_prefix(ORDERS) else { continue };
        let lists = Lists::of(kinds, merged, field_of(shape, name));
        if let Some(list) = lists.ordered(object.get(name), patch.get(name), order)? {
            object.insert(name.to_owned(), list);
        }
    }
    for (name, values) in patch {
        let Some(name) = name.strip_prefix(DELETES) else { continue };
        if let (Some(Value::Array(list)), Value::Array(values)) = (object.get_mut(name), values) {
            let values: HashSet<&Value> = values.iter().collect();
            list.retain(|item| !values.contains(item));
        }
    }
    for (name, value) in patch.iter().filter(|(name, _)| !name.starts_with('$')) {
        // The list is merged already.
        if patch.contains_key(&format!("{ORDERS}{name}")) {
            continue;
        }
        let before = object.remove(name);
        if let Some(value) = merged_field(kinds, field_of(shape, name), before, value)? {
            object.insert(name.clone(), value);
        }
    }
    Ok(object)
}

/// Merges the patch of a field into the field; `None` if the field goes.
fn merged_field(
    kinds: &Kinds,
    field: Option<&Field>,
    before: Option<Value>,
    patch: &Value,
) -> Result<Option<Value>, Refusal> {
    Ok(match (before, patch) {
        (_, Value::Null) => None,
        (Some(Value::Object(_)), Value::Object(patch)) if field.is_some_and(|field| field.patch.replaces) => {
            Some(Value::Object(replacing(patch)))
        }
        (Some(Value::Object(before)), Value::Object(patch)) => {
            let shape = field.and_then(|field| shape_of(kinds, &field.value));
            Some(Value::Object(merged(kinds, shape, before, patch)?))
        }
        (Some(Value::Array(before)), Value::Array(patch)) => {
            Some(Value::Array(Lists::of(kinds, merged, field).merged(before, patch)?))
        }
        (_, new) => without_directives(new),
    })
}

/// Removes the fields that a patch does not retain.
// applyRetainKeysDirective
fn retain(object: &mut Map<String, Value>, patch: &Map<String, Value>) -> Result<(), Refusal> {
    let Some(retained) = patch.get(RETAINED) else { return Ok(()) };
    let retained = retained.as_array().ok_or_else(refused::retained)?;
    let retained: HashSet<&str> = retained.iter().filter_map(Value::as_str).collect();
    let is_field = |name: &str| name != RETAINED && !name.starts_with(DELETES) && !name.starts_with(ORDERS);
    let mut set = patch.iter().filter(|(name, value)| is_field(name) && !value.is_null());
    if set.any(|(name, _)| !retained.contains(name.as_str())) {
        return Err(refused::retained());
    }
    object.retain(|name, _| retained.contains(name.as_str()));
    Ok(())
}

fn field_of<'s>(shape: Option<&'s Shape>, name: &str) -> Option<&'s Field> {
    let Shape::Struct(fields) = shape? else { return None };
    let index = fields.binary_search_by(|field| field.name.as_str().cmp(name)).ok()?;
    fields.get(index)
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
            json!([{"name": "a", "image": "a:1", "args": ["z"]}, {"name": "c"}, {"name": "b", "image": "b:1"}])
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
