//! Markers that take nothing, or certain words.

use serde::Serialize;

#[derive(Serialize, crdc::Rules)]
struct Spec {
    /// +immutable=values
    class: String,
    /// +immutable and so on
    name: String,
    /// +additionOnly=true
    /// +listType=bag
    zones: Vec<String>,
    /// +normalize
    note: Option<String>,
    /// +k8s:update=NoChange
    size: u32,
    /// +nullable=maybe
    node: Option<String>,
}

fn main() {}
