//! A union of Rust.

use serde::Serialize;

#[derive(crdc::Rules)]
union Number {
    whole: u32,
    broken: f32,
}

impl Serialize for Number {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_unit()
    }
}

fn main() {}
