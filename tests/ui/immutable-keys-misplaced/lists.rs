//! Marks of keys at lists without keys, and at a set.

use serde::Serialize;
use std::collections::BTreeSet;

#[derive(Serialize, crdc::Rules)]
struct Spec {
    /// +additionOnly
    ports: Vec<u16>,
    /// +listType=atomic
    /// +immutable=keys
    zones: Vec<String>,
    /// +immutable=keys
    names: BTreeSet<String>,
}

fn main() {}
