//! Members in an enum that is no union, and one that holds nothing.

use serde::Serialize;

#[derive(Serialize, crdc::Rules)]
enum Storage {
    /// +unionMember
    S3(String),
}

#[derive(crdc::Union)]
enum Volume {
    /// +unionMember
    Empty,
    Disk(String),
}

fn main() {}
