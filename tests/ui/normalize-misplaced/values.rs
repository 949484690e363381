//! What is never empty, and what cannot become absent.

use serde::Serialize;

#[derive(Serialize, crdc::Rules)]
struct Spec {
    /// +normalize=undefined
    size: u32,
    /// +normalize=undefined
    zones: Vec<String>,
    /// +normalize=undefined
    class: Option<String>,
}

fn main() {}
