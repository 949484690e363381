//! Attributes that take something else.

use serde::Serialize;

#[derive(Serialize, crdc::Rules)]
#[crdc(path = status, crate = 1, strict = true)]
struct Spec {
    #[crdc(leaf = "yes")]
    class: String,
}

#[derive(crdc::Union)]
#[crdc(union(type))]
enum Storage {
    #[crdc(member)]
    S3(String),
}

fn main() {}
