//! `+enum` at an enum with data.

use serde::Serialize;

/// +enum
#[derive(Serialize, crdc::Rules)]
enum Storage {
    S3(String),
}

fn main() {}
