//! Random objects for a schema: mostly valid, with a few random mutations. The interpreter determines the
//! expected answer.

use super::formats::near;
use super::metadata::{NEAR, metadata};
use super::rng::Rng;
use crate::expressions::compiled;
use crate::interpreter::{Server, Structural};
use crate::json::{Json, object};

/// The object of a request to a server, nearly always of its kind.
pub fn request(rng: &mut Rng, server: &Server) -> Json {
    let mut root = match value(rng, &server.schema, 6) {
        Json::Object(members) => members,
        _ => vec![],
    };
    root.retain(|(key, _)| !matches!(key.as_str(), "apiVersion" | "kind" | "metadata"));
    let mut metadata = if rng.chance(70) {
        ordinary(rng, server)
    } else {
        // Errors of metadata do not hide other errors, but an object with such an error is never accepted.
        metadata(rng, server.namespaced)
    };
    names(rng, &server.schema, &mut metadata);
    let kind = if rng.chance(2) { "Other" } else { &server.kind };
    let mut members = vec![
        ("apiVersion".to_owned(), Json::from(format!("{}/{}", server.group, server.version))),
        ("kind".to_owned(), kind.into()),
        ("metadata".to_owned(), metadata),
    ];
    members.append(&mut root);
    if rng.chance(10) {
        members.push(("extra".to_owned(), junk(rng, 3)));
    }
    if rng.chance(5) {
        let last = members.len() - 1;
        members.swap(0, last);
    }
    let mut whole = Json::Object(members);
    let mutations = if rng.chance(50) { 0 } else { 1 + rng.below(4) };
    for _ in 0..mutations {
        mutate(rng, &mut whole, true);
    }
    whole
}

/// Valid metadata.
fn ordinary(rng: &mut Rng, server: &Server) -> Json {
    let mut metadata = object([("name", Json::from("sample")), ("resourceVersion", "7".into())]);
    if rng.chance(70) {
        metadata.set("generation", (1 + rng.below(5) as i64).into());
    }
    if rng.chance(if server.namespaced { 80 } else { 5 }) {
        metadata.set("namespace", "default".into());
    }
    metadata
}

/// A variation of an object: a few values change, and sometimes metadata.
pub fn vary(rng: &mut Rng, whole: &Json) -> Json {
    let mut whole = whole.clone();
    let own = whole.get("metadata").is_some_and(|own| own.as_object().is_some_and(|own| own.len() > 4));
    if let (true, Json::Object(members)) = (own && rng.chance(70), metadata(rng, true)) {
        for (field, value) in members {
            if let (true, Some(own)) = (rng.chance(50), whole.get_mut("metadata")) {
                own.set(&field, value);
            }
        }
    }
    for _ in 0..rng.below(3) {
        mutate(rng, &mut whole, true);
    }
    whole
}

/// Mixes an object with parts of another object of the same schema: other values, and entries and items that
/// are added, removed, moved or duplicated. Kind, version and metadata do not change.
pub fn mix(rng: &mut Rng, whole: &Json, other: &Json) -> Json {
    let mut mixed = whole.clone();
    for (key, value) in other.as_object().into_iter().flatten() {
        if matches!(key.as_str(), "apiVersion" | "kind" | "metadata") {
            continue;
        }
        match mixed.get_mut(key) {
            Some(own) => mix_value(rng, own, value),
            None if rng.chance(50) => mixed.set(key, value.clone()),
            None => {}
        }
    }
    mixed
}

/// Mixes a value with another value of the same schema.
fn mix_value(rng: &mut Rng, own: &mut Json, other: &Json) {
    match (own, other) {
        (Json::Object(own), Json::Object(other)) => {
            own.retain(|_| !rng.chance(8));
            for (key, value) in other {
                match own.iter_mut().find(|(known, _)| known == key) {
                    Some((_, own)) => mix_value(rng, own, value),
                    None if rng.chance(25) => own.push((key.clone(), value.clone())),
                    None => {}
                }
            }
        }
        (Json::Array(own), Json::Array(other)) => {
            own.iter_mut().zip(other).for_each(|(own, other)| mix_value(rng, own, other));
            match rng.below(8) {
                0 => own.reverse(),
                1 => own.extend(other.iter().take(2).cloned()),
                2 => own.truncate(1),
                3 if !own.is_empty() => own.push(rng.pick(own).clone()),
                _ => {}
            }
        }
        (own, other) if rng.chance(15) => *own = other.clone(),
        _ => {}
    }
}

