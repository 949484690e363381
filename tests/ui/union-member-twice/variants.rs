//! One member for two variants, and one that is the discriminator.

use serde::Serialize;

#[derive(crdc::Rules)]
#[crdc(union)]
enum Storage {
    S3(String),
    #[crdc(member = "s3")]
    Minio(String),
    Type(String),
}

impl Serialize for Storage {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_unit()
    }
}

fn main() {}
