//! Schemas of fields that the derive cannot read.
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Serialize;

#[derive(Serialize, JsonSchema, crdc::Rules)]
struct Spec {
    #[schemars(schema_with = "address")]
    address: String,
    #[schemars(extend("anyOf" = [{"format": "ipv4"}, {"format": "ipv6"}]))]
    host: String,
    #[schemars(extend("maxLength" = LONGEST))]
    name: String,
    #[schemars(with = "Name")]
    other: String,
    #[schemars(with = "Option<String>", extend("maxLength" = 3))]
    read: Option<Other>,
}

const LONGEST: u32 = 63;

#[derive(Serialize, JsonSchema)]
struct Name(String);

#[derive(Serialize)]
struct Other(String);

fn address(_: &mut SchemaGenerator) -> Schema {
    schemars::json_schema!({"type": "string", "format": "ipv4"})
}

fn main() {}
