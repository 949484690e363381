//! What only the derive of unions writes.

use serde::Serialize;

#[derive(Serialize, crdc::Rules)]
#[crdc(schemars)]
struct Spec {
    class: String,
}

fn main() {}
