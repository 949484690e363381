//! What is no expression, and what RE2 does not have.

use serde::Serialize;

#[derive(Serialize, crdc::Rules)]
struct Spec {
    /// +kubebuilder:validation:Pattern=a(
    class: String,
    /// +kubebuilder:validation:Pattern=`^(?!x).*$`
    name: String,
}

fn main() {}
