//! A required field that is skipped.

use serde::Serialize;

#[derive(Serialize, crdc::Rules)]
struct Spec {
    /// +required
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    zones: Vec<String>,
}

fn main() {}
