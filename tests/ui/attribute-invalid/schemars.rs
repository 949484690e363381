//! Rules of schemars that cannot be read: names in the place of values, the length of a type of its own.

use schemars::JsonSchema;
use serde::Serialize;

const MOST: usize = 10;

#[derive(Serialize, JsonSchema, crdc::Rules)]
struct Spec {
    #[schemars(length(max = MOST))]
    class: String,
    #[schemars(range(min = 1, max = MOST))]
    replicas: u32,
    #[schemars(length(min = 1))]
    labels: Labels,
}

type Labels = Vec<String>;

fn main() {}
