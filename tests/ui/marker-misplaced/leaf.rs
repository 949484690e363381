//! A list with keys that is to be compared as a whole.

use serde::Serialize;

#[derive(Serialize, crdc::Rules)]
struct Spec {
    /// +listType=map
    /// +listMapKey=name
    #[crdc(leaf)]
    ports: Vec<Port>,
}

#[derive(Serialize)]
struct Port {
    name: String,
}

fn main() {}
