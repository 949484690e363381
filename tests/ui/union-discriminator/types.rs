//! Discriminators that are no text.

use serde::Serialize;

#[derive(Serialize, crdc::Rules)]
struct Spec {
    /// +unionDiscriminator
    size: u32,
    /// +unionDiscriminator
    letter: char,
}

fn main() {}
