//! A schema that is checked elsewhere: markers of the field are checked all the same.

use crdc::{Rules, typed::Scratch};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Serialize;

#[derive(Clone, Serialize, JsonSchema, crdc::Rules)]
struct Spec {
    /// +immutable
    /// +crdc:rule=self != 'c'
    #[crdc(unchecked_schema)]
    #[schemars(schema_with = "mode")]
    mode: String,
}

fn mode(_: &mut SchemaGenerator) -> Schema {
    json_schema!({"type": "string", "maxLength": 9})
}

fn main() {
    let of = |mode: &str| Spec { mode: mode.into() };
    let mut scratch = Scratch::new();
    of("a").validate_update(&of("a"), &mut scratch).unwrap();
    let refused = of("b").validate_update(&of("a"), &mut scratch).unwrap_err();
    assert_eq!(refused.to_string(), "mode: Invalid value: \"b\": field is immutable");
    let refused = of("c").validate_create(&mut scratch).unwrap_err();
    assert_eq!(refused.to_string(), "mode: Invalid value: \"c\": failed rule: self != 'c'");
}
