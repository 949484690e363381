//! Bounds that there are not.

use serde::Serialize;

#[derive(Serialize, crdc::Rules)]
struct Spec {
    /// +kubebuilder:validation:ExclusiveMinimum=true
    /// +kubebuilder:validation:ExclusiveMaximum=true
    size: u32,
}

fn main() {}
