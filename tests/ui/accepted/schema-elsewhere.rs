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
    /// The schema of the type with one rule more, as akri writes it.
    #[crdc(unchecked_schema)]
    #[schemars(schema_with = "info")]
    info: Info,
    #[crdc(unchecked_schema)]
    #[schemars(schema_with = "infos")]
    infos: Vec<Info>,
}

/// +crdc:rule=self.name != self.details
#[derive(Clone, Serialize, JsonSchema, crdc::Rules)]
struct Info {
    /// +immutable
    name: String,
    /// +k8s:maxLength=3
    details: String,
}

fn mode(_: &mut SchemaGenerator) -> Schema {
    json_schema!({"type": "string", "maxLength": 9})
}

fn info(generator: &mut SchemaGenerator) -> Schema {
    let mut schema = Info::json_schema(generator);
    schema.insert("minProperties".into(), 1.into());
    schema
}

fn infos(generator: &mut SchemaGenerator) -> Schema {
    Vec::<Info>::json_schema(generator)
}

fn main() {
    let named = |name: &str, details: &str| Info { name: name.into(), details: details.into() };
    let of = |mode: &str| Spec { mode: mode.into(), info: named("a", "b"), infos: vec![named("a", "b")] };
    let mut scratch = Scratch::new();
    of("a").validate_update(&of("a"), &mut scratch).unwrap();
    let refused = of("b").validate_update(&of("a"), &mut scratch).unwrap_err();
    assert_eq!(refused.to_string(), "mode: Invalid value: \"b\": field is immutable");
    let refused = of("c").validate_create(&mut scratch).unwrap_err();
    assert_eq!(refused.to_string(), "mode: Invalid value: \"c\": failed rule: self != 'c'");
    // The rules of a type are its own, whatever the schema of the field is.
    let moved = Spec { info: named("c", "b"), ..of("a") };
    let refused = moved.validate_update(&of("a"), &mut scratch).unwrap_err();
    assert_eq!(refused.to_string(), "info.name: Invalid value: \"c\": field is immutable");
    let wrong = Spec { info: named("a", "long"), infos: vec![named("b", "b")], ..of("a") };
    let refused = wrong.validate_create(&mut scratch).unwrap_err();
    let lines: Vec<String> = refused.errors().iter().map(ToString::to_string).collect();
    assert_eq!(lines[0], "info.details: Too long: may not be more than 3 bytes");
    assert_eq!(lines.len(), 2, "{lines:?}");
}
