//! At a type and at a variant.

use serde::Serialize;

/// A class.
/// +enumm
#[derive(Serialize, crdc::Rules)]
enum Class {
    /// +unionMembre
    Fast,
}

fn main() {}
