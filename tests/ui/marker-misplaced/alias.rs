//! A collection that cannot be seen.

use serde::Serialize;

#[derive(Serialize, crdc::Rules)]
struct Spec {
    /// +k8s:maxItems=3
    tags: Tags,
}

type Tags = Vec<String>;

fn main() {}
