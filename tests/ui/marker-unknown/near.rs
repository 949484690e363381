//! Markers that are misspelt: what is meant is said.

use serde::Serialize;

#[derive(Serialize, crdc::Rules)]
struct Spec {
    /// +imutable
    class: String,
    /// +Immutable
    name: String,
    /// +unionDiscriminater
    kind: String,
    /// +listMapkey=name
    ports: Vec<String>,
    /// +kubebuilder:validation:MaxLenght=63
    /// +kubebuilder:validation:minLength=1
    /// +k8s:imutable
    /// +k8s:additionOnly
    note: String,
}

fn main() {}
