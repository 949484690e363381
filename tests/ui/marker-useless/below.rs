//! Items of a list that is immutable.

use serde::Serialize;

#[derive(Serialize, crdc::Rules)]
struct Spec {
    /// +immutable
    /// +k8s:eachVal=+k8s:immutable
    ports: Vec<u16>,
}

fn main() {}
