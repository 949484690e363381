//! Members that are always there.

use serde::Serialize;

#[derive(Serialize, crdc::Rules)]
struct Spec {
    /// +unionDiscriminator
    kind: String,
    /// +unionMember
    s3: String,
    /// +unionMember
    #[serde(skip_serializing_if = "Vec::is_empty")]
    zones: Vec<String>,
    /// +unionMember
    /// +required
    gcs: Option<String>,
    /// +unionMember
    nfs: Option<String>,
}

fn main() {}
