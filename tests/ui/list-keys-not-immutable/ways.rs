//! The same of additions and deletions, in a map of lists.

use serde::Serialize;
use std::collections::BTreeMap;

#[derive(Serialize, crdc::Rules)]
struct Spec {
    /// +listType=map
    /// +listMapKey=name
    /// +additionOnly
    ports: Option<Vec<Port>>,
    /// +k8s:eachVal=+listType=map
    /// +k8s:eachVal=+listMapKey=name
    /// +k8s:eachVal=+deletionOnly
    nodes: BTreeMap<String, Vec<Port>>,
}

#[derive(Serialize, crdc::Rules)]
struct Port {
    name: String,
}

fn main() {}
