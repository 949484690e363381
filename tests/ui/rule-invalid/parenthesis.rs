//! A parenthesis that is not closed.
use serde::Serialize;

/// +crdc:rule=(self.min < self.max || self.min == 0
#[derive(Serialize, crdc::Rules)]
struct Range {
    min: i32,
    max: i32,
}

fn main() {}
