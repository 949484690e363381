//! Items of list maps of a type without rules: their keys are read from what serde writes.

use serde::Serialize;

#[derive(Serialize, crdc::Rules)]
struct Spec {
    /// +listType=map
    /// +listMapKey=name
    ports: Vec<Port>,
    /// +listType=map
    /// +listMapKey=name
    /// +listMapKey=protocol
    /// +immutable=keys
    others: Option<Box<Vec<Port>>>,
}

#[derive(PartialEq, Serialize)]
struct Port {
    name: String,
    protocol: String,
}

fn main() {}
