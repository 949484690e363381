//! Markers of fields at a type and at a variant.

use serde::Serialize;

/// +immutable
/// +listType=set
/// +enum
#[derive(Serialize, crdc::Rules)]
struct Spec {
    class: String,
}

/// +k8s:minimum=1
#[derive(Serialize, crdc::Rules)]
enum Class {
    /// +immutable
    Fast,
}

fn main() {}
