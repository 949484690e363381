//! Five mistakes in one struct: all are told at once, and the compiler says nothing else.

use serde::Serialize;

#[derive(Serialize, crdc::Rules)]
struct Spec {
    /// +imutable
    class: String,
    /// +listType=map
    /// +listMapKey=name
    zones: Vec<String>,
    /// +unionMember
    s3: Option<String>,
    /// +kubebuilder:validation:Pattern=a(
    name: String,
    /// +optional
    size: u32,
}

fn main() {}
