//! Types in the format of structured-merge-diff's tests.

use std::collections::BTreeMap;

use crdc_apply::{Atom, List, Map, Relationship, Scalar, Schema, TypeRef};
use serde_json::Value;

pub(crate) type Schemas = BTreeMap<String, Schema>;

pub(crate) fn read(lines: &str) -> Schemas {
    let mut schemas = Schemas::new();
    for line in lines.lines() {
        let line: Value = serde_json::from_str(line).expect("a line of JSON");
        schemas.insert(line["id"].as_str().expect("an id").to_owned(), schema(&line["schema"]));
    }
    schemas
}

fn items(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

fn schema(value: &Value) -> Schema {
    let mut schema = Schema::new();
    for definition in items(&value["types"]) {
        let atom = atom(&mut schema, definition);
        schema.define(definition["name"].as_str().expect("a name"), atom);
    }
    schema
}

fn type_ref(schema: &mut Schema, value: &Value) -> TypeRef {
    let type_ref = match value["namedType"].as_str() {
        Some(name) => schema.named(name),
        None => {
            let atom = atom(schema, value);
            schema.add(atom)
        }
    };
    match value["elementRelationship"].as_str() {
        Some(relation) => type_ref.with_relationship(relationship(relation)),
        None => type_ref,
    }
}

fn relationship(name: &str) -> Relationship {
    match name {
        "atomic" => Relationship::Atomic,
        "associative" => Relationship::Associative,
        "separable" | "granular" => Relationship::Separable,
        other => panic!("relationship {other}"),
    }
}

fn atom(schema: &mut Schema, value: &Value) -> Atom {
    let scalar = value["scalar"].as_str().map(|scalar| match scalar {
        "numeric" | "number" => Scalar::Numeric,
        "string" => Scalar::String,
        "boolean" => Scalar::Boolean,
        "untyped" => Scalar::Untyped,
        other => panic!("scalar {other}"),
    });
    let list = value.get("list").map(|list| List {
        element: type_ref(schema, &list["elementType"]),
        relationship: relationship(list["elementRelationship"].as_str().expect("a relationship")),
        keys: items(&list["keys"]).map(|key| key.as_str().expect("a key").to_owned()).collect(),
    });
    let map = value.get("map").map(|map| {
        let mut out = Map::new();
        for field in items(&map["fields"]) {
            let field_type = type_ref(schema, &field["type"]);
            out = out.defaulted_field(
                field["name"].as_str().expect("a name"),
                field_type,
                field.get("default").cloned(),
            );
        }
        if let Some(element) = map.get("elementType") {
            out = out.others(type_ref(schema, element));
        }
        if let Some(relation) = map["elementRelationship"].as_str() {
            out.relationship = relationship(relation);
        }
        out
    });
    Atom { scalar, list, map }
}
