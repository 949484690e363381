//! Constants that contradict each other, or a literal.
use schemars::JsonSchema;
use serde::Serialize;

const LOW: i32 = 9;
const HIGH: usize = 3;

#[derive(Serialize, JsonSchema, crdc::Rules)]
struct Spec {
    #[schemars(range(min = LOW, max = 3))]
    literal: i64,
    #[schemars(length(min = 4, max = HIGH))]
    short: String,
    /// +kubebuilder:validation:ExclusiveMinimum=true
    #[schemars(range(min = LOW, max = LOW))]
    exclusive: f64,
    #[schemars(range(min = LOW, max = LOW))]
    one: i32,
}

fn main() {}
