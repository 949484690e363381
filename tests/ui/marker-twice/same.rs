//! The same line twice.

use serde::Serialize;

#[derive(Serialize, crdc::Rules)]
struct Spec {
    /// +immutable
    /// The class.
    /// +immutable
    class: String,
    /// +listType=map
    /// +listMapKey=name
    /// +listMapKey=name
    ports: Vec<Port>,
}

#[derive(Serialize, crdc::Rules)]
struct Port {
    name: String,
}

fn main() {}
