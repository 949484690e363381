//! Formats values with several fields as the server does: JSON since 1.34, Go's `%#v` before.
//
// apimachinery: pkg/util/validation/field/errors.go ErrorBody; v0.33 and v0.34 differ

use std::collections::BTreeMap;

use crdc_source::{Node, Value};
use crdc_vocabulary::go::{Escapes, Layout, Time, json_string, quote};

use super::at::At;

const JSON_SINCE: u8 = 34;

/// A map of texts, such as labels.
pub(super) fn texts(at: &At<'_, '_>, version: u8) -> String {
    let Some(_) = at.node() else {
        return if version < JSON_SINCE { "map[string]string(nil)" } else { "null" }.to_owned();
    };
    let all: BTreeMap<&str, &str> = at.entries().map(|(key, value)| (key, value.text())).collect();
    if version >= JSON_SINCE {
        return object(&all.iter().map(|(key, value)| (*key, text(value))).collect::<Vec<_>>());
    }
    let pairs: Vec<String> =
        all.iter().map(|(key, value)| format!("{}:{}", quote(key), quote(value))).collect();
    format!("map[string]string{{{}}}", pairs.join(", "))
}

/// A label selector.
pub(super) fn selector(at: &At<'_, '_>, version: u8) -> String {
    if version >= JSON_SINCE {
        let Some(node) = at.node() else { return "null".to_owned() };
        let fields = ["matchLabels", "matchExpressions"];
        let values = fields.map(|name| (name, node.get(name).filter(|value| !is_empty(value))));
        let fields: Vec<_> =
            values.into_iter().filter_map(|(name, value)| Some((name, value?.to_go_json()))).collect();
        return object(&fields);
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
    let all: Vec<String> = fields.iter().map(|(name, value)| format!("{}:{value}", text(name))).collect();
    format!("{{{}}}", all.join(","))
}

/// A text as JSON.
pub(super) fn text(text: &str) -> String {
    json_string(text, Escapes::Standard)
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
    at.node().map_or_else(|| "null".to_owned(), Node::to_go_json)
}

/// A time, or nothing.
pub(super) fn time(at: &At<'_, '_>, version: u8) -> String {
    match Time::parse(at.text(), Layout::Rfc3339) {
        Ok(time) if version >= JSON_SINCE => text(&Time { nanoseconds: 0, offset: 0, ..time }.to_string()),
        // time.Time String, in the zone of the server
        Ok(time) => Time { offset: 0, ..time }.to_string().replace('T', " ").replace('Z', " +0000 UTC"),
        Err(_) => null(version),
    }
}

/// Nothing, of which older servers show the word as a text.
pub(super) fn null(version: u8) -> String {
    if version >= JSON_SINCE { "null".to_owned() } else { quote("null") }
}

/// A list of texts.
pub(super) fn list(at: &At<'_, '_>, version: u8) -> String {
    let all: Vec<&str> = at.items().map(|item| item.text()).collect();
    if version >= JSON_SINCE {
        return format!("[{}]", all.into_iter().map(text).collect::<Vec<_>>().join(","));
    }
    let all: Vec<String> = all.into_iter().map(quote).collect();
    format!("[]string{{{}}}", all.join(", "))
}

/// A list of texts of a type in a struct, also an absent one.
pub(super) fn list_of(of: &str, at: &At<'_, '_>, version: u8) -> String {
    match (at.is_set(), version >= JSON_SINCE) {
        (false, true) => "null".to_owned(),
        (false, false) => format!("[]{of}(nil)"),
        (true, true) => list(at, version),
        (true, false) => list(at, version).replacen("string", of, 1),
    }
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

fn is_empty(value: &Node) -> bool {
    match &value.value {
        Value::Null => true,
        Value::Array(items) => items.is_empty(),
        Value::Object(members) => members.is_empty(),
        _ => false,
    }
}
