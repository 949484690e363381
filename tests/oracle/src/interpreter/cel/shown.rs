//! Formats values as the record of a server's evaluations does: JSON with the names of types.

use super::convert::{double_text, text};
use super::value::{Evaluated, Value, unknown};
use crate::json::{Json, object};

/// A value in the format of the record.
///
/// # Errors
/// A part of the value cannot be evaluated.
pub fn shown(value: &Value<'_>) -> Evaluated<Json> {
    let named = |kind: &str, content: String| Ok(object([(kind, Json::String(content))]));
    match value {
        Value::Null => Ok(Json::Null),
        Value::Bool(value) => Ok(Json::Bool(*value)),
        Value::String(text) => Ok(Json::String(text.clone())),
        Value::Int(value) => named("int", value.to_string()),
        Value::Uint(value) => named("uint", value.to_string()),
        Value::Double(value) => named("double", double_text(*value)),
        Value::Bytes(bytes) => named("bytes", base64(bytes)),
        Value::Duration(value) => named("duration", duration(*value)),
        Value::Timestamp(time) => named("timestamp", time.in_utc().text()),
        Value::Type(name) => named("type", name.clone()),
        Value::List(list) => {
            let items: Evaluated<Vec<Json>> = list.items().into_iter().map(|item| shown(&item?)).collect();
            Ok(Json::Array(items?))
        }
        Value::Map(map) => {
            let mut entries = Vec::new();
            for key in map.keys()? {
                let Some(value) = map.find(&key)? else { return unknown("a key without a value") };
                entries.push(Json::Array(vec![shown(&key)?, shown(&value)?]));
            }
            Ok(object([("map", Json::Array(entries))]))
        }
        Value::Optional(content) => {
            let inner = content.as_ref().map_or(Ok(Json::Null), |content| shown(content))?;
            Ok(object([("optional", inner), ("present", Json::Bool(content.is_some()))]))
        }
        other => {
            let content = match text(other)? {
                Some(text) => text,
                None => return unknown("how the record writes a value"),
            };
            named("other", format!("{} {content}", other.type_name()))
        }
    }
}

/// A duration in Go's format: `1h30m0s`, and units below a second for short ones.
fn duration(nanoseconds: i64) -> String {
    let sign = if nanoseconds < 0 { "-" } else { "" };
    let all = nanoseconds.unsigned_abs();
    let decimal = |value: u64, unit: u64| {
        let digits = unit.to_string().len() - 1;
        let rest = format!("{:0digits$}", value % unit);
        let rest = if digits == 0 { "" } else { rest.trim_end_matches('0') };
        let dot = if rest.is_empty() { "" } else { "." };
        format!("{}{dot}{rest}", value / unit)
    };
    let text = match all {
        0 => "0s".to_owned(),
        1..1_000 => format!("{all}ns"),
        1_000..1_000_000 => format!("{}µs", decimal(all, 1_000)),
        1_000_000..1_000_000_000 => format!("{}ms", decimal(all, 1_000_000)),
        _ => {
            let (hours, minutes) = (all / 3_600_000_000_000, all / 60_000_000_000 % 60);
            let seconds = decimal(all % 60_000_000_000, 1_000_000_000);
            match (hours, minutes) {
                (0, 0) => format!("{seconds}s"),
                (0, minutes) => format!("{minutes}m{seconds}s"),
                (hours, minutes) => format!("{hours}h{minutes}m{seconds}s"),
            }
        }
    };
    format!("{sign}{text}")
}

/// Encodes bytes as base64.
fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::new();
    for three in bytes.chunks(3) {
        let bits = (0..3).fold(0u32, |bits, at| bits << 8 | u32::from(three.get(at).copied().unwrap_or(0)));
        for at in 0..4 {
            let digit = DIGITS[(bits >> (18 - 6 * at) & 63) as usize];
            out.push(if at <= three.len() { char::from(digit) } else { '=' });
        }
    }
    out
}
