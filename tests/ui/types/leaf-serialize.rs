//! A field whose type cannot be serialised.

use serde::Serialize;

#[derive(Serialize, crdc::Rules)]
struct Spec {
    /// +immutable
    class: Class,
}

struct Class {
    name: String,
}

fn main() {}
