//! Limits that no value keeps.
use schemars::JsonSchema;
use serde::Serialize;

#[derive(Serialize, JsonSchema, crdc::Rules)]
struct Spec {
    #[schemars(length(min = 5, max = 3))]
    odd: String,
    /// +k8s:minimum=9
    /// +k8s:maximum=3
    limits: i32,
    #[schemars(range(min = 256))]
    beyond: u8,
}

fn main() {}
