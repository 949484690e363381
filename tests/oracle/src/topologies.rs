//! CRDs with every marker in every topology: the rows of the immutability table. This module is compiled into
//! the build script too.
//!
//! The field `v` is at `spec.<position>.<mark>`. The field, or a value in it, has the marker.

use crate::json::{Json, object};

/// A marker, by the end of its keyword.
pub const MARKS: [&str; 4] = ["immutable", "immutable-keys", "addition-only", "deletion-only"];

/// An operation on the marked value, or on what surrounds it.
pub const OPERATIONS: [&str; 15] = [
    "set",
    "set to null",
    "set to empty",
    "modify",
    "unset",
    "null",
    "empty",
    "reorder",
    "add",
    "remove",
    "duplicate",
    "type changed",
    "moved",
    "parent added",
    "parent removed",
];

/// The shape of a marked value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A string.
    Scalar,
    /// An object with fields `a`, `b` and `c`.
    Object,
    /// A map of strings.
    Map,
    /// A list of type map, with the key `name` and another field `x`.
    ListMap,
    /// An item of such a list.
    Keyed,
    /// A set of strings.
    Set,
    /// An atomic list of strings.
    Atomic,
    /// A list of strings without a type.
    List,
}

/// The container of a marked value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holder {
    /// An object, under this name.
    Field(&'static str),
    /// A map.
    Map,
    /// A list of this type; the type is empty for a list without a type.
    List(&'static str),
    /// An item of a list map, as its field `x`.
    ItemField,
}

/// A topology: the marked value and its position.
#[derive(Clone, Copy, Debug)]
pub struct Position {
    /// The field of `spec`.
    pub name: &'static str,
    /// A description.
    pub title: &'static str,
    /// The marked value.
    pub shape: Shape,
    /// Its container.
    pub holder: Holder,
}

const fn at(name: &'static str, title: &'static str, shape: Shape, holder: Holder) -> Position {
    Position { name, title, shape, holder }
}

/// All topologies.
pub const POSITIONS: [Position; 18] = [
    at("scalar", "a field that is a scalar", Shape::Scalar, Holder::Field("v")),
    at("unnameable", "a field that CEL cannot name", Shape::Scalar, Holder::Field("v ö")),
    at("object", "a field that is an object", Shape::Object, Holder::Field("v")),
    at("map", "a field that is a map", Shape::Map, Holder::Field("v")),
    at("listMap", "a field that is a list map", Shape::ListMap, Holder::Field("v")),
    at("set", "a field that is a set", Shape::Set, Holder::Field("v")),
    at("atomicList", "a field that is an atomic list", Shape::Atomic, Holder::Field("v")),
    at("list", "a field that is a plain list", Shape::List, Holder::Field("v")),
    at("mapValue", "the values of a map, scalars", Shape::Scalar, Holder::Map),
    at("objectInMap", "the values of a map, objects", Shape::Object, Holder::Map),
    at("mapInMap", "the values of a map, maps", Shape::Map, Holder::Map),
    at("setInMap", "the values of a map, sets", Shape::Set, Holder::Map),
    at("listMapItem", "the items of a list map", Shape::Keyed, Holder::List("map")),
    at("listMapField", "a field of the items of a list map", Shape::Scalar, Holder::ItemField),
    at("setItem", "the items of a set", Shape::Scalar, Holder::List("set")),
    at("atomicItem", "the items of an atomic list", Shape::Scalar, Holder::List("atomic")),
    at("listItem", "the items of a plain list, scalars", Shape::Scalar, Holder::List("")),
    at("mapInList", "the items of a plain list, maps", Shape::Map, Holder::List("")),
];

/// The position with this name. Panics if there is none.
#[allow(dead_code)]
pub fn position(name: &str) -> &'static Position {
    let found = POSITIONS.iter().find(|position| position.name == name);
    found.unwrap_or_else(|| panic!("no position {name}"))
}

/// The code with which a marker is refused at a position; `None` if it is allowed.
pub fn refused(position: &Position, mark: &str) -> Option<&'static str> {
    let has_keys = match position.shape {
        Shape::Map | Shape::ListMap => true,
        Shape::Set => mark != "immutable-keys",
        Shape::Scalar | Shape::Object | Shape::Keyed | Shape::Atomic | Shape::List => false,
    };
    (mark != "immutable" && !has_keys).then_some("immutable-keys-misplaced")
}

