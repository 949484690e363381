//! Random structural schemas as CRD documents that the server accepts: every default is valid and needs no
//! pruning, maps have no properties, int-or-string has no type. Schemas nest at most four deep below `spec`,
//! and together they use most keywords. Other modules add embedded resources, unions and rules.

use super::alternatives;
use super::formats::FORMATS;
use super::marks;
use super::rng::Rng;
use crate::json::{Json, object};

/// The names of properties.
const NAMES: [&str; 14] = [
    "name", "size", "mode", "enabled", "items", "labels", "config", "ref", "data", "a", "b", "größe",
    "x-y.z", "type",
];
/// The values of `pattern`.
const PATTERNS: [&str; 6] =
    ["^[a-z]+$", "^[a-z0-9]([-a-z0-9]*[a-z0-9])?$", "^\\d+(Mi|Gi)?$", "a|b", "^.{1,4}$", "^(x|y)+z?$"];

/// A CRD of the group `random.example.com`, kind `Random<seed>`, version `v1`.
pub fn crd(seed: u64) -> String {
    let mut rng = Rng::new(seed);
    let kind = format!("Random{seed}");
    let plural = format!("random{seed}s");
    let mut properties = vec![("spec".to_owned(), node(&mut rng, 4, Some("object")))];
    let status = rng.chance(60);
    if status || rng.chance(30) {
        properties.push(("status".to_owned(), node(&mut rng, 2, Some("object"))));
    }
    if rng.chance(30) {
        properties.push(("data".to_owned(), node(&mut rng, 3, None)));
    }
    marks::add(seed, &mut properties);
    let mut root = vec![("type", Json::from("object")), ("properties", Json::Object(properties))];
    if rng.chance(20) {
        root.push(("required", vec![Json::from("spec")].into()));
    }
    if rng.chance(10) {
        root.push(("x-kubernetes-preserve-unknown-fields", true.into()));
    }
    // With the status subresource, the server allows this only below the root.
    if rng.chance(20) && !status {
        root.push(("maxProperties", 5.into()));
    }
    let mut version = vec![
        ("name", Json::from("v1")),
        ("served", true.into()),
        ("storage", true.into()),
        ("schema", object([("openAPIV3Schema", object(root))])),
    ];
    if status {
        version.push(("subresources", object([("status", Json::Object(vec![]))])));
    }
    let names = object([
        ("plural", Json::from(plural.as_str())),
        ("singular", format!("random{seed}").into()),
        ("kind", kind.as_str().into()),
        ("listKind", format!("{kind}List").into()),
    ]);
    let spec = object([
        ("group", Json::from("random.example.com")),
        ("scope", if rng.chance(50) { "Namespaced" } else { "Cluster" }.into()),
        ("names", names),
        ("versions", vec![object(version)].into()),
    ]);
    let crd = object([
        ("apiVersion", Json::from("apiextensions.k8s.io/v1")),
        ("kind", "CustomResourceDefinition".into()),
        ("metadata", object([("name", Json::from(format!("{plural}.random.example.com")))])),
        ("spec", spec),
    ]);
    crd.to_string()
}

