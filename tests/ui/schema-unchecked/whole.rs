//! Attributes and markers of fields that are compared as a whole.
use schemars::JsonSchema;
use serde::Serialize;

#[derive(Serialize, JsonSchema, crdc::Rules)]
#[serde(untagged)]
enum Target {
    Port(#[schemars(range(min = 1))] i32),
    Named {
        /// +immutable
        name: String,
        #[schemars(extend("minimum" = 1))]
        weight: i32,
    },
}

#[derive(Serialize, JsonSchema, crdc::Rules)]
enum Source {
    /// The range is checked elsewhere.
    Pair(#[crdc(unchecked_rules)] #[schemars(range(min = 1))] i32, #[schemars(length(min = 1))] String),
    #[serde(untagged)]
    Text(String),
}

#[derive(Serialize, JsonSchema, crdc::Rules)]
enum Change {
    Move(
        #[schemars(range(min = 1))] i32,
        /// +k8s:minimum=1
        i32,
    ),
}

#[derive(Serialize, JsonSchema, crdc::Rules)]
struct Pair(#[schemars(range(min = 1))] i32, i32);

fn main() {}
