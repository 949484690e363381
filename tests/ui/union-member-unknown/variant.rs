//! A value that is not the name of its variant's member.

use serde::Serialize;

#[derive(crdc::Rules)]
#[crdc(union)]
enum Storage {
    /// +unionMember=GCS
    Google(String),
}

impl Serialize for Storage {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_unit()
    }
}

fn main() {}
