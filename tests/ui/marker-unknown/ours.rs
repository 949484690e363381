//! What is ours to know, and is none.

use serde::Serialize;

#[derive(Serialize, crdc::Rules)]
struct Spec {
    /// +k8s:whatever
    /// +kubebuilder:validation:Whatever=3
    /// +crdc:whatever
    class: String,
}

fn main() {}