/// The schema of a string.
fn text() -> Json {
    object([("type", "string")].map(|(key, value)| (key, Json::from(value))))
}

/// The schema of a list of this type.
fn list(list_type: &str, items: Json) -> Json {
    let mut schema = object([("type", Json::from("array")), ("items", items)]);
    if !list_type.is_empty() {
        schema.set("x-kubernetes-list-type", list_type.into());
    }
    if list_type == "map" {
        schema.set("x-kubernetes-list-map-keys", vec![Json::from("name")].into());
    }
    schema
}

/// The schema of an item of a list map with the key `name` and the field `x`.
fn keyed(x: Json, key_is_immutable: bool) -> Json {
    let mut name = text();
    if key_is_immutable {
        name.set("x-kubernetes-immutable", true.into());
    }
    let properties = object([("name", name), ("x", x), ("y", text())]);
    object([
        ("type", Json::from("object")),
        ("required", vec![Json::from("name")].into()),
        ("properties", properties),
    ])
}

/// The schema of `v`.
pub fn schema(position: &Position, mark: &str) -> Json {
    let mut marked = match position.shape {
        Shape::Scalar => text(),
        Shape::Object => object([
            ("type", Json::from("object")),
            ("properties", object([("a", text()), ("b", text()), ("c", text())])),
        ]),
        Shape::Map => object([("type", Json::from("object")), ("additionalProperties", text())]),
        Shape::ListMap => list("map", keyed(text(), mark != "immutable")),
        Shape::Keyed => keyed(text(), false),
        Shape::Set => list("set", text()),
        Shape::Atomic => list("atomic", text()),
        Shape::List => list("", text()),
    };
    if !matches!(position.holder, Holder::List("map" | "set")) {
        marked.set("nullable", true.into());
    }
    marked.set(&format!("x-kubernetes-{mark}"), true.into());
    match position.holder {
        Holder::Field(_) => marked,
        Holder::Map => object([("type", Json::from("object")), ("additionalProperties", marked)]),
        Holder::List(list_type) => list(list_type, marked),
        Holder::ItemField => list("map", keyed(marked, false)),
    }
}

/// The name of the field of a position.
pub fn field(position: &Position) -> &'static str {
    match position.holder {
        Holder::Field(name) => name,
        _ => "v",
    }
}

/// A CRD with these combinations, named `tables.immutability.example.com`.
pub fn crd(combinations: &[(Position, &str)]) -> String {
    let mut spec = object::<&str>([]);
    for (position, mark) in combinations {
        let parent = object([
            ("type", Json::from("object")),
            ("properties", object([(field(position), schema(position, mark))])),
        ]);
        if spec.get(position.name).is_none() {
            let empty = object([("type", Json::from("object")), ("properties", object::<&str>([]))]);
            spec.set(position.name, empty);
        }
        if let Some(marks) = spec.get_mut(position.name).and_then(|at| at.get_mut("properties")) {
            marks.set(mark, parent);
        }
    }
    let spec = object([("type", Json::from("object")), ("properties", spec)]);
    let schema = object([("type", Json::from("object")), ("properties", object([("spec", spec)]))]);
    format!(
        r#"{{"apiVersion":"apiextensions.k8s.io/v1","kind":"CustomResourceDefinition","metadata":{{"name":"tables.immutability.example.com"}},"spec":{{"group":"immutability.example.com","scope":"Namespaced","names":{{"plural":"tables","singular":"table","kind":"Table","listKind":"TableList"}},"versions":[{{"name":"v1","served":true,"storage":true,"schema":{{"openAPIV3Schema":{schema}}}}}]}}}}"#
    )
}

/// All combinations that crdc does not refuse.
pub fn combinations() -> Vec<(Position, &'static str)> {
    let all = POSITIONS.into_iter().flat_map(|position| MARKS.map(|mark| (position, mark)));
    all.filter(|(position, mark)| refused(position, mark).is_none()).collect()
}
