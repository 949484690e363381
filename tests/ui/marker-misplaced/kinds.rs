//! Rules for values of another kind.

use serde::Serialize;
use std::collections::BTreeMap;

#[derive(Serialize, crdc::Rules)]
struct Spec {
    /// +k8s:maxLength=1
    /// +k8s:maxProperties=1
    /// +mapType=atomic
    zones: Vec<String>,
    /// +k8s:minimum=1
    class: String,
    /// +nullable
    /// +k8s:eachVal=+k8s:minimum=1
    size: u32,
    /// +listType=set
    labels: BTreeMap<String, String>,
    /// +kubebuilder:validation:Enum=true
    fast: bool,
    /// +k8s:eachVal=+k8s:minimum=1
    names: Vec<String>,
}

fn main() {}
