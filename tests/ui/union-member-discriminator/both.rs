//! A discriminator that is a member.

use serde::Serialize;

#[derive(Serialize, crdc::Rules)]
struct Spec {
    /// +unionDiscriminator
    /// +unionMember
    kind: Option<String>,
    /// +unionMember
    s3: Option<String>,
}

fn main() {}
