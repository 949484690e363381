//! Some of what `+k8s:update` can forbid.

use serde::Serialize;

#[derive(Serialize, crdc::Rules)]
struct Spec {
    /// +k8s:update=NoSet
    class: Option<String>,
    /// +k8s:update=NoAddItem
    /// +k8s:update=NoModify
    zones: Vec<String>,
}

fn main() {}
