//! A function that there is not.

use serde::Serialize;

#[derive(Serialize, crdc::Rules)]
struct Spec {
    #[serde(default, skip_serializing_if = "Vec::is_none")]
    zones: Vec<String>,
}

fn main() {}