/// A value that the schema usually accepts.
pub fn value(rng: &mut Rng, schema: &Structural, depth: usize) -> Json {
    if schema.nullable && rng.chance(10) {
        return Json::Null;
    }
    if !schema.enumeration.is_empty() && rng.chance(95) {
        return rng.pick(&schema.enumeration).clone();
    }
    match schema.type_name.as_str() {
        "object" => object_value(rng, schema, depth),
        "array" => {
            let min = schema.min_items.unwrap_or(0).clamp(0, 20);
            let max = schema.max_items.unwrap_or(min + 3).clamp(min, min + 4);
            let count = min as usize + rng.below((max - min + 1) as usize);
            let count = if depth == 0 { min as usize } else { count };
            let items = schema.items.as_deref();
            let item = |rng: &mut Rng| items.map_or(Json::Null, |s| value(rng, s, depth.saturating_sub(1)));
            let mut items: Vec<Json> = (0..count).map(|_| item(rng)).collect();
            if matches!(schema.list_type.as_str(), "set" | "map") && rng.chance(30) {
                repeat(rng, schema, &mut items);
            }
            Json::Array(items)
        }
        "string" => string(rng, schema),
        "integer" => integer(rng, schema),
        "number" if rng.chance(30) => integer(rng, schema),
        "number" => {
            let whole = integer(rng, schema).as_int().unwrap_or(0);
            Json::Float(whole as f64 + *rng.pick(&[0.0, 0.5, 0.25, 1e-10, 0.1]))
        }
        "boolean" => rng.chance(50).into(),
        _ if schema.int_or_string => {
            if rng.chance(50) {
                integer(rng, schema)
            } else if !schema.format.is_empty() {
                string(rng, schema)
            } else {
                format!("{}%", rng.below(120)).into()
            }
        }
        _ => junk(rng, 3),
    }
}

/// Duplicates items, completely or with the same keys, sometimes often enough for a long list.
fn repeat(rng: &mut Rng, schema: &Structural, items: &mut Vec<Json>) {
    let times = if rng.chance(20) { 30 } else { 1 + rng.below(3) };
    for _ in 0..times {
        let Some(mut again) = (!items.is_empty()).then(|| rng.pick(items).clone()) else { return };
        match &mut again {
            Json::Int(int) if rng.chance(40) => again = Json::Float(*int as f64),
            Json::Float(float) if rng.chance(40) => again = Json::Int(*float as i64),
            Json::Object(members) => {
                members.retain(|(key, _)| schema.list_keys.contains(key) || rng.chance(50));
                members.reverse();
                for (_, value) in members {
                    match value {
                        Json::Int(int) if rng.chance(30) => *value = Json::Float(*int as f64),
                        Json::Null | Json::Bool(_) if rng.chance(30) => *value = junk(rng, 2),
                        _ => {}
                    }
                }
            }
            _ => {}
        }
        let at = rng.below(items.len() + 1);
        items.insert(at, again);
    }
}

/// An object that the schema usually accepts.
fn object_value(rng: &mut Rng, schema: &Structural, depth: usize) -> Json {
    let mut members: Vec<(String, Json)> = Vec::new();
    for (name, property) in &schema.properties {
        let needed = schema.required.contains(name);
        if needed || (depth > 0 && rng.chance(60)) {
            members.push((name.clone(), value(rng, property, depth.saturating_sub(1))));
        }
    }
    if let Some(other) = schema.additional_schema() {
        for key in ["k", "other", "Ключ", ""].into_iter().take(rng.below(5)) {
            members.push((key.to_owned(), value(rng, other, depth.saturating_sub(1))));
        }
    } else if schema.additional.is_some() || (schema.preserve && rng.chance(50)) {
        members.push(("free".to_owned(), junk(rng, 2)));
    }
    if schema.embedded {
        resource(rng, schema, &mut members);
    }
    if rng.chance(15) {
        // Random order.
        members.reverse();
    }
    Json::Object(members)
}

/// Gives an embedded resource a type and metadata, in most cases.
fn resource(rng: &mut Rng, schema: &Structural, members: &mut Vec<(String, Json)>) {
    members.retain(|(key, _)| !matches!(key.as_str(), "apiVersion" | "kind" | "metadata"));
    let versions = ["v1", "v1", "v1", "apps/v1", "a", "abc", "a/b/c", ""];
    let kinds = ["Thing", "Thing", "Thing", "abc", "sample", "1", ""];
    for (field, texts) in [("apiVersion", &versions[..]), ("kind", &kinds[..])] {
        if rng.chance(95) {
            let own = schema.property(field).filter(|_| rng.chance(40));
            let text = match own {
                Some(schema) => string(rng, schema),
                None => (*rng.pick(texts)).into(),
            };
            members.push((field.to_owned(), text));
        }
    }
    if rng.chance(90) {
        let mut own = if rng.chance(60) { Json::Object(vec![]) } else { metadata(rng, false) };
        names(rng, schema, &mut own);
        members.push(("metadata".to_owned(), own));
    }
}

/// Sets the names in metadata that the schema constrains, to names that it allows or to similar ones.
fn names(rng: &mut Rng, schema: &Structural, own: &mut Json) {
    for (field, share) in [("name", 90), ("generateName", 30)] {
        let asked = schema.property("metadata").and_then(|metadata| metadata.property(field));
        if asked.is_some() && rng.chance(share) {
            let text = asked.filter(|_| rng.chance(30)).map(|schema| value(rng, schema, 1));
            own.set(field, text.unwrap_or_else(|| (*rng.pick(&NEAR)).into()));
        }
    }
}

