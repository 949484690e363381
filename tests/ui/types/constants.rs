//! Constants that are no limits of the fields.

use schemars::JsonSchema;
use serde::Serialize;

const TEXT: &str = "3";
const HALF: f64 = 0.5;
const MINUS: i32 = -1;
const LARGE: u64 = 1 << 40;

#[derive(Serialize, JsonSchema, crdc::Rules)]
struct Spec {
    #[schemars(length(max = TEXT))]
    text: String,
    #[schemars(length(max = HALF))]
    half: String,
    #[schemars(length(min = MINUS))]
    minus: Vec<String>,
    #[schemars(range(max = LARGE))]
    large: i32,
    #[schemars(range(max = MISSING))]
    missing: i32,
}

fn main() {}
