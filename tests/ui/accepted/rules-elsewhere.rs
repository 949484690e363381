//! Rules in CEL that the type leaves to others.

use schemars::JsonSchema;
use serde::Serialize;

#[derive(Serialize, JsonSchema, crdc::Rules)]
#[schemars(extend("x-kubernetes-validations" = [{"rule": "self.min <= self.max"}]))]
#[crdc(unchecked_rules)]
struct Range {
    min: i32,
    #[schemars(extend("x-kubernetes-validations" = [{"rule": "self > 0"}]))]
    max: i32,
}

fn main() {}
