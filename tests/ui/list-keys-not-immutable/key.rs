//! Keys of a list are held fast, and the field that they are in is not.

use serde::Serialize;

#[derive(Serialize, crdc::Rules)]
struct Spec {
    /// +listType=map
    /// +listMapKey=name
    /// +immutable=keys
    ports: Vec<Port>,
}

#[derive(Serialize, crdc::Rules)]
struct Port {
    name: String,
    /// +immutable
    port: u16,
}

fn main() {}
