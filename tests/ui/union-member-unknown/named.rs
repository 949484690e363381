//! A union by a name that none has.

use serde::Serialize;

#[derive(Serialize, crdc::Rules)]
struct Spec {
    /// +k8s:unionDiscriminator(union: "storage")
    kind: String,
    /// +k8s:unionMember(union: "storage")
    s3: Option<String>,
    /// +k8s:unionMember(union: "volume")
    disk: Option<String>,
}

fn main() {}
