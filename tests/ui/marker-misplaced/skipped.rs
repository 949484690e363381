//! A field that is never written, or not by itself.

use serde::Serialize;

#[derive(Serialize, crdc::Rules)]
struct Spec {
    /// +immutable
    #[serde(skip)]
    cache: String,
    /// +immutable
    #[serde(flatten)]
    rest: Rest,
}

#[derive(Serialize, crdc::Rules)]
struct Rest {
    class: String,
}

fn main() {}
