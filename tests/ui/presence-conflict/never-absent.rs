//! Optional, and nothing could read it.

use serde::Serialize;

#[derive(Serialize, crdc::Rules)]
struct Spec {
    /// +optional
    class: String,
}

fn main() {}
