//! Formats that no server knows, or not of this type.

use serde::Serialize;

#[derive(Serialize, crdc::Rules)]
struct Spec {
    /// +k8s:format=k8s-uuid
    id: String,
    /// +k8s:format=date-tiem
    since: String,
    /// +k8s:format=uuid
    size: u32,
}

fn main() {}
