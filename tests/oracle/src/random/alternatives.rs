//! `allOf`, `anyOf`, `oneOf`, `not` for random schemas. Branches have no types and name only properties of
//! the schema itself, as required of structural schemas.

use super::rng::Rng;
use crate::json::{Json, object};

/// Adds one or two junctors, keywords that combine schemas, with a probability of 20 percent. `kind` is the
/// type of the schema.
pub(super) fn add(rng: &mut Rng, kind: &str, schema: &mut Json) {
    if !rng.chance(20) {
        return;
    }
    for _ in 0..1 + rng.below(2) {
        let properties = schema.get("properties").cloned();
        let keyword = *rng.pick(&["allOf", "anyOf", "oneOf", "not"]);
        let value = if keyword == "not" {
            branch(rng, kind, properties.as_ref(), 2)
        } else {
            let count = 1 + rng.below(3);
            (0..count).map(|_| branch(rng, kind, properties.as_ref(), 2)).collect::<Vec<_>>().into()
        };
        schema.set(keyword, value);
    }
}

/// A random branch of a junctor. `properties` are those of the schema.
fn branch(rng: &mut Rng, kind: &str, properties: Option<&Json>, depth: usize) -> Json {
    let mut keywords: Vec<(&'static str, Json)> = Vec::new();
    match kind {
        "object" => {
            let known = properties.and_then(Json::as_object).map(Vec::as_slice).unwrap_or_default();
            if rng.chance(60) && !known.is_empty() {
                keywords.push(("required", vec![Json::from(rng.pick(known).0.as_str())].into()));
            }
            if rng.chance(40) && !known.is_empty() && depth > 0 {
                let (name, schema) = rng.pick(known).clone();
                let kind = schema.get("type").and_then(Json::as_str).unwrap_or_default().to_owned();
                let inner = branch(rng, &kind, schema.get("properties"), depth - 1);
                keywords.push(("properties", Json::Object(vec![(name, inner)])));
            }
            if rng.chance(20) {
                keywords.push(("minProperties", (rng.below(3) as i64).into()));
            }
        }
        "array" => keywords.push((*rng.pick(&["minItems", "maxItems"]), (rng.below(3) as i64).into())),
        "integer" | "number" => match rng.below(3) {
            0 => keywords.push(("minimum", (rng.below(4) as i64).into())),
            1 => keywords.push(("maximum", (rng.below(4) as i64).into())),
            _ => keywords.push(("enum", vec![Json::Int(1), Json::Int(3)].into())),
        },
        _ => match rng.below(3) {
            0 => keywords.push(("maxLength", (rng.below(4) as i64).into())),
            1 => keywords.push(("pattern", "^[a-f]".into())),
            _ => keywords.push(("enum", vec![Json::from("a"), "bee".into()].into())),
        },
    }
    if rng.chance(15) && depth > 0 {
        keywords.push(("not", branch(rng, kind, properties, depth - 1)));
    }
    object(keywords)
}
