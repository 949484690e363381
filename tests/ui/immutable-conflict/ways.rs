//! Additions only beside deletions only: of a map, a set, and with all keys fixed.

use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

#[derive(Serialize, crdc::Rules)]
struct Spec {
    /// +additionOnly
    /// The labels.
    /// +deletionOnly
    labels: BTreeMap<String, String>,
    /// +additionOnly
    /// +deletionOnly
    zones: BTreeSet<String>,
    /// +immutable=keys
    /// +additionOnly
    sizes: BTreeMap<String, u32>,
}

fn main() {}
