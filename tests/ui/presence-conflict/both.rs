//! Required and optional.

use serde::Serialize;

#[derive(Serialize, crdc::Rules)]
struct Spec {
    /// +optional
    /// +required
    class: Option<String>,
}

fn main() {}
