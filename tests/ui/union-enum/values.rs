//! A member that the discriminator's values do not select.

use serde::Serialize;

#[derive(Serialize, crdc::Rules)]
struct Spec {
    /// +unionDiscriminator
    /// +kubebuilder:validation:Enum=S3;GCS
    kind: String,
    /// +unionMember
    s3: Option<String>,
    /// +unionMember=Gcs
    gcs: Option<String>,
    /// +unionMember
    disk: Option<String>,
}

fn main() {}
