//! Fields of what is not written as an object.

use serde::Serialize;

#[derive(Clone, Serialize, crdc::Rules)]
#[serde(into = "String")]
struct Quantity {
    /// +immutable
    number: u32,
}

impl From<Quantity> for String {
    fn from(quantity: Quantity) -> String {
        quantity.number.to_string()
    }
}

fn main() {}
