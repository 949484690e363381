//! What does not parse.

use serde::Serialize;

#[derive(Serialize, crdc::Rules)]
#[crdc(path = "spec" strict)]
struct Spec {
    #[crdc = "leaf"]
    class: String,
}

fn main() {}
