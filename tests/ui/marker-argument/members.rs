//! Members of unions.

use serde::Serialize;

#[derive(Serialize, crdc::Rules)]
struct Spec {
    /// +unionMember=
    s3: Option<String>,
    /// +unionMember,maybe
    gcs: Option<String>,
    /// +k8s:unionMember(name: "nfs")
    nfs: Option<String>,
    /// +unionDiscriminatedBy
    disk: Option<String>,
}

fn main() {}