/// The keywords of a schema, in order.
type Keywords = Vec<(&'static str, Json)>;

/// A random schema of the type `wanted`, or of a random type. `depth` is how deep it may nest.
fn node(rng: &mut Rng, depth: usize, wanted: Option<&str>) -> Json {
    let kinds: &[&str] = if depth == 0 {
        &["string", "integer", "number", "boolean", "int-or-string"]
    } else {
        &[
            "object",
            "object",
            "object",
            "map",
            "array",
            "array",
            "string",
            "string",
            "integer",
            "number",
            "boolean",
            "int-or-string",
            "anything",
        ]
    };
    let kind = wanted.unwrap_or_else(|| *rng.pick(kinds));
    let mut keywords: Keywords = Vec::new();
    match kind {
        "object" => object_node(rng, depth, &mut keywords),
        "map" => map_node(rng, depth, &mut keywords),
        "array" => array_node(rng, depth, &mut keywords),
        "string" => string_node(rng, &mut keywords),
        "integer" | "number" => number_node(rng, kind == "integer", &mut keywords),
        "boolean" => keywords.push(("type", "boolean".into())),
        "int-or-string" => {
            keywords.push(("x-kubernetes-int-or-string", true.into()));
            if rng.chance(30) {
                keywords.push(("pattern", "^[0-9]+%$".into()));
            }
            if rng.chance(20) {
                keywords.push(("format", rng.pick(&FORMATS).0.into()));
            }
            if rng.chance(20) {
                keywords.push(("maximum", 100.into()));
            }
        }
        _ => {
            keywords.push(("x-kubernetes-preserve-unknown-fields", true.into()));
            if rng.chance(50) {
                keywords.push(("type", "object".into()));
            }
        }
    }
    if rng.chance(15) && wanted.is_none() {
        keywords.push(("nullable", true.into()));
    }
    let mut schema = object(keywords);
    alternatives::add(rng, kind, &mut schema);
    if rng.chance(25)
        && let Some(default) = valid(rng, &schema)
    {
        schema.set("default", default);
    }
    schema
}

/// Adds the keywords of an object.
fn object_node(rng: &mut Rng, depth: usize, keywords: &mut Keywords) {
    keywords.push(("type", "object".into()));
    let mut properties: Vec<(String, Json)> = Vec::new();
    for _ in 0..1 + rng.below(5) {
        let name = *rng.pick(&NAMES);
        if !properties.iter().any(|(known, _)| known == name) {
            properties.push((name.to_owned(), node(rng, depth.saturating_sub(1), None)));
        }
    }
    let names: Vec<String> = properties.iter().map(|(name, _)| name.clone()).collect();
    keywords.push(("properties", Json::Object(properties)));
    if rng.chance(40) {
        let mut required: Vec<Json> = vec![Json::from(rng.pick(&names).as_str())];
        if rng.chance(20) {
            required.push("absent".into());
        }
        keywords.push(("required", required.into()));
    }
    limits(rng, ["minProperties", "maxProperties"], keywords);
    if rng.chance(15) {
        keywords.push(("x-kubernetes-preserve-unknown-fields", true.into()));
    }
}

/// Adds the keywords of a map.
fn map_node(rng: &mut Rng, depth: usize, keywords: &mut Keywords) {
    keywords.push(("type", "object".into()));
    let values = match rng.below(8) {
        0 => true.into(),
        1..=4 => node(rng, 0, None),
        _ => node(rng, depth.saturating_sub(1), None),
    };
    keywords.push(("additionalProperties", values));
    limits(rng, ["minProperties", "maxProperties"], keywords);
    if rng.chance(10) {
        keywords.push(("required", vec![Json::from("k")].into()));
    }
}

/// Adds the keywords of a list.
fn array_node(rng: &mut Rng, depth: usize, keywords: &mut Keywords) {
    keywords.push(("type", "array".into()));
    let items = match rng.below(4) {
        0 => set_item(rng, depth, keywords),
        1 if depth > 1 => map_item(rng, depth, keywords),
        _ => node(rng, depth.saturating_sub(1), None),
    };
    keywords.push(("items", items));
    limits(rng, ["minItems", "maxItems"], keywords);
}

/// The item of a set: never null, and atomic.
fn set_item(rng: &mut Rng, depth: usize, keywords: &mut Keywords) -> Json {
    keywords.push(("x-kubernetes-list-type", "set".into()));
    let depth = if rng.chance(60) { 0 } else { depth.saturating_sub(1) };
    let mut item = node(rng, depth, None);
    item.remove("nullable");
    match item.get("type").and_then(Json::as_str) {
        Some("object") => item.set("x-kubernetes-map-type", "atomic".into()),
        Some("array") => {
            item.remove("x-kubernetes-list-map-keys");
            item.set("x-kubernetes-list-type", "atomic".into());
        }
        _ => {}
    }
    item
}

/// The item of a list map, with one to three scalar keys that are required or have a default.
fn map_item(rng: &mut Rng, depth: usize, keywords: &mut Keywords) -> Json {
    let mut item = node(rng, depth - 1, Some("object"));
    // Its own default might lack the new required fields.
    item.remove("default");
    let mut keys: Vec<Json> = Vec::new();
    let mut needed: Vec<Json> = item.get("required").and_then(Json::as_array).cloned().unwrap_or_default();
    let properties = item.get_mut("properties").expect("objects have properties");
    if rng.chance(60) {
        properties.set("name", node(rng, 0, None));
    }
    properties.set("b", node(rng, 0, None));
    let Json::Object(members) = properties else { return item };
    for (name, schema) in members.iter_mut().rev() {
        if keys.len() < 3
            && !matches!(schema.get("type").and_then(Json::as_str), Some("object" | "array"))
            && (keys.is_empty() || rng.chance(60))
        {
            schema.remove("nullable");
            keys.push(name.as_str().into());
            if schema.get("default").is_none() && !needed.contains(&name.as_str().into()) {
                needed.push(name.as_str().into());
            }
        }
    }
    if !needed.is_empty() {
        item.set("required", needed.into());
    }
    keywords.push(("x-kubernetes-list-type", "map".into()));
    keywords.push(("x-kubernetes-list-map-keys", keys.into()));
    item
}

/// Adds the keywords of a string.
fn string_node(rng: &mut Rng, keywords: &mut Keywords) {
    keywords.push(("type", "string".into()));
    if rng.chance(30) {
        keywords.push(("format", rng.pick(&FORMATS).0.into()));
    }
    match rng.below(4) {
        0 => {
            let mut values: Vec<Json> = vec!["a".into(), "bee".into()];
            if rng.chance(30) {
                values.push("".into());
            }
            if rng.chance(30) {
                values.push("qu\"ote\n".into());
            }
            keywords.push(("enum", values.into()));
        }
        1 => keywords.push(("pattern", (*rng.pick(&PATTERNS)).into())),
        2 => limits(rng, ["minLength", "maxLength"], keywords),
        _ => {}
    }
}

/// Adds the keywords of a number.
fn number_node(rng: &mut Rng, integer: bool, keywords: &mut Keywords) {
    keywords.push(("type", if integer { "integer" } else { "number" }.into()));
    if rng.chance(40) {
        let formats: &[&str] =
            if integer { &["int32", "int64", "uint8"] } else { &["float", "double", "decimal"] };
        keywords.push(("format", (*rng.pick(formats)).into()));
    }
    if rng.chance(30) {
        keywords.push(("minimum", (rng.below(3) as i64 - 1).into()));
        if rng.chance(40) {
            keywords.push(("exclusiveMinimum", true.into()));
        }
    }
    if rng.chance(30) {
        let max = 1 + rng.below(9) as i64;
        keywords.push(("maximum", if integer { max.into() } else { Json::Float(max as f64 + 0.5) }));
        if rng.chance(40) {
            keywords.push(("exclusiveMaximum", true.into()));
        }
    }
    if rng.chance(20) {
        let factor = if integer { 2.into() } else { Json::Float(0.5) };
        keywords.push(("multipleOf", factor));
    }
    if rng.chance(10) {
        keywords.push(("enum", vec![Json::Int(1), Json::Int(2), Json::Int(65)].into()));
    }
}

/// Sometimes adds a lower or an upper limit, or both.
fn limits(rng: &mut Rng, [min, max]: [&'static str; 2], keywords: &mut Keywords) {
    if rng.chance(20) {
        keywords.push((min, (rng.below(2) as i64).into()));
    }
    if rng.chance(20) {
        keywords.push((max, (1 + rng.below(4) as i64).into()));
    }
}

/// A valid value of a schema for a default; `None` if it is not easy to find.
fn valid(rng: &mut Rng, schema: &Json) -> Option<Json> {
    if ["allOf", "anyOf", "oneOf", "not"].iter().any(|keyword| schema.get(keyword).is_some()) {
        return None;
    }
    let int = |key: &str| schema.get(key).and_then(Json::as_int);
    match schema.get("type").and_then(Json::as_str) {
        Some("boolean") => Some(rng.chance(50).into()),
        Some("string") => {
            if let Some(format) = schema.get("format").and_then(Json::as_str) {
                let texts = FORMATS.iter().find(|(name, _)| *name == format).map(|(_, texts)| *texts);
                let alone = schema.as_object().is_some_and(|members| members.len() == 2);
                return texts.filter(|_| alone).map(|texts| (*rng.pick(texts)).into());
            }
            if let Some(values) = schema.get("enum").and_then(Json::as_array) {
                return Some(rng.pick(values).clone());
            }
            if schema.get("pattern").is_some() {
                return None;
            }
            let length = int("minLength").unwrap_or(0).max(1).min(int("maxLength").unwrap_or(9));
            Some("d".repeat(length as usize).into())
        }
        Some("integer" | "number") => {
            if schema.get("enum").is_some() {
                return None;
            }
            // 1 and 2 are within most limits: 1 may be excluded by an exclusive limit, 2 is even. An integer
            // is divided by the factor truncated to an integer, and 0.5 becomes 0.
            let (wanted, value) = match schema.get("multipleOf") {
                Some(Json::Float(_)) => (1.5, Json::Float(1.5)),
                Some(_) => (2.0, Json::Int(2)),
                None => (1.0, Json::Int(1)),
            };
            let max = match schema.get("maximum") {
                Some(Json::Int(max)) => *max as f64,
                Some(Json::Float(max)) => *max,
                _ => f64::MAX,
            };
            let min = int("minimum").unwrap_or(-9);
            ((min as f64) < wanted && wanted < max).then_some(value)
        }
        Some("array") => match int("minItems").unwrap_or(0) {
            0 => Some(Json::Array(vec![])),
            _ => valid(rng, schema.get("items")?).map(|item| vec![item].into()),
        },
        Some("object") => valid_object(rng, schema),
        // A default has no type there, so a format only accepts strings and lists.
        _ if schema.get("format").is_some() => None,
        _ => schema.get("x-kubernetes-int-or-string").map(|_| 5.into()),
    }
}

/// A valid object for a default; `None` if it is not easy to find.
fn valid_object(rng: &mut Rng, schema: &Json) -> Option<Json> {
    let int = |key: &str| schema.get(key).and_then(Json::as_int);
    let empty = vec![];
    let required = schema.get("required").and_then(Json::as_array).unwrap_or(&empty);
    let mut members: Vec<(String, Json)> = Vec::new();
    if let Some(properties) = schema.get("properties").and_then(Json::as_object) {
        for (name, property) in properties {
            let needed = required.iter().any(|key| key.as_str() == Some(name));
            if needed || rng.chance(30) {
                match valid(rng, property) {
                    Some(value) => members.push((name.clone(), value)),
                    None if needed => return None,
                    None => {}
                }
            }
        }
    }
    let all_there = required.iter().all(|key| members.iter().any(|(name, _)| key.as_str() == Some(name)));
    let count = members.len() as i64;
    let fits = int("minProperties").unwrap_or(0) <= count && count <= int("maxProperties").unwrap_or(9);
    (all_there && fits).then_some(Json::Object(members))
}
