//! Random CRDs with unions: the CRDs of `schema`, with unions of both shapes added to suitable objects. Also
//! compiled into the build script.

use super::rng::Rng;
use super::schema;
use crate::json::{Json, object, read};

/// The CRD of a seed with unions, with the kind of the seed.
pub fn crd(seed: u64) -> String {
    let mut rng = Rng::new(seed);
    let Ok(parsed) = read(schema::crd(seed).as_bytes()) else { return String::new() };
    let mut crd = parsed.value;
    let versions = crd.get_mut("spec").and_then(|spec| spec.get_mut("versions"));
    if let Some(Json::Array(versions)) = versions {
        for version in versions {
            let schema = version.get_mut("schema").and_then(|schema| schema.get_mut("openAPIV3Schema"));
            if let Some(schema) = schema {
                add(&mut rng, schema, &[]);
            }
        }
    }
    crd.to_string()
}

/// Adds unions at and below a schema. `keys` are the keys of the list map with these items.
fn add(rng: &mut Rng, schema: &mut Json, keys: &[String]) {
    if schema.get("properties").is_some() && rng.chance(70) {
        unions(rng, schema, keys);
    }
    if let Some(Json::Object(properties)) = schema.get_mut("properties") {
        properties.iter_mut().for_each(|(_, property)| add(rng, property, &[]));
    }
    if let Some(other @ Json::Object(_)) = schema.get_mut("additionalProperties") {
        add(rng, other, &[]);
    }
    let keys = schema.get("x-kubernetes-list-map-keys").and_then(Json::as_array).cloned().unwrap_or_default();
    let keys: Vec<String> = keys.iter().filter_map(Json::as_str).map(str::to_owned).collect();
    if let Some(items) = schema.get_mut("items") {
        add(rng, items, &keys);
    }
}

/// Adds one or two unions to the schema of an object. `keys` are properties that cannot be members.
fn unions(rng: &mut Rng, schema: &mut Json, keys: &[String]) {
    let properties = schema.get("properties").and_then(Json::as_object).cloned().unwrap_or_default();
    let mut fields: Vec<String> = properties.into_iter().map(|(name, _)| name).collect();
    fields.retain(|name| !keys.contains(name) && name != "status" && name != "metadata");
    for extra in ["left", "right"] {
        if let Some(properties) = schema.get_mut("properties") {
            properties.set(extra, object([("type", Json::from("integer"))]));
        }
        fields.push(extra.to_owned());
    }
    for name in ["by", "of"].into_iter().take(1 + rng.below(2)) {
        let count = (1 + rng.below(3)).min(fields.len());
        let members: Vec<String> = (0..count).map(|_| fields.swap_remove(rng.below(fields.len()))).collect();
        if members.is_empty() {
            return;
        }
        // A member is not required, and has no default, which would set it again after it was cleared.
        for member in &members {
            if let Some(property) = schema.get_mut("properties").and_then(|all| all.get_mut(member)) {
                property.remove("default");
            }
        }
        if let Some(Json::Array(required)) = schema.get_mut("required") {
            required.retain(|name| !members.iter().any(|member| name.as_str() == Some(member)));
        }
        union(rng, schema, name, &members);
    }
    if schema.get("required").and_then(Json::as_array).is_some_and(Vec::is_empty) {
        schema.remove("required");
    }
}

/// Adds a union with the discriminator `name`, of a random shape, to the schema of an object.
fn union(rng: &mut Rng, schema: &mut Json, name: &str, members: &[String]) {
    let values: Vec<String> = members.iter().map(|member| member.to_uppercase()).collect();
    let mut discriminator = vec![("type", Json::from("string"))];
    if rng.chance(20) {
        discriminator.push(("nullable", true.into()));
    }
    let older = rng.chance(35);
    let none = *rng.pick(&["", "None"]);
    if rng.chance(60) {
        let mut all: Vec<Json> = values.iter().map(|value| value.as_str().into()).collect();
        all.push(none.into());
        discriminator.push(("enum", all.into()));
    }
    if rng.chance(25) {
        discriminator.push(("default", values[0].as_str().into()));
    }
    if older {
        let fields =
            members.iter().zip(&values).map(|(member, value)| (member.clone(), value.as_str().into()));
        let mut union = object([("discriminator", Json::from(name))]);
        union.set("fields-to-discriminateBy", Json::Object(fields.collect()));
        if rng.chance(60) {
            union.set("deduceInvalidDiscriminator", true.into());
        }
        let mut all = schema.get("x-kubernetes-unions").and_then(Json::as_array).cloned().unwrap_or_default();
        all.push(union);
        schema.set("x-kubernetes-unions", all.into());
    } else {
        let mut all: Vec<(String, Json)> = Vec::new();
        for (member, value) in members.iter().zip(&values) {
            let mut selected = object([("name", Json::from(member.as_str()))]);
            if rng.chance(40) {
                selected.set("optional", true.into());
            }
            all.push((value.clone(), selected));
        }
        all.push((none.to_owned(), Json::Null));
        discriminator.push(("x-kubernetes-unions", object([("fieldMembers", Json::Object(all))])));
    }
    if let Some(properties) = schema.get_mut("properties") {
        properties.set(name, object(discriminator));
    }
}
