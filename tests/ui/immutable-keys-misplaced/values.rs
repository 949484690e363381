//! Marks of keys where there are none.

use serde::Serialize;
use std::collections::BTreeMap;

#[derive(Serialize, crdc::Rules)]
struct Spec {
    /// +additionOnly
    size: u32,
    /// +deletionOnly
    labels: Option<Labels>,
    /// +k8s:eachVal=+immutable=keys
    sizes: BTreeMap<String, u32>,
}

type Labels = BTreeMap<String, String>;

fn main() {}
