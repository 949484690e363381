//! A union of Kubernetes that serde would write in another form.

use serde::Serialize;

#[derive(Serialize, crdc::Rules)]
#[crdc(union)]
enum Storage {
    S3(String),
}

fn main() {}
