//! Random CRDs with expensive rules, and their limits.

use crate::rng::Rng;
use serde_json::{Map, Value, json};

/// A limit at a path such as `.spec.items[*]`.
#[derive(Clone, Debug)]
pub(crate) struct Bound {
    pub(crate) path: String,
    pub(crate) keyword: String,
    pub(crate) value: u64,
}

pub(crate) const ROOT: &str = "/spec/versions/0/schema/openAPIV3Schema";

/// The JSON pointer of the schema at a path.
fn pointer(path: &str) -> String {
    let steps = path.replace("[*]", ".[*]");
    let steps = steps.split('.').skip(1).map(|step| match step {
        "[*]" => "/items".to_owned(),
        "*" => "/additionalProperties".to_owned(),
        name => format!("/properties/{name}"),
    });
    steps.fold(ROOT.to_owned(), |pointer, step| pointer + &step)
}

/// The document with these limits, where those that it has are not lower.
pub(crate) fn with_limits(document: &Value, bounds: &[Bound]) -> Value {
    let mut document = document.clone();
    for Bound { path, keyword, value } in bounds {
        let schema = document.pointer_mut(&pointer(path)).unwrap_or_else(|| panic!("{path}"));
        let now = schema.get(keyword).and_then(Value::as_u64);
        schema[keyword] = json!(now.map_or(*value, |now| now.min(*value)));
    }
    document
}

/// The document with one limit as it was before.
pub(crate) fn without_limit(document: &Value, bound: &Bound, before: &Value) -> Value {
    let mut document = document.clone();
    let pointer = pointer(&bound.path);
    let schema = document.pointer_mut(&pointer).unwrap();
    match before.pointer(&pointer).unwrap().get(&bound.keyword) {
        Some(value) => schema[&bound.keyword] = value.clone(),
        None => drop(schema.as_object_mut().unwrap().remove(&bound.keyword)),
    }
    document
}

/// The document with all limits as low as they can be.
pub(crate) fn lowest(document: &Value) -> Value {
    fn visit(schema: &mut Value) {
        let has = |key: &str| schema.get(key).is_some();
        let of = schema.get("type").and_then(Value::as_str).unwrap_or_default();
        let keywords = match of {
            "array" => Some(("maxItems", "minItems")),
            "object" if has("additionalProperties") => Some(("maxProperties", "minProperties")),
            "string" if !has("enum") && schema.get("format").is_none_or(|format| format == "byte") => {
                Some(("maxLength", "minLength"))
            }
            "" => Some(("maxLength", "minLength")),
            _ => None,
        };
        if let Some((most, least)) = keywords {
            let least = schema.get(least).and_then(Value::as_u64).unwrap_or(1);
            schema[most] = json!(least);
        }
        for inner in ["items", "additionalProperties"] {
            if let Some(inner) = schema.get_mut(inner) {
                visit(inner);
            }
        }
        let properties = schema.get_mut("properties").and_then(Value::as_object_mut);
        properties.into_iter().flat_map(|properties| properties.values_mut()).for_each(visit);
    }
    let mut document = document.clone();
    visit(document.pointer_mut(ROOT).unwrap());
    document
}

/// Removes all rules but those of one schema, at a pointer relative to the root. `rule` is always kept beside
/// a message.
pub(crate) fn keep_rule(document: &mut Value, pointer: &str, expression: &str) {
    fn remove(schema: &mut Value) {
        let Some(members) = schema.as_object_mut() else { return };
        members.remove("x-kubernetes-validations");
        members.values_mut().for_each(remove);
    }
    let root = document.pointer_mut(ROOT).unwrap();
    let mut rules = root.pointer(pointer).unwrap()["x-kubernetes-validations"].clone();
    if expression == "rule" {
        rules[0].as_object_mut().unwrap().remove("messageExpression");
    }
    remove(root);
    root.pointer_mut(pointer).unwrap()["x-kubernetes-validations"] = rules;
}

/// A CRD whose rules may be over their budgets.
pub(crate) fn random(rng: &mut Rng) -> Value {
    let spec = if rng.chance(8) { wide(rng) } else { schema(rng, 3, "object") };
    json!({
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "metadata": {"name": "things.example.com"},
        "spec": {
            "group": "example.com", "scope": "Namespaced",
            "names": {"plural": "things", "singular": "thing", "kind": "Thing", "listKind": "ThingList"},
            "versions": [{"name": "v1", "served": true, "storage": true, "schema": {"openAPIV3Schema": {
                "type": "object", "properties": {"spec": spec},
            }}}],
        },
    })
}

/// Many lists with rules that are within their budgets, mostly, and not within that of the version.
fn wide(rng: &mut Rng) -> Value {
    let mut properties = Map::new();
    for index in 0..10 + rng.below(25) {
        let mut list = json!({"type": "array", "items": {"type": "string", "maxLength": 10 + rng.below(20)}});
        if rng.chance(95) {
            list["maxItems"] = json!(300 + rng.below(900));
        }
        let quantifier = *rng.pick(&["all", "exists", "exists_one"]);
        list["x-kubernetes-validations"] =
            json!([{"rule": format!("self.{quantifier}(a, self.all(b, a == b))")}]);
        properties.insert(format!("w{index}"), list);
    }
    json!({"type": "object", "properties": properties})
}

const SCALARS: [&str; 7] = ["string", "string", "enum", "byte", "int-or-string", "integer", "boolean"];
const TYPES: [&str; 8] = ["array", "array", "map", "map", "object", "object", "string", "scalar"];

