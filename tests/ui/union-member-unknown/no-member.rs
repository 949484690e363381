//! Which union, at what is no member.

use serde::Serialize;

#[derive(Serialize, crdc::Rules)]
struct Spec {
    /// +unionDiscriminator
    kind: String,
    /// +unionMember
    s3: Option<String>,
    /// +unionDiscriminatedBy=kind
    gcs: Option<String>,
}

fn main() {}
