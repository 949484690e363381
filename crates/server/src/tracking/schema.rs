//! Converts the schema of a custom resource to field types of crdc-apply.
// kube-openapi: pkg/schemaconv/openapi.go, smd.go

use crdc_apply::{Atom, List, Map, Scalar, Schema, TypeRef};
use serde_json::Value;

/// The types of a schema, and the type of the object.
pub(super) fn types(schema: &Value) -> (Schema, TypeRef) {
    let mut types = Schema::new();
    let root = object(&mut types, schema, true, false);
    (types, root)
}

/// The type of a schema. `keeps` is whether an outer schema keeps unknown fields, which its inner schemas
/// inherit.
fn of(types: &mut Schema, schema: &Value, keeps: bool) -> TypeRef {
    let keeps = keeps || schema["x-kubernetes-preserve-unknown-fields"] == true;
    match schema["type"].as_str() {
        Some("object") => object(types, schema, schema["x-kubernetes-embedded-resource"] == true, keeps),
        Some("array") => {
            let items = of(types, &schema["items"], keeps);
            types.add(Atom::list(match schema["x-kubernetes-list-type"].as_str() {
                Some("set") => List::set(items),
                Some("map") => {
                    let keys = schema["x-kubernetes-list-map-keys"].as_array().into_iter().flatten();
                    List::keyed(items, keys.filter_map(Value::as_str))
                }
                _ => List::atomic(items),
            }))
        }
        Some("string") => types.add(Atom::scalar(match schema["format"].as_str() {
            None | Some("" | "byte") => Scalar::String,
            // kube-openapi has the same type.
            Some(_) => Scalar::Untyped,
        })),
        Some("boolean") => types.add(Atom::scalar(Scalar::Boolean)),
        Some("integer" | "number") => types.add(Atom::scalar(Scalar::Numeric)),
        // A value without a type may be anything. `x-kubernetes-int-or-string` has no type either.
        _ => types.add(Atom {
            scalar: Some(Scalar::Untyped),
            list: Some(List::atomic(Schema::ATOMIC)),
            map: Some(Map::of(Schema::DEDUCED)),
        }),
    }
}

fn object(types: &mut Schema, schema: &Value, is_resource: bool, keeps: bool) -> TypeRef {
    let keeps = keeps || schema["x-kubernetes-preserve-unknown-fields"] == true;
    let properties = schema["properties"].as_object();
    let others = &schema["additionalProperties"];
    let mut map = Map::new();
    for (name, property) in properties.into_iter().flatten() {
        if is_resource && ["apiVersion", "kind", "metadata"].contains(&name.as_str()) {
            continue;
        }
        let field = of(types, property, keeps);
        map = map.defaulted_field(name, field, Some(property["default"].clone()));
    }
    if is_resource {
        let string = types.add(Atom::scalar(Scalar::String));
        let metadata = metadata(types);
        map = map.field("apiVersion", string).field("kind", string).field("metadata", metadata);
    }
    if others.is_object() {
        let others = of(types, others, keeps);
        map = map.others(others);
    } else if keeps || others == true || (properties.is_none() && others.is_null() && !is_resource) {
        // An object without a schema may have any members.
        map = map.others(Schema::DEDUCED);
    }
    if schema["x-kubernetes-map-type"] == "atomic" {
        map = map.atomic();
    }
    types.add(Atom::map(map))
}

/// The type of `ObjectMeta`.
// apimachinery: pkg/apis/meta/v1/generated.proto
fn metadata(types: &mut Schema) -> TypeRef {
    let scalar = |types: &mut Schema, of| types.add(Atom::scalar(of));
    let (text, number, flag) =
        (scalar(types, Scalar::String), scalar(types, Scalar::Numeric), scalar(types, Scalar::Boolean));
    let texts = types.add(Atom::map(Map::of(text)));
    let set = types.add(Atom::list(List::set(text)));
    let owner = Map::new().field("blockOwnerDeletion", flag).field("controller", flag);
    let owner =
        ["apiVersion", "kind", "name", "uid"].into_iter().fold(owner, |owner, name| owner.field(name, text));
    let owner = types.add(Atom::map(owner.atomic()));
    let owners = types.add(Atom::list(List::keyed(owner, ["uid"])));
    let fields = types.add(Atom::map(Map::of(Schema::DEDUCED)));
    let entry = ["apiVersion", "fieldsType", "manager", "operation", "subresource", "time"];
    let entry =
        entry.into_iter().fold(Map::new(), |entry, name| entry.field(name, text)).field("fieldsV1", fields);
    let entry = types.add(Atom::map(entry));
    let managed = types.add(Atom::list(List::atomic(entry)));
    let names = [
        "creationTimestamp",
        "deletionTimestamp",
        "generateName",
        "name",
        "namespace",
        "resourceVersion",
        "selfLink",
        "uid",
    ];
    let meta = names.into_iter().fold(Map::new(), |meta, name| meta.field(name, text));
    let meta = meta.field("deletionGracePeriodSeconds", number).field("generation", number);
    let meta = meta.field("annotations", texts).field("labels", texts).field("finalizers", set);
    types.add(Atom::map(meta.field("ownerReferences", owners).field("managedFields", managed)))
}
