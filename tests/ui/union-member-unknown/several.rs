//! Members of one of two unions.

use serde::Serialize;

#[derive(Serialize, crdc::Rules)]
struct Spec {
    /// +unionDiscriminator
    kind: String,
    /// +unionDiscriminator
    mode: String,
    /// +unionMember
    /// +unionDiscriminatedBy=kind
    s3: Option<String>,
    /// +unionMember
    /// +unionDiscriminatedBy=mood
    fast: Option<String>,
    /// +unionMember
    slow: Option<String>,
}

fn main() {}
