//! Marks at what a newtype holds.

use serde::Serialize;

#[derive(Serialize, crdc::Rules)]
struct Name(
    /// +immutable
    /// +k8s:maxLength=3
    String,
);

fn main() {}
