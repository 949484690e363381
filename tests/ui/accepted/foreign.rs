//! Lines that other tools read, and lines that are no markers.

use serde::Serialize;

/// The class.
///
/// + a list
/// + with pluses
/// +1 for that
///
/// ```text
/// +imutable
/// ```
/// +kubebuilder:resource:path=specs
/// +kubebuilder:printcolumn:name="Class",type=string,JSONPath=`.spec.class`
/// +genclient
/// +groupName=example.com
#[derive(Serialize, crdc::Rules)]
struct Spec {
    /// +patchStrategy=merge
    /// +protobuf.nullable=true
    /// +featureGate=Fast
    /// +my:own:marker=3
    class: String,
    /// +options are told apart by their names.
    name: String,
}

fn main() {}
