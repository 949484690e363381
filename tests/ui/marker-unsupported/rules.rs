//! Rules of other tools.

use serde::Serialize;

#[derive(Serialize, crdc::Rules)]
struct Spec {
    /// +k8s:item(name: "http")=+k8s:required
    /// +kubebuilder:validation:UniqueItems=true
    ports: Vec<String>,
    /// +kubebuilder:validation:XValidation:rule="self != ''"
    /// +k8s:neq="none"
    class: String,
    /// +kubebuilder:validation:XIntOrString
    /// +kubebuilder:validation:Type=string
    port: String,
}

fn main() {}
