//! A mark of keys beside that of the whole.

use serde::Serialize;
use std::collections::BTreeMap;

#[derive(Serialize, crdc::Rules)]
struct Spec {
    /// +immutable
    /// +immutable=keys
    labels: BTreeMap<String, String>,
}

fn main() {}
