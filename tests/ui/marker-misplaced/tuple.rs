//! Fields of a tuple.

use serde::Serialize;

#[derive(Serialize, crdc::Rules)]
struct Pair(
    /// +immutable
    String,
    /// +k8s:maxLength=3
    String,
);

fn main() {}
