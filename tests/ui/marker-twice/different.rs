//! Two lines that say different things, in two spellings.

use serde::Serialize;

#[derive(Serialize, crdc::Rules)]
struct Spec {
    /// +listType=set
    /// +k8s:listType=atomic
    zones: Vec<String>,
    /// +k8s:maxLength=3
    /// +kubebuilder:validation:MaxLength=4
    class: String,
}

fn main() {}
