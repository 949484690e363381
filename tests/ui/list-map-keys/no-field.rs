//! A key that is no field of the items.

use serde::Serialize;

#[derive(Serialize, crdc::Rules)]
struct Spec {
    /// +listType=map
    /// +listMapKey=nam
    ports: Vec<Port>,
}

#[derive(Serialize, crdc::Rules)]
struct Port {
    name: String,
}

fn main() {}
