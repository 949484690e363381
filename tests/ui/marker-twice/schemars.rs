//! A marker and an attribute of schemars.

use schemars::JsonSchema;
use serde::Serialize;

#[derive(Serialize, JsonSchema, crdc::Rules)]
struct Spec {
    /// +k8s:maxLength=3
    #[schemars(length(max = 4))]
    class: String,
}

fn main() {}
