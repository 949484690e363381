//! Values of several fields as the server shows them: JSON since 1.34, Go's `%#v` before.
//
// apimachinery: pkg/util/validation/field/errors.go ErrorBody; v0.33 and v0.34 differ

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crdc_codegen::source::{Node, Value};
use crdc_vocabulary::go::quote;
use serde_json::{Value as Json, json};

use super::at::At;

const JSON_SINCE: u8 = 34;

/// A map of texts, such as labels.
pub(super) fn texts(at: &At<'_, '_>, version: u8) -> String {
    let Some(_) = at.node() else {
        return if version < JSON_SINCE { "map[string]string(nil)" } else { "null" }.to_owned();
    };
    let all: BTreeMap<&str, &str> = at.entries().map(|(key, value)| (key, value.text())).collect();
    if version >= JSON_SINCE {
        return json(&json!(all));
    }
    let pairs: Vec<String> =
        all.iter().map(|(key, value)| format!("{}:{}", quote(key), quote(value))).collect();
    format!("map[string]string{{{}}}", pairs.join(", "))
}

/// A label selector.
pub(super) fn selector(at: &At<'_, '_>, version: u8) -> String {
    if version >= JSON_SINCE {
        return at.node().map_or_else(|| "null".to_owned(), |node| json(&known(node, &SELECTOR)));
    }
    let expressions = at.child("matchExpressions");
    let all: Vec<String> = expressions.items().map(|at| requirement(&at)).collect();
    let list = "[]v1.LabelSelectorRequirement";
    let shown = match expressions.node() {
        None => format!("{list}(nil)"),
        Some(_) => format!("{list}{{{}}}", all.join(", ")),
    };
    format!(
        "v1.LabelSelector{{MatchLabels:{}, MatchExpressions:{shown}}}",
        texts(&at.child("matchLabels"), version)
    )
}

fn requirement(at: &At<'_, '_>) -> String {
    let values = at.child("values");
    let all: Vec<String> = values.items().map(|at| quote(at.text())).collect();
    let values = match values.node() {
        None => "[]string(nil)".to_owned(),
        Some(_) => format!("[]string{{{}}}", all.join(", ")),
    };
    let [key, operator] = ["key", "operator"].map(|name| quote(at.child(name).text()));
    format!("v1.LabelSelectorRequirement{{Key:{key}, Operator:{operator}, Values:{values}}}")
}

/// An object of fields whose values are JSON already.
pub(super) fn object(fields: &[(&str, String)]) -> String {
    let all: Vec<String> = fields.iter().map(|(name, value)| format!("\"{name}\":{value}")).collect();
    format!("{{{}}}", all.join(","))
}

/// A text as JSON.
pub(super) fn text(text: &str) -> String {
    json(&Json::from(text))
}

/// A text in a struct.
pub(super) fn text_in(version: u8, text: &str) -> String {
    if version >= JSON_SINCE { self::text(text) } else { quote(text) }
}

/// A struct without names in JSON: its fields as Go names them. The values are shown already.
pub(super) fn structure(name: &str, fields: &[(&str, String)], version: u8) -> String {
    if version >= JSON_SINCE {
        return object(fields);
    }
    let all: Vec<String> = fields.iter().map(|(name, value)| format!("{name}:{value}")).collect();
    format!("{name}{{{}}}", all.join(", "))
}

/// A number or a text, as JSON.
pub(super) fn number_or_text(at: &At<'_, '_>) -> String {
    at.node().map_or_else(|| "null".to_owned(), |node| json(&to_json(node)))
}

/// A list of texts.
pub(super) fn list(at: &At<'_, '_>, version: u8) -> String {
    let all: Vec<&str> = at.items().map(|item| item.text()).collect();
    if version >= JSON_SINCE {
        return json(&json!(all));
    }
    let all: Vec<String> = all.into_iter().map(quote).collect();
    format!("[]string{{{}}}", all.join(", "))
}

/// A list of numbers of 32 bits.
pub(super) fn numbers(at: &At<'_, '_>, version: u8) -> String {
    let all: Vec<String> = at.items().map(|item| item.int_or_zero().to_string()).collect();
    match at.is_set() {
        true if version >= JSON_SINCE => format!("[{}]", all.join(",")),
        true => format!("[]int32{{{}}}", all.join(", ")),
        false if version >= JSON_SINCE => "null".to_owned(),
        false => "[]int32(nil)".to_owned(),
    }
}

const SELECTOR: [&str; 2] = ["matchLabels", "matchExpressions"];

/// A struct with these fields, in their order; empty ones are left out.
fn known(node: &Node, fields: &[&str]) -> Json {
    let mut object = serde_json::Map::new();
    for field in fields {
        if let Some(value) = node.get(field).map(to_json).filter(|value| !is_empty(value)) {
            object.insert((*field).to_owned(), value);
        }
    }
    Json::Object(object)
}

fn is_empty(value: &Json) -> bool {
    match value {
        Json::Null => true,
        Json::Array(items) => items.is_empty(),
        Json::Object(members) => members.is_empty(),
        _ => false,
    }
}

pub(super) fn to_json(node: &Node) -> Json {
    match &node.value {
        Value::Null => Json::Null,
        Value::Bool(value) => json!(value),
        Value::Int(value) => json!(value),
        Value::Float(value) => json!(value),
        Value::String(value) => json!(value),
        Value::Array(items) => items.iter().map(to_json).collect(),
        Value::Object(members) => {
            let members: BTreeMap<&str, Json> =
                members.iter().map(|member| (member.key.as_str(), to_json(&member.value))).collect();
            json!(members)
        }
    }
}

/// Go's JSON escapes what HTML or JavaScript would read.
// go: src/encoding/json/encode.go appendString
fn json(value: &Json) -> String {
    let escaped = |c: char| ['&', '<', '>', '\u{2028}', '\u{2029}'].contains(&c);
    let plain = value.to_string();
    let mut shown = String::with_capacity(plain.len());
    for part in plain.split_inclusive(escaped) {
        match part.chars().next_back().filter(|last| escaped(*last)) {
            Some(last) => {
                shown.push_str(part.strip_suffix(last).unwrap_or_default());
                let _ = write!(shown, "\\u{:04x}", u32::from(last));
            }
            None => shown.push_str(part),
        }
    }
    shown
}
