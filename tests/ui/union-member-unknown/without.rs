//! A member without a discriminator.

use serde::Serialize;

#[derive(Serialize, crdc::Rules)]
struct Spec {
    /// +unionMember
    s3: Option<String>,
}

fn main() {}
