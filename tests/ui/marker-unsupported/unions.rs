//! Unions of other shapes.

use serde::Serialize;

#[derive(Serialize, crdc::Rules)]
struct Spec {
    /// +k8s:member("a", discriminator: "b")
    s3: Option<String>,
    /// +union
    /// +unionDeprecated
    gcs: Option<String>,
}

fn main() {}
