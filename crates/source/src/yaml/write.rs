//! Trees as block-style YAML, like `kubectl get -o yaml`: items are not indented below their key, multi-line
//! strings are blocks, and strings that could be read as something else are quoted. Easy to break: every
//! reader of YAML 1.1 and 1.2 must read back the same value, so only clearly harmless strings are left
//! unquoted.

use crdc_vocabulary::go;

use super::scalar::is_plain_text;
use crate::{Member, Node, Value};

/// A value as YAML, in the style of `kubectl get -o yaml`, with a line break at the end.
#[must_use]
pub fn to_yaml(node: &Node) -> String {
    let mut out = String::new();
    match &node.value {
        Value::Object(members) if !members.is_empty() => object(members, 0, &mut out),
        Value::Array(items) if !items.is_empty() => array(items, 0, &mut out),
        _ => {
            scalar(node, 2, &mut out);
            out.push('\n');
        }
    }
    out
}

/// The members, one per line; the first one at the current position.
fn object(members: &[Member], indent: usize, out: &mut String) {
    for (index, member) in members.iter().enumerate() {
        if index > 0 {
            spaces(indent, out);
        }
        key(&member.key, indent, out);
        match &member.value.value {
            Value::Object(members) if !members.is_empty() => {
                out.push('\n');
                spaces(indent + 2, out);
                object(members, indent + 2, out);
            }
            Value::Array(items) if !items.is_empty() => {
                out.push('\n');
                spaces(indent, out);
                array(items, indent, out);
            }
            _ => {
                out.push(' ');
                scalar(&member.value, indent + 2, out);
                out.push('\n');
            }
        }
    }
}

/// The items, each after a dash.
fn array(items: &[Node], indent: usize, out: &mut String) {
    for (index, item) in items.iter().enumerate() {
        if index > 0 {
            spaces(indent, out);
        }
        out.push_str("- ");
        match &item.value {
            Value::Object(members) if !members.is_empty() => object(members, indent + 2, out),
            Value::Array(items) if !items.is_empty() => array(items, indent + 2, out),
            _ => {
                scalar(item, indent + 2, out);
                out.push('\n');
            }
        }
    }
}

/// A value on its line; a block string on the lines below, without the last line break.
pub(super) fn scalar(node: &Node, indent: usize, out: &mut String) {
    match &node.value {
        Value::Null => out.push_str("null"),
        Value::Bool(value) => out.push_str(if *value { "true" } else { "false" }),
        Value::Int(value) => out.push_str(&value.to_string()),
        // YAML readers for Kubernetes convert it to JSON, where this is an integer.
        Value::Float(value) if value.fract() == 0.0 && value.abs() < 1e15 => {
            out.push_str(&format!("{value:.0}"))
        }
        Value::Float(value) => out.push_str(&format!("{value:?}")),
        Value::Array(_) => out.push_str("[]"),
        Value::Object(_) => out.push_str("{}"),
        Value::String(text) if is_block(text) => {
            out.push_str("|-");
            for line in text.split('\n') {
                out.push('\n');
                if !line.is_empty() {
                    spaces(indent, out);
                    out.push_str(line);
                }
            }
        }
        Value::String(text) => string(text, out),
    }
}

/// Writes a key. Readers search for the colon after a key within 1024 characters only. So a long key gets a
/// question mark, after which a key may have any length.
fn key(text: &str, indent: usize, out: &mut String) {
    const LONG: usize = 100;
    if text.len() > LONG {
        out.push_str("? ");
        string(text, out);
        out.push('\n');
        spaces(indent, out);
    } else {
        string(text, out);
    }
    out.push(':');
}

fn string(text: &str, out: &mut String) {
    if is_plain(text) {
        out.push_str(text);
    } else {
        quoted(text, out);
    }
}

/// A string in quotes, on one line.
pub(super) fn quoted(text: &str, out: &mut String) {
    if text.chars().all(is_shown) {
        out.push('\'');
        out.push_str(&text.replace('\'', "''"));
        out.push('\'');
    } else {
        out.push('"');
        for unit in text.chars() {
            match unit {
                '"' => out.push_str("\\\""),
                '\\' => out.push_str("\\\\"),
                '\n' => out.push_str("\\n"),
                '\t' => out.push_str("\\t"),
                '\r' => out.push_str("\\r"),
                _ if is_shown(unit) => out.push(unit),
                _ if u32::from(unit) <= 0xffff => out.push_str(&format!("\\u{:04X}", u32::from(unit))),
                _ => out.push_str(&format!("\\U{:08X}", u32::from(unit))),
            }
        }
        out.push('"');
    }
}

/// Whether a character may be written without an escape.
fn is_shown(unit: char) -> bool {
    go::is_print(unit) && unit != '\u{feff}'
}

/// Whether a string may be written without quotes.
pub(super) fn is_plain(text: &str) -> bool {
    let starts = text.starts_with(|first: char| {
        first.is_ascii_alphabetic() || matches!(first, '/' | '_' | '^' | '$' | '(')
    });
    let ends = !text.ends_with([' ', ':']);
    let inside = text.chars().all(|unit| {
        let mark = matches!(
            unit,
            ' ' | '.' | ',' | ';' | ':' | '-' | '_' | '/' | '(' | ')' | '+' | '*' | '=' | '^' | '$'
        );
        let more = matches!(
            unit,
            '\'' | '"' | '`' | '[' | ']' | '{' | '}' | '<' | '>' | '?' | '!' | '@' | '|' | '\\' | '~'
        );
        unit.is_alphanumeric() && is_shown(unit) || mark || more
    });
    starts && ends && inside && !text.contains(": ") && is_plain_text(text)
}

/// Whether a string has several lines that a block shows unchanged.
fn is_block(text: &str) -> bool {
    let shown =
        |line: &str| line.chars().all(|unit| is_shown(unit) || unit == '\t') && !line.ends_with([' ', '\t']);
    text.contains('\n')
        && !text.starts_with([' ', '\t', '\n'])
        && !text.ends_with('\n')
        && text.split('\n').all(shown)
}

fn spaces(count: usize, out: &mut String) {
    out.extend(std::iter::repeat_n(' ', count));
}
