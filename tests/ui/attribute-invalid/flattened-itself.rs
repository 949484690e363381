//! A type that flattens itself: serde cannot serialize it either.
use serde::Serialize;

#[derive(Serialize, crdc::Rules)]
struct Flat {
    /// +immutable
    name: String,
    #[serde(flatten)]
    inner: Option<Box<Flat>>,
}

fn main() {}
