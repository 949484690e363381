//! Names of fields that the struct does not have.
use serde::Serialize;

/// +kubebuilder:validation:ExactlyOneOf=buket;image
#[derive(Serialize, crdc::Rules)]
struct Spec {
    bucket: Option<String>,
    /// +k8s:dependentRequired("bukcet")
    image: Option<String>,
    /// +k8s:dependentRequired="image"
    tag: Option<String>,
}

fn main() {}
