//! A rule of schemars that cannot be read: the length of a type of its own.

use schemars::JsonSchema;
use serde::Serialize;

#[derive(Serialize, JsonSchema, crdc::Rules)]
struct Spec {
    #[schemars(length(min = 1))]
    labels: Labels,
}

type Labels = Vec<String>;

fn main() {}
