//! A value that is not the name of its field.

use serde::Serialize;

#[derive(Serialize, crdc::Rules)]
struct Spec {
    /// +unionDiscriminator
    kind: String,
    /// +unionMember=GCS
    google: Option<String>,
    /// +unionMember
    s3: Option<String>,
}

fn main() {}
