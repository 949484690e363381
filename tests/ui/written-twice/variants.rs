//! Two variants of one name.

use serde::Serialize;

#[derive(Serialize, crdc::Rules)]
enum Class {
    Fast,
    #[serde(rename = "Fast")]
    Quick,
}

#[derive(Serialize, crdc::Rules)]
enum Storage {
    S3 {
        bucket: String,
        #[serde(rename = "bucket")]
        name: String,
    },
    #[serde(rename = "S3")]
    Minio(String),
}

fn main() {}
