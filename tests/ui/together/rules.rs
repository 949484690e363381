//! Two rules of one type that are wrong.
use serde::Serialize;

/// +crdc:rule=self.min <= self.mx
/// +crdc:rule=self.max
#[derive(Serialize, crdc::Rules)]
struct Range {
    min: i32,
    max: i32,
}

fn main() {}
