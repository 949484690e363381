//! A discriminator that something else writes.

use serde::Serialize;

#[derive(Serialize, crdc::Rules)]
struct Spec {
    /// +unionDiscriminator
    #[crdc(leaf)]
    kind: String,
    /// +unionMember
    s3: Option<String>,
}

fn main() {}
