//! A field that is called as the tag of its struct.

use serde::Serialize;

#[derive(Serialize, crdc::Rules)]
#[serde(tag = "kind")]
struct Spec {
    kind: String,
}

fn main() {}
