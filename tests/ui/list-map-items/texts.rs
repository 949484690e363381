//! Items of a list map that are no structs.

use serde::Serialize;

#[derive(Serialize, crdc::Rules)]
struct Spec {
    /// +listType=map
    /// +listMapKey=name
    zones: Vec<String>,
    /// +listType=map
    /// +listMapKey=name
    lists: Vec<Vec<String>>,
}

fn main() {}
