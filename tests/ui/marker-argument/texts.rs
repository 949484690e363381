//! Markers that take names, texts, values and markers.

use serde::Serialize;

#[derive(Serialize, crdc::Rules)]
struct Spec {
    /// +listMapKey
    ports: Vec<String>,
    /// +default=abc
    class: String,
    /// +kubebuilder:validation:Enum=
    /// +kubebuilder:validation:Pattern=
    name: String,
    /// +k8s:eachVal=immutable
    zones: Vec<String>,
}

fn main() {}
