//! Rules in CEL, on a type and on a field.

use schemars::JsonSchema;
use serde::Serialize;

#[derive(Serialize, JsonSchema, crdc::Rules)]
#[schemars(extend("x-kubernetes-validations" = [{"rule": "self.min <= self.max"}]))]
struct Range {
    min: i32,
    #[schemars(extend("x-kubernetes-validations" = [{"rule": "self > 0"}]))]
    max: i32,
    #[schemars(extend("x-kubernetes-validations" = [{"rule": "self == oldSelf"}]))]
    class: String,
    #[schemars(extend("x-kubernetes-validations" = [{"rule": "self > 0"}]))]
    #[crdc(unchecked_rules)]
    step: i32,
}

fn main() {}
