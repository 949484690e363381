//! A field that the type does not have.
use schemars::JsonSchema;
use serde::Serialize;

#[derive(Serialize, JsonSchema, crdc::Rules)]
#[schemars(extend("x-kubernetes-validations" = [{"rule": "self.min <= self.maxx"}]))]
struct Range {
    min: i32,
    max: i32,
}

fn main() {}
