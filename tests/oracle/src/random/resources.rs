//! Random CRDs with embedded resources: the CRDs of `schema` and `unions`, with some objects turned into
//! embedded resources, and constraints on the names of root and embedded resources.

use super::formats::UNKNOWN;
use super::rng::Rng;
use super::{marks, schema, unions};
use crate::json::{Json, object, read};

/// The CRD of a seed, with the kind of the seed.
pub fn crd(seed: u64) -> String {
    let mut rng = Rng::new(seed ^ 0x7265_736f);
    let text = if seed % 4 == 3 { unions::crd(seed) } else { schema::crd(seed) };
    let Ok(parsed) = read(text.as_bytes()) else { return String::new() };
    let mut crd = parsed.value;
    let versions = crd.get_mut("spec").and_then(|spec| spec.get_mut("versions"));
    if let Some(Json::Array(versions)) = versions {
        for version in versions {
            let schema = version.get_mut("schema").and_then(|schema| schema.get_mut("openAPIV3Schema"));
            if let Some(properties) = schema.and_then(|schema| schema.get_mut("properties")) {
                root(&mut rng, seed, properties);
            }
        }
    }
    crd.to_string()
}

/// Turns some objects below the properties of the root into embedded resources, and adds constraints on the
/// names and the type of the root. Every third seed adds markers too.
fn root(rng: &mut Rng, seed: u64, properties: &mut Json) {
    if let Json::Object(properties) = properties {
        if seed.is_multiple_of(3) {
            properties.iter_mut().for_each(|(_, property)| marks::below(rng, property));
        }
        for (_, property) in properties {
            embed(rng, property);
        }
    }
    if rng.chance(75) {
        properties.set("metadata", metadata(rng));
    }
    for field in ["apiVersion", "kind"] {
        if rng.chance(10) {
            properties.set(field, named(rng));
        }
    }
}

/// Turns some objects at and below a schema into embedded resources; returns whether there is one.
fn embed(rng: &mut Rng, schema: &mut Json) -> bool {
    let mut found = false;
    if let Some(Json::Object(properties)) = schema.get_mut("properties") {
        for (_, property) in properties {
            found |= embed(rng, property);
        }
    }
    // Members of a set have no embedded resources: they are compared as a whole.
    let set = schema.get("x-kubernetes-list-type").and_then(Json::as_str) == Some("set");
    for held in ["additionalProperties", "items"] {
        if let Some(held @ Json::Object(_)) = schema.get_mut(held).filter(|_| !set) {
            found |= embed(rng, held);
        }
    }
    let typed = schema.get("type").and_then(Json::as_str) == Some("object");
    if typed && schema.get("additionalProperties").is_none() && rng.chance(35) {
        resource(rng, schema);
        found = true;
    }
    if found {
        // A default would lack the `apiVersion` and `kind` of the resource in it.
        schema.remove("default");
    }
    found
}

/// Turns the schema of an object into one of embedded resources.
fn resource(rng: &mut Rng, schema: &mut Json) {
    schema.set("x-kubernetes-embedded-resource", true.into());
    if let Some(max) = schema.get("maxProperties").and_then(Json::as_int) {
        schema.set("maxProperties", (max + 3).into());
    }
    if schema.get("properties").is_none() {
        schema.set("properties", Json::Object(vec![]));
    }
    let mut required = schema.get("required").and_then(Json::as_array).cloned().unwrap_or_default();
    let Some(properties) = schema.get_mut("properties") else { return };
    for field in ["apiVersion", "kind"] {
        match rng.below(4) {
            0 => properties.set(field, named(rng)),
            1 => properties.set(field, object([("type", Json::from("string"))])),
            _ => {}
        }
    }
    match rng.below(6) {
        0 => {}
        1 => properties.set("metadata", object([("type", Json::from("object"))])),
        _ => properties.set("metadata", metadata(rng)),
    }
    if rng.chance(15) && properties.get("metadata").is_some() {
        required.push("metadata".into());
    }
    if !required.is_empty() {
        schema.set("required", required.into());
    }
}

/// A schema of metadata that constrains the name, `generateName` or both.
fn metadata(rng: &mut Rng) -> Json {
    let names: &[&str] = match rng.below(4) {
        0 => &["generateName"],
        1 => &["name", "generateName"],
        _ => &["name"],
    };
    let properties = names.iter().map(|name| ((*name).to_owned(), named(rng))).collect();
    object([("type", Json::from("object")), ("properties", Json::Object(properties))])
}

/// A schema of a name, with one or two constraints.
fn named(rng: &mut Rng) -> Json {
    let mut schema = object([("type", Json::from("string"))]);
    let lengths = |rng: &mut Rng| (1 + rng.below(6)) as i64;
    for _ in 0..1 + rng.below(2) {
        match rng.below(8) {
            0 | 1 => schema.set("maxLength", lengths(rng).into()),
            2 => schema.set("minLength", lengths(rng).into()),
            3 => schema.set("pattern", (*rng.pick(&["^[a-c]+$", "^.{1,3}$", "e", "^\\d"])).into()),
            4 => schema.set("enum", vec![Json::from("abc"), "sample".into(), "Thing".into()].into()),
            5 => schema.set("format", (*rng.pick(&["ipv4", "date", "k8s-short-name", UNKNOWN])).into()),
            6 => {
                let branch = |rng: &mut Rng| object([("maxLength", Json::from(lengths(rng)))]);
                let other = object([("pattern", Json::from("^ab"))]);
                let keyword = *rng.pick(&["anyOf", "oneOf", "allOf"]);
                schema.set(keyword, vec![branch(rng), other].into());
            }
            _ => schema.set("not", object([("minLength", Json::from(lengths(rng)))])),
        }
    }
    schema
}
