//! A list map without keys, and keys without a list map.

use serde::Serialize;

#[derive(Serialize, crdc::Rules)]
struct Spec {
    /// +listType=map
    ports: Vec<Port>,
    /// +listMapKey=name
    others: Vec<Port>,
    /// +listType=set
    /// +listMapKey=name
    more: Vec<Port>,
}

#[derive(Serialize, crdc::Rules)]
struct Port {
    name: String,
}

fn main() {}
