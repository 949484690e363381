//! Two markers in one line.

use serde::Serialize;

#[derive(Serialize, crdc::Rules)]
struct Spec {
    /// +listType=map +listMapKey=name
    /// +additionOnly
    ports: Vec<Port>,
    /// +immutable +k8s:maxLength=3
    class: String,
}

#[derive(Serialize, crdc::Rules)]
struct Port {
    /// +immutable
    name: String,
}

fn main() {}
