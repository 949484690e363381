//! A former spelling of kube's rules, which kube ignores.
use schemars::JsonSchema;
use serde::Serialize;

#[derive(Serialize, JsonSchema, crdc::Rules)]
struct Spec {
    #[validate(rule = "self == oldSelf", message = "fixed")]
    fixed: String,
}

fn main() {}
