//! `union` at a struct.

use serde::Serialize;

#[derive(Serialize, crdc::Rules)]
#[crdc(union)]
struct Storage {
    s3: Option<String>,
}

fn main() {}
