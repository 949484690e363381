//! Converts Kubernetes' own kinds to field types of crdc-apply.
// kube-openapi: pkg/schemaconv/proto_models.go

use crdc_apply::{Atom, List, Map, Relationship, Scalar, Schema, TypeRef};
use crdc_kubernetes::{DefinitionId, Kinds, ListType, Shape, Type, encode};
use crdc_schema::extensions;
use serde_json::{Value, json};

use crate::apimachinery::native_kinds::NativeKinds;

/// The types of Kubernetes' own kinds.
#[derive(Clone)]
pub(crate) struct NativeTypes(pub(crate) NativeKinds);

impl NativeTypes {
    /// The types of a kind; a kind without a definition has untyped fields.
    pub(super) fn types(&self, api_version: &str, kind: &str) -> (Schema, TypeRef) {
        let mut types = Schema::new();
        let found = self.0.get().and_then(|kinds| {
            let definition = kinds.find(api_version, kind)?;
            let root = types.named(&definition.name);
            let mut todo = vec![definition];
            let mut done = std::collections::BTreeSet::new();
            while let Some(definition) = todo.pop() {
                if !done.insert(definition.name.clone()) {
                    continue;
                }
                let mut met = Vec::new();
                let mut atom = shape(&mut types, kinds, &definition.shape, &mut met);
                // Schemas in definitions may have the extensions that crdc adds.
                if definition.go_name() == "JSONSchemaProps" {
                    atom.map = atom
                        .map
                        .map(|map| extensions().fold(map, |map, name| map.field(name, Schema::DEDUCED)));
                }
                types.define(&definition.name, atom);
                todo.extend(met.iter().filter_map(|id| kinds.get(*id)));
            }
            Some(root)
        });
        (types, found.unwrap_or(Schema::DEDUCED))
    }

    /// An empty object of a kind as Go writes one. A new object is compared with it, so no manager owns a
    /// struct that is always written.
    pub(super) fn empty(&self, api_version: &str, kind: &str) -> Option<Value> {
        let kinds = self.0.get()?;
        let object = json!({"apiVersion": api_version, "kind": kind});
        serde_json::from_str(&encode(kinds, kinds.find(api_version, kind)?, &object)).ok()
    }
}

fn shape(types: &mut Schema, kinds: &Kinds, shape: &Shape, met: &mut Vec<DefinitionId>) -> Atom {
    match shape {
        Shape::Struct(fields) => {
            let map = fields.iter().fold(Map::new(), |map, field| {
                let of = value(types, kinds, &field.value, met);
                map.defaulted_field(&field.name, of, field.default.clone())
            });
            Atom::map(map)
        }
        Shape::Quantity | Shape::IntOrString => Atom::scalar(Scalar::Untyped),
        Shape::Time | Shape::MicroTime | Shape::Duration => Atom::scalar(Scalar::String),
        Shape::Any => Atom {
            scalar: Some(Scalar::Untyped),
            list: Some(List::atomic(Schema::ATOMIC)),
            map: Some(Map::of(Schema::DEDUCED)),
        },
    }
}

fn value(types: &mut Schema, kinds: &Kinds, of: &Type, met: &mut Vec<DefinitionId>) -> TypeRef {
    let scalar = |types: &mut Schema, of| types.add(Atom::scalar(of));
    match of {
        Type::Named(id) => match kinds.get(*id) {
            Some(definition) => {
                met.push(*id);
                let named = types.named(&definition.name);
                // References and selectors are atomic.
                let is_atomic = [
                    "LabelSelector",
                    "LocalObjectReference",
                    "ObjectReference",
                    "SecretKeySelector",
                    "ConfigMapKeySelector",
                ]
                .contains(&definition.go_name());
                if is_atomic { named.with_relationship(Relationship::Atomic) } else { named }
            }
            None => Schema::DEDUCED,
        },
        Type::List(items, list) => {
            let items = value(types, kinds, items, met);
            types.add(Atom::list(match list {
                ListType::Atomic => List::atomic(items),
                ListType::Set => List::set(items),
                ListType::Map(keys) => List::keyed(items, keys.iter().map(String::as_str)),
            }))
        }
        Type::Map(values) => {
            let values = value(types, kinds, values, met);
            types.add(Atom::map(Map::of(values)))
        }
        Type::String | Type::Bytes => scalar(types, Scalar::String),
        Type::Bool => scalar(types, Scalar::Boolean),
        Type::Int32 | Type::Int64 | Type::Double => scalar(types, Scalar::Numeric),
        Type::Any => Schema::DEDUCED,
    }
}
