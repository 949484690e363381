//! Items of a set that are not atomic.

use serde::Serialize;
use std::collections::BTreeMap;

#[derive(Serialize, crdc::Rules)]
struct Spec {
    /// +listType=set
    labels: Vec<BTreeMap<String, String>>,
    /// +listType=set
    /// +k8s:eachVal=+listType=set
    zones: Vec<Vec<String>>,
}

fn main() {}