fn schema(rng: &mut Rng, depth: usize, of: &str) -> Value {
    let inner = |rng: &mut Rng| {
        let of = if depth == 0 { "scalar" } else { *rng.pick(&TYPES) };
        schema(rng, depth.saturating_sub(1), of)
    };
    let mut schema = match of {
        "array" => json!({"type": "array", "items": inner(rng)}),
        "map" => json!({"type": "object", "additionalProperties": inner(rng)}),
        "object" => {
            let properties = (0..1 + rng.below(4)).map(|index| (format!("p{index}"), inner(rng)));
            json!({"type": "object", "properties": properties.collect::<Map<String, Value>>()})
        }
        "scalar" => match *rng.pick(&SCALARS) {
            "enum" => json!({"type": "string", "enum": ["one", "two", "three"]}),
            "byte" => json!({"type": "string", "format": "byte"}),
            "int-or-string" => json!({"x-kubernetes-int-or-string": true}),
            of => json!({"type": of}),
        },
        of => json!({"type": of}),
    };
    let is_map = schema.get("additionalProperties").is_some();
    let keywords = match schema.get("type").and_then(Value::as_str) {
        Some("array") => Some(("maxItems", "minItems")),
        Some("object") if is_map => Some(("maxProperties", "minProperties")),
        Some("string") if schema.get("enum").is_none() => Some(("maxLength", "minLength")),
        None => Some(("maxLength", "minLength")),
        _ => None,
    };
    if let Some((most, least)) = keywords {
        if rng.chance(35) {
            schema[most] = json!(rng.pick(&[10, 50, 253, 1000, 20_000]));
        }
        if rng.chance(10) {
            schema[least] = json!(1 + rng.below(6));
        }
    }
    if rng.chance(25) || (depth == 3 && rng.chance(50)) {
        let mut rule = json!({"rule": condition(rng, "self", &schema, 0)});
        if rng.chance(15)
            && let Some(text) = text(rng, "self", &schema, 0)
        {
            rule["messageExpression"] = json!(text);
        }
        schema["x-kubernetes-validations"] = json!([rule]);
    }
    schema
}

/// A condition that costs the same whatever the limits are, and too much.
fn constant() -> String {
    let list = "[1, 2, 3, 4, 5, 6, 7, 8, 9, 10]";
    (0..7).fold("true".to_owned(), |inner, level| format!("{list}.all(c{level}, c{level} > 0 && {inner})"))
}

/// A condition about a value.
fn condition(rng: &mut Rng, value: &str, schema: &Value, depth: usize) -> String {
    if rng.chance(2) {
        return constant();
    }
    let one = simple(rng, value, schema, depth);
    match rng.below(if depth > 3 { 20 } else { 10 }) {
        0 => format!("({one} && {})", simple(rng, value, schema, depth)),
        1 => {
            let (two, three) = (simple(rng, value, schema, depth), simple(rng, value, schema, depth));
            format!("({one} ? {two} : {three})")
        }
        2 => format!("!({one})"),
        _ => one,
    }
}

fn simple(rng: &mut Rng, value: &str, schema: &Value, depth: usize) -> String {
    let variable = format!("v{depth}");
    let of = schema.get("type").and_then(Value::as_str).unwrap_or_default();
    match of {
        "array" => {
            let inner = condition(rng, &variable, &schema["items"], depth + 1);
            let is_scalar = matches!(schema["items"]["type"].as_str(), Some("string" | "integer"));
            match rng.below(6) {
                0 if is_scalar => {
                    format!("{value}.all({variable}, {value}.exists(w{depth}, {variable} == w{depth}))")
                }
                1 => format!("{value}.filter({variable}, {inner}).size() > 2"),
                2 => format!("{value}.exists_one({variable}, {inner})"),
                3 => format!("{value}.map({variable}, {inner}).all(b, b)"),
                4 => format!("({value}.size() == 0 || {value}.all({variable}, {inner}))"),
                _ => format!("{value}.all({variable}, {inner})"),
            }
        }
        "object" => match schema.get("additionalProperties") {
            Some(values) => {
                let inner = condition(rng, &format!("{value}[{variable}]"), values, depth + 1);
                format!("{value}.all({variable}, {variable} != 'x' && {inner})")
            }
            None => {
                let properties: Vec<(&String, &Value)> =
                    schema["properties"].as_object().unwrap().iter().collect();
                let (name, inner) = *rng.pick(&properties);
                let inner = condition(rng, &format!("{value}.{name}"), inner, depth + 1);
                format!("(!has({value}.{name}) || {inner})")
            }
        },
        "string" if schema.get("format").is_some() => format!("{value} != b'abc'"),
        "string" => match rng.below(7) {
            0 => format!("{value}.contains('ab')"),
            1 => format!("{value}.matches('^[a-z]+$')"),
            2 => format!("{value}.lowerAscii() == {value}"),
            3 => format!("{value}.replace('a', 'bc').contains({value})"),
            4 => format!("{value}.split(',').all(s{depth}, s{depth}.size() < 5)"),
            5 => format!("url({value}).getHost() != ''"),
            _ => format!("{value} != 'xyz'"),
        },
        "integer" => format!("{value} > 3"),
        "boolean" => value.to_owned(),
        _ => format!("string({value}).matches('^[0-9]+%?$')"),
    }
}

/// A text about a value.
fn text(rng: &mut Rng, value: &str, schema: &Value, depth: usize) -> Option<String> {
    let variable = format!("v{depth}");
    match schema.get("type").and_then(Value::as_str)? {
        "array" => {
            let inner = text(rng, &variable, &schema["items"], depth + 1)?;
            Some(format!("{value}.map({variable}, {inner}).join(',')"))
        }
        "string" if schema.get("format").is_none() => Some(format!("{value} + ' is wrong'")),
        "integer" => Some(format!("string({value})")),
        _ => Some(rng.pick(&["'wrong'", "'no ' + 'value'"]).to_string()),
    }
}
