//! A discriminator that selects nothing.

use serde::Serialize;

#[derive(Serialize, crdc::Rules)]
struct Spec {
    /// +unionDiscriminator
    kind: String,
    s3: Option<String>,
}

fn main() {}
