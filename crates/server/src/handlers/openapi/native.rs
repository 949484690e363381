//! Schemas of Kubernetes' own types. In: a kind. Out: its schema and all schemas that it refers to, without
//! descriptions.
// kube-openapi: pkg/builder3/openapi.go

use crdc_kubernetes::{Definition, DefinitionId, Field, Kinds, ListType, Shape, Type};
use serde_json::{Map, Value, json};

/// Adds the schema of the type with this name, and the schemas of all types that it refers to.
pub(crate) fn add(kinds: &Kinds, definition: &Definition, schemas: &mut Map<String, Value>) {
    let mut todo = vec![definition];
    while let Some(definition) = todo.pop() {
        if schemas.contains_key(&definition.name) {
            continue;
        }
        let mut met = Vec::new();
        schemas.insert(definition.name.clone(), of_shape(kinds, &definition.shape, &mut met));
        todo.extend(met.into_iter().filter_map(|id| kinds.get(id)));
    }
}

fn of_shape(kinds: &Kinds, shape: &Shape, met: &mut Vec<DefinitionId>) -> Value {
    match shape {
        Shape::Struct(fields) => {
            let required: Vec<&str> =
                fields.iter().filter(|field| field.is_required).map(|field| &*field.name).collect();
            let fields = fields.iter().map(|field| (field.name.clone(), of_field(kinds, field, met)));
            let mut schema = json!({"type": "object", "properties": fields.collect::<Map<String, Value>>()});
            if !required.is_empty() {
                schema["required"] = json!(required);
            }
            schema
        }
        Shape::Quantity => json!({"type": "string"}),
        Shape::IntOrString => json!({"type": "string", "format": "int-or-string"}),
        Shape::Time | Shape::MicroTime => json!({"type": "string", "format": "date-time"}),
        Shape::Duration => json!({"type": "string"}),
        Shape::Any => json!({"type": "object"}),
    }
}

fn of_field(kinds: &Kinds, field: &Field, met: &mut Vec<DefinitionId>) -> Value {
    let mut schema = of_type(kinds, &field.value, met);
    // Keywords beside `$ref` have no effect.
    if schema.get("$ref").is_some() {
        schema = json!({"allOf": [schema]});
    }
    if let Some(default) = &field.default {
        schema["default"] = default.clone();
    }
    // kubectl reads these to make patches: without them, `kubectl apply` removes no item of a list.
    // kubectl: pkg/cmd/apply/patcher.go
    if let Some(strategy) = field.patch.published() {
        schema["x-kubernetes-patch-strategy"] = json!(strategy);
    }
    if let Some(key) = &field.patch.key {
        schema["x-kubernetes-patch-merge-key"] = json!(key);
    }
    schema
}

fn of_type(kinds: &Kinds, of: &Type, met: &mut Vec<DefinitionId>) -> Value {
    match of {
        Type::Named(id) => {
            met.push(*id);
            let name = kinds.get(*id).map(|definition| &*definition.name).unwrap_or_default();
            json!({"$ref": format!("#/components/schemas/{name}")})
        }
        Type::List(items, merged) => {
            let mut schema = json!({"type": "array", "items": of_type(kinds, items, met)});
            match merged {
                ListType::Atomic => schema["x-kubernetes-list-type"] = json!("atomic"),
                ListType::Set => schema["x-kubernetes-list-type"] = json!("set"),
                ListType::Map(keys) => {
                    schema["x-kubernetes-list-type"] = json!("map");
                    schema["x-kubernetes-list-map-keys"] = json!(keys);
                }
            }
            schema
        }
        Type::Map(values) => json!({"type": "object", "additionalProperties": of_type(kinds, values, met)}),
        Type::String => json!({"type": "string"}),
        Type::Bytes => json!({"type": "string", "format": "byte"}),
        Type::Bool => json!({"type": "boolean"}),
        Type::Int32 => json!({"type": "integer", "format": "int32"}),
        Type::Int64 => json!({"type": "integer", "format": "int64"}),
        Type::Double => json!({"type": "number", "format": "double"}),
        Type::Any => json!({"type": "object"}),
    }
}
