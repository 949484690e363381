//! A member that no variant of the discriminator's type selects.

use serde::Serialize;

#[derive(Serialize, crdc::Rules)]
struct Spec {
    /// +unionDiscriminator
    kind: Kind,
    /// +unionMember
    s3: Option<String>,
    /// +unionMember
    gcs: Option<String>,
}

#[derive(Serialize, crdc::Rules)]
enum Kind {
    S3,
    #[serde(rename = "GCS")]
    Gcs,
}

fn main() {}
