//! Items of a set.

use serde::Serialize;
use std::collections::BTreeSet;

#[derive(Serialize, crdc::Rules)]
struct Spec {
    /// +k8s:eachVal=+immutable
    zones: BTreeSet<String>,
}

fn main() {}
