//! Compares two answers. In: those of the real server and of crdc's. Out: where they differ.
//!
//! Masked: uids, versions and times, which each server creates itself. Names whose order the real server
//! leaves to chance (maps of Go) are sorted.

use serde_json::Value;

use super::kept;
use crate::real_server::client::Answer;

/// The differences of two answers: code, headers, body.
pub(super) fn differences(real: &Answer, ours: &Answer) -> Vec<String> {
    let mut found = Vec::new();
    // crdc answers only with JSON.
    if ["application/yaml", "application/vnd.kubernetes.protobuf"].contains(&&*real.content_type) {
        return found;
    }
    let mut compare = |what: &str, real: &dyn std::fmt::Debug, ours: &dyn std::fmt::Debug| {
        let (real, ours) = (format!("{real:?}"), format!("{ours:?}"));
        if real != ours {
            found.push(format!("{what}:\n    real {real}\n    crdc {ours}"));
        }
    };
    compare("code", &real.code, &ours.code);
    if real.body.get("paths").is_none() {
        compare("content type", &real.content_type, &ours.content_type);
    }
    let sorted = |warnings: &[String]| {
        let mut warnings: Vec<String> = warnings.iter().map(|warning| text(warning)).collect();
        warnings.sort();
        warnings
    };
    // A patch to a version that is not served: a server says of each field that the schema of that version,
    // which it does not have, lacks it.
    let is_other_version =
        ours.body.pointer("/details/causes/0/field").is_some_and(|field| field == "apiVersion");
    let (real_warnings, our_warnings) = match is_other_version {
        true => (Vec::new(), Vec::new()),
        false => (sorted(&real.warnings), sorted(&ours.warnings)),
    };
    compare("warnings", &real_warnings, &our_warnings);
    let (mut real, mut ours) = (masked(&real.body), masked(&ours.body));
    kept::without(&mut real, &mut ours);
    walk("", &real, &ours, &mut found);
    found
}

fn walk(path: &str, real: &Value, ours: &Value, found: &mut Vec<String>) {
    match (real, ours) {
        (Value::Object(one), Value::Object(other)) => {
            for name in one.keys().chain(other.keys().filter(|name| !one.contains_key(*name))) {
                match (one.get(name), other.get(name)) {
                    (Some(one), Some(other)) => walk(&format!("{path}.{name}"), one, other, found),
                    (Some(one), None) => found.push(format!("{path}.{name}: only real {one}")),
                    (None, other) => {
                        found.push(format!("{path}.{name}: only crdc {}", other.unwrap_or(&Value::Null)))
                    }
                }
            }
        }
        (Value::Array(one), Value::Array(other)) if one.len() == other.len() => {
            for (index, (one, other)) in one.iter().zip(other).enumerate() {
                walk(&format!("{path}[{index}]"), one, other, found);
            }
        }
        _ if real != ours => found.push(format!("{path}:\n    real {real}\n    crdc {ours}")),
        _ => {}
    }
}

/// A body without values that each server creates itself.
pub(super) fn masked(body: &Value) -> Value {
    match body {
        Value::Object(map) => {
            let mut masked = serde_json::Map::new();
            for (name, value) in map {
                let value = match (name.as_str(), value) {
                    ("uid", Value::String(uid)) if is_uid(uid) => Value::from("UID"),
                    ("resourceVersion", Value::String(version)) if is_number(version) => {
                        Value::from("VERSION")
                    }
                    ("creationTimestamp" | "time" | "deletionTimestamp", Value::String(_)) => {
                        Value::from("TIME")
                    }
                    ("continue", Value::String(_)) => Value::from("TOKEN"),
                    ("message", Value::String(message)) => Value::from(text(message)),
                    ("managedFields" | "causes", Value::Array(all)) => {
                        let mut all: Vec<Value> = all.iter().map(self::masked).collect();
                        all.sort_by_cached_key(Value::to_string);
                        Value::Array(all)
                    }
                    (_, value) => self::masked(value),
                };
                masked.insert(name.clone(), value);
            }
            Value::Object(masked)
        }
        Value::Array(all) => all.iter().map(masked).collect(),
        Value::String(of) => Value::from(text(of)),
        other => other.clone(),
    }
}

fn is_uid(text: &str) -> bool {
    text.len() == 36 && text.bytes().all(|byte| byte.is_ascii_hexdigit() || byte == b'-')
}

fn is_number(text: &str) -> bool {
    // Numbers of requests have one digit.
    text.len() > 1 && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// A message in which objects that it quotes are masked as objects.
fn unquoted(text: &str) -> String {
    const BEFORE: &str = "Invalid value: ";
    let Some(start) = text.find(&format!("{BEFORE}\"{{")).map(|at| at + BEFORE.len()) else {
        return text.to_owned();
    };
    let (before, quoted) = text.split_at(start);
    let mut strings = serde_json::Deserializer::from_str(quoted).into_iter::<String>();
    let Some(Ok(object)) = strings.next() else { return text.to_owned() };
    let rest = quoted.get(strings.byte_offset()..).unwrap_or_default();
    match serde_json::from_str::<Value>(&object) {
        Ok(object) => format!("{before}{}{}", masked(&object), unquoted(rest)),
        Err(_) => text.to_owned(),
    }
}

/// A text without uids and times, and with its lines in order if there are several.
fn text(text: &str) -> String {
    let text = &unquoted(text);
    let mut lines: Vec<String> = text.lines().map(line).collect();
    if lines.len() > 1 {
        lines[1..].sort();
    }
    lines.join("\n")
}

fn line(text: &str) -> String {
    let is_of_word = |letter: char| letter.is_ascii_alphanumeric() || "-:".contains(letter);
    let mask = |word: &str| {
        let of = word.trim_matches(|letter: char| !letter.is_ascii_alphanumeric());
        let is_time = of.len() == 20 && of.ends_with('Z') && of.as_bytes().get(10) == Some(&b'T');
        let is_ours = is_time && !of.ends_with("00:00:00Z");
        // Versions in messages: `(58)`, `current: 58`.
        let is_version = of.len() > 1 && of.bytes().all(|byte| byte.is_ascii_digit());
        if is_uid(of) || is_ours || is_version { word.replace(of, "OWN") } else { word.to_owned() }
    };
    let (mut out, mut rest) = (String::new(), text);
    while let Some(start) = rest.find(is_of_word) {
        let (before, word) = rest.split_at(start);
        let (word, after) = word.split_at(word.find(|letter| !is_of_word(letter)).unwrap_or(word.len()));
        out.push_str(before);
        out.push_str(&mask(word));
        rest = after;
    }
    out + rest
}
