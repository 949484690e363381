//! Markers that take a number.

use serde::Serialize;

#[derive(Serialize, crdc::Rules)]
struct Spec {
    /// +k8s:maxLength=-1
    /// +k8s:minLength
    class: String,
    /// +k8s:minimum=low
    /// +kubebuilder:validation:MultipleOf=0
    size: u32,
}

fn main() {}
