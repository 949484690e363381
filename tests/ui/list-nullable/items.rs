//! Items that may be null.

use serde::Serialize;

#[derive(Serialize, crdc::Rules)]
struct Spec {
    /// +listType=map
    /// +listMapKey=name
    ports: Vec<Option<Port>>,
    /// +listType=set
    sizes: Vec<Option<u32>>,
}

#[derive(Serialize, crdc::Rules)]
struct Port {
    name: String,
}

fn main() {}
