//! Metadata changes with every update.

use serde::Serialize;

#[derive(Serialize, crdc::Rules)]
struct Spec {
    /// +immutable
    metadata: Option<ObjectMeta>,
}

#[derive(PartialEq, Serialize)]
struct ObjectMeta {
    name: String,
}

fn main() {}
