//! Items of a list map have a type without rules.

use serde::Serialize;

#[derive(Serialize, crdc::Rules)]
struct Spec {
    /// +listType=map
    /// +listMapKey=name
    ports: Vec<Port>,
}

#[derive(PartialEq, Serialize)]
struct Port {
    name: String,
}

fn main() {}
