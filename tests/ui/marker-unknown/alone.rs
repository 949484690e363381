//! What hangs on a marker that is misspelt is not validated without it: one error for each mistake.

use serde::Serialize;

#[derive(Serialize, crdc::Rules)]
struct Spec {
    /// +listType=map
    /// +listmapkey=name
    /// +additionOnly
    ports: Vec<Port>,
    storage: Storage,
}

#[derive(Serialize, crdc::Rules)]
struct Port {
    /// +immutable
    name: String,
}

#[derive(Serialize, crdc::Rules)]
struct Storage {
    /// +unionDiscriminater
    kind: String,
    /// +unionMember
    s3: Option<String>,
}

fn main() {}
