//! Formats values as Go prints them: in paths (`["a"]`), and in errors (`&{map[a:1]}`,
//! `&value.valueUnstructured{Value:1}`).
//!
//! Users see these texts, so they must equal the server's exactly.
//
// structured-merge-diff: value/value.go, typed/validate.go; go: fmt/print.go, strconv/quote.go

use crdc_vocabulary::go::quote;
use serde_json::Value;

use super::number::{GoNumber, go_number, sorted_keys, with_exponent};

/// A value as in a path: strings are quoted.
pub(crate) fn readable(value: &Value) -> String {
    match value {
        Value::Null => "null".to_owned(),
        Value::Bool(truth) => truth.to_string(),
        Value::Number(number) => go_float_or_int(go_number(number)),
        Value::String(text) => quote(text),
        Value::Array(items) => {
            let items: Vec<String> = items.iter().map(readable).collect();
            format!("[{}]", items.join(","))
        }
        Value::Object(map) => {
            let fields = sorted_keys(map)
                .into_iter()
                .map(|key| format!("{key}={}", map.get(key).map(readable).unwrap_or_default()));
            fields.collect()
        }
    }
}

/// `%v` of Go for a boxed value: `&{map[a:1 b:[x y]]}`.
pub(crate) fn go_plain(value: &Value) -> String {
    let mut out = "&{".to_owned();
    plain(value, &mut out);
    out.push('}');
    out
}

/// `%v` of Go for a value: `map[a:1 b:[x y]]`.
#[must_use]
pub fn go_value(value: &Value) -> String {
    let mut out = String::new();
    plain(value, &mut out);
    out
}

fn plain(value: &Value, out: &mut String) {
    match value {
        Value::Null => out.push_str("<nil>"),
        Value::Bool(truth) => out.push_str(if *truth { "true" } else { "false" }),
        Value::Number(number) => out.push_str(&go_float_or_int(go_number(number))),
        Value::String(text) => out.push_str(text),
        Value::Array(items) => {
            out.push('[');
            for (index, item) in items.iter().enumerate() {
                if index > 0 {
                    out.push(' ');
                }
                plain(item, out);
            }
            out.push(']');
        }
        Value::Object(map) => {
            out.push_str("map[");
            for (index, key) in sorted_keys(map).into_iter().enumerate() {
                if index > 0 {
                    out.push(' ');
                }
                out.push_str(key);
                out.push(':');
                plain(map.get(key).unwrap_or(&Value::Null), out);
            }
            out.push(']');
        }
    }
}

/// `%#v` of Go for a boxed value: `&value.valueUnstructured{Value:"a"}`.
pub(crate) fn go_syntax(value: &Value) -> String {
    let mut out = "&value.valueUnstructured{Value:".to_owned();
    syntax(value, &mut out);
    out.push('}');
    out
}

fn syntax(value: &Value, out: &mut String) {
    match value {
        Value::Null => out.push_str("interface {}(nil)"),
        Value::Bool(truth) => out.push_str(if *truth { "true" } else { "false" }),
        Value::Number(number) => out.push_str(&go_float_or_int(go_number(number))),
        Value::String(text) => out.push_str(&quote(text)),
        Value::Array(items) => {
            out.push_str("[]interface {}{");
            for (index, item) in items.iter().enumerate() {
                if index > 0 {
                    out.push_str(", ");
                }
                syntax(item, out);
            }
            out.push('}');
        }
        Value::Object(map) => {
            out.push_str("map[string]interface {}{");
            for (index, key) in sorted_keys(map).into_iter().enumerate() {
                if index > 0 {
                    out.push_str(", ");
                }
                out.push_str(&quote(key));
                out.push(':');
                syntax(map.get(key).unwrap_or(&Value::Null), out);
            }
            out.push('}');
        }
    }
}

fn go_float_or_int(number: GoNumber) -> String {
    match number {
        GoNumber::Int(int) => int.to_string(),
        // %g: with an exponent from 1e+06 on and below 0.0001. Keys that were read from managedFields are
        // floats.
        GoNumber::Float(float) => {
            let scientific = format!("{float:e}");
            match scientific.split_once('e') {
                Some((digits, exponent))
                    if exponent.parse::<i32>().is_ok_and(|exponent| !(-4..6).contains(&exponent)) =>
                {
                    with_exponent(digits, exponent)
                }
                _ => float.to_string(),
            }
        }
    }
}
