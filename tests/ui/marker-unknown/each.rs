//! Behind `+k8s:eachVal=`, and in controller-gen's rules for items.

use serde::Serialize;

#[derive(Serialize, crdc::Rules)]
struct Spec {
    /// +k8s:eachVal=+imutable
    ports: Vec<u16>,
    /// +kubebuilder:validation:items:MaxLenght=3
    names: Vec<String>,
}

fn main() {}
