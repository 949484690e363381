//! A name for a member in an enum that is no union.

use serde::Serialize;

#[derive(Serialize, crdc::Rules)]
enum Storage {
    #[crdc(member = "s3")]
    S3(String),
}

fn main() {}
