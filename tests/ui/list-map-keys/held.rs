//! A key that is no field is not told to be immutable.

use serde::Serialize;

#[derive(Serialize, crdc::Rules)]
struct Spec {
    /// +listType=map
    /// +listMapKey=nmae
    /// +additionOnly
    ports: Vec<Port>,
}

#[derive(Serialize, crdc::Rules)]
struct Port {
    /// +immutable
    name: String,
}

fn main() {}
