//! Members in an enum that is no union, and one that holds nothing.

use serde::Serialize;

#[derive(Serialize, crdc::Rules)]
enum Storage {
    /// +unionMember
    S3(String),
}

#[derive(crdc::Rules)]
#[crdc(union)]
enum Volume {
    /// +unionMember
    Empty,
    Disk(String),
}

impl Serialize for Volume {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_unit()
    }
}

fn main() {}
