//! Items of list maps have a type without rules, which is told once.

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
