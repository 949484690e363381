//! Values that the type does not have.

use serde::Serialize;

#[derive(Serialize, crdc::Rules)]
struct Spec {
    /// +kubebuilder:validation:Enum=1;2;many
    size: u32,
}

fn main() {}
