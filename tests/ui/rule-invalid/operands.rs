//! Values of types that cannot be compared.
use serde::Serialize;

/// +crdc:rule=has(self.name) && self.min <= self.name
#[derive(Serialize, crdc::Rules)]
struct Range {
    min: i32,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
}

fn main() {}
