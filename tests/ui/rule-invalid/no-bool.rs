//! A rule that is a number.
use serde::Serialize;

#[derive(Serialize, crdc::Rules)]
struct Names {
    /// +crdc:rule=self.size() - 1
    names: Vec<String>,
}

fn main() {}
