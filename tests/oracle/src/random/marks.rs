//! Adds markers, the immutability extensions, and `x-kubernetes-normalize` to random schemas. In: the JSON of
//! properties. Out: the same properties, with markers where the design allows them. Markers use a random
//! number generator of their own, so the rest of a schema does not depend on them.

use super::rng::Rng;
use crate::json::Json;

/// The extensions of maps and list maps. Sets have the last two.
const KEYS: [&str; 3] =
    ["x-kubernetes-immutable-keys", "x-kubernetes-addition-only", "x-kubernetes-deletion-only"];

/// Adds markers to some of the properties of a root, for every third seed.
pub(super) fn add(seed: u64, properties: &mut [(String, Json)]) {
    let mut rng = Rng::new(seed ^ 0x6d61_726b);
    if seed % 3 == 2 {
        for (_, schema) in properties {
            below(&mut rng, schema);
        }
    }
}

/// Adds markers and normalization to some of the values in a value.
pub fn below(rng: &mut Rng, schema: &mut Json) {
    let required: Vec<Json> = schema.get("required").and_then(Json::as_array).cloned().unwrap_or_default();
    if let Some(Json::Object(properties)) = schema.get_mut("properties") {
        for (name, property) in properties {
            let needed = required.iter().any(|key| key.as_str() == Some(name));
            let typed = property.get("type").and_then(Json::as_str).unwrap_or_default();
            let may_be_empty = matches!(typed, "object" | "array" | "string");
            // Defaulting would add the default of a removed value again when the object is read.
            if !needed && may_be_empty && property.get("default").is_none() && rng.chance(25) {
                property.set("x-kubernetes-normalize", "undefined".into());
            }
            value(rng, property);
        }
    }
    for held in ["additionalProperties", "items"] {
        if let Some(held @ Json::Object(_)) = schema.get_mut(held) {
            value(rng, held);
        }
    }
}

/// Adds markers to a value, to values inside of it, to both, or to none.
fn value(rng: &mut Rng, schema: &mut Json) {
    if rng.chance(20) {
        schema.set("x-kubernetes-immutable", true.into());
        // Sets and list maps inside of an immutable value keep their own equality. Markers there have no
        // effect.
        if rng.chance(20) {
            below(rng, schema);
        }
        return;
    }
    let list = schema.get("x-kubernetes-list-type").and_then(Json::as_str).unwrap_or_default().to_owned();
    let map = schema.get("additionalProperties").is_some_and(|other| *other != Json::Bool(false));
    let marks: &[&str] = match list.as_str() {
        "map" => &KEYS,
        "set" => &KEYS[1..],
        "" if map => &KEYS,
        _ => &[],
    };
    let marked = !marks.is_empty() && rng.chance(50);
    if marked {
        schema.set(rng.pick::<&str>(marks), true.into());
    }
    below(rng, schema);
    if marked && list == "map" {
        let keys = schema.get("x-kubernetes-list-map-keys").and_then(Json::as_array).cloned();
        let items = schema.get_mut("items").and_then(|items| items.get_mut("properties"));
        if let (Some(keys), Some(properties)) = (keys, items) {
            for key in keys.iter().filter_map(Json::as_str) {
                if let Some(property) = properties.get_mut(key) {
                    property.set("x-kubernetes-immutable", true.into());
                }
            }
        }
    }
}
