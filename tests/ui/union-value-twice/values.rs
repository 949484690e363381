//! Two fields for one value.

use serde::Serialize;

#[derive(Serialize, crdc::Rules)]
struct Spec {
    /// +unionDiscriminator
    kind: String,
    /// +unionMember
    #[serde(rename = "S3")]
    first: Option<String>,
    /// +unionMember=S3
    #[serde(rename = "s3")]
    second: Option<String>,
}

fn main() {}
