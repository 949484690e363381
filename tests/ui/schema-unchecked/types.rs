//! Schemas of types that the derive cannot read.
use schemars::{JsonSchema, Schema};
use serde::Serialize;

#[derive(Serialize, JsonSchema, crdc::Rules)]
#[schemars(transform = narrow, title = "A name")]
struct Name(String);

#[derive(Serialize, JsonSchema, crdc::Rules)]
enum Place {
    #[schemars(extend("maxLength" = 3))]
    Bucket(String),
    Nowhere,
}

fn narrow(schema: &mut Schema) {
    schema.insert("maxLength".into(), 3.into());
}

fn main() {}