/// A string that the schema usually accepts.
fn string(rng: &mut Rng, schema: &Structural) -> Json {
    if !schema.format.is_empty() && rng.chance(85) {
        return near(rng, &schema.format).into();
    }
    if let Some(pattern) = &schema.pattern {
        for candidate in ["abc", "x", "a-b", "5Mi", "b", "xyz", "10.0.0.0/8", "1h30m", "50%"] {
            if rng.chance(60) && compiled(pattern).is_some_and(|r| r.is_match(candidate)) {
                return candidate.into();
            }
        }
    }
    let min = schema.min_length.unwrap_or(0).clamp(0, 300) as usize;
    let max = schema.max_length.map_or(min + 6, |max| max.clamp(0, 300) as usize).max(min);
    let length = min + rng.below((max - min + 1).min(8));
    let alphabet = ['a', 'b', 'z', '0', '-', 'é', '日', '😀', '"', '\\', '\n', '\u{1}', ' '];
    let plain = rng.chance(70);
    (0..length)
        .map(|_| if plain { alphabet[rng.below(4)] } else { *rng.pick(&alphabet) })
        .collect::<String>()
        .into()
}

/// An integer that the schema usually accepts.
fn integer(rng: &mut Rng, schema: &Structural) -> Json {
    if rng.chance(3) {
        return (*rng.pick(&[i64::MAX, i64::MIN, i64::from(i32::MAX) + 1, 1 << 53])).into();
    }
    let min = schema.minimum.unwrap_or(-3.0).clamp(-1e9, 1e9) as i64;
    let max = schema.maximum.unwrap_or(min as f64 + 10.0).clamp(min as f64, 1e9) as i64;
    let mut int = min + rng.below((max - min + 1).max(1) as usize) as i64;
    if let Some(factor) = schema.multiple_of.filter(|factor| *factor >= 1.0) {
        int -= int % factor as i64;
    }
    int.into()
}

/// Any value.
pub fn junk(rng: &mut Rng, depth: usize) -> Json {
    match rng.below(if depth == 0 { 8 } else { 11 }) {
        0 => Json::Null,
        1 => rng.chance(50).into(),
        2 => (rng.below(100) as i64 - 50).into(),
        3 => Json::Float(*rng.pick(&[0.5, 1.0, -2.0, 1e21, 1e-7, 3.25, 1e300, -0.0])),
        4 => "".into(),
        5 | 6 => (*rng.pick(&["a", "text", "0", "null", "é\u{0}\u{7f}\u{2028}", "\\u0041"])).into(),
        7 => Json::Array(vec![]),
        8 => (0..rng.below(3)).map(|_| junk(rng, depth - 1)).collect::<Vec<_>>().into(),
        _ => {
            let keys = ["a", "b", "metadata", "kind", "apiVersion", "name", "", "ä"];
            let mut members: Vec<(String, Json)> = Vec::new();
            for _ in 0..rng.below(4) {
                let key = *rng.pick(&keys);
                if !members.iter().any(|(known, _)| known == key) {
                    members.push((key.to_owned(), junk(rng, depth - 1)));
                }
            }
            Json::Object(members)
        }
    }
}

/// Changes one value at any depth. At the root, kind, version and metadata are not changed.
fn mutate(rng: &mut Rng, value: &mut Json, root: bool) {
    let down = rng.chance(if root { 95 } else { 65 });
    match value {
        Json::Object(members) => {
            let own = |key: &str| root && matches!(key, "apiVersion" | "kind" | "metadata");
            let at = rng.below(members.len());
            let free = members.get(at).is_some_and(|(key, _)| !own(key));
            if down && free {
                return mutate(rng, &mut members[at].1, false);
            }
            match rng.below(4) {
                0 if free => {
                    members.remove(at);
                }
                1 if free => members[at].1 = Json::Null,
                2 if free => members[at].1 = junk(rng, 2),
                _ => {
                    let key = *rng.pick(&["unknown", "zz", "", "a.b", "ünknown", "[0]", "name"]);
                    let new = Json::Object(vec![]);
                    let new = if rng.chance(20) { new } else { junk(rng, 4) };
                    if !members.iter().any(|(known, _)| known == key) {
                        members.push((key.to_owned(), new));
                    }
                }
            }
        }
        Json::Array(items) => {
            let at = rng.below(items.len());
            if down && !items.is_empty() {
                return mutate(rng, &mut items[at], false);
            }
            match rng.below(3) {
                0 if !items.is_empty() => {
                    items.remove(at);
                }
                1 if !items.is_empty() => {
                    let again = items[at].clone();
                    items.push(again);
                }
                _ => items.push(junk(rng, 2)),
            }
        }
        Json::Int(int) => {
            *value = match rng.below(5) {
                0 => Json::Float(*int as f64),
                1 => Json::Float(*int as f64 + 0.5),
                2 => int.saturating_mul(1000).into(),
                3 => int.to_string().into(),
                _ => int.wrapping_neg().into(),
            }
        }
        Json::String(text) if rng.chance(60) => {
            text.push_str(rng.pick::<&str>(&["!", "aaaaaaaaaaaaaaaa", "é", ""]));
        }
        other => *other = junk(rng, 2),
    }
}
