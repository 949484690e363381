//! Defaults that their fields do not admit.

use serde::Serialize;

#[derive(Serialize, crdc::Rules)]
struct Spec {
    /// +default=null
    class: Option<String>,
    /// +default="three"
    size: u32,
    /// +default=300
    small: u8,
    /// +k8s:maxLength=1
    /// +default="xy"
    letter: String,
}

fn main() {}
