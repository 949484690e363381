//! A key that rules do not have.
use schemars::JsonSchema;
use serde::Serialize;

#[derive(Serialize, JsonSchema, crdc::Rules)]
struct Range {
    #[schemars(extend("x-kubernetes-validations" = [{"rule": "self > 0", "mesage": "positive"}]))]
    min: i32,
}

fn main() {}
