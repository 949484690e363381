//! A discriminator whose type has no rules.

use serde::Serialize;

#[derive(Serialize, crdc::Rules)]
struct Spec {
    /// +unionDiscriminator
    kind: Kind,
    /// +unionMember
    s3: Option<String>,
}

#[derive(PartialEq, Serialize)]
enum Kind {
    S3,
}

fn main() {}
