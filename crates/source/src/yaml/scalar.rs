//! Resolves YAML scalars. In: text and tag of a YAML scalar. Out: a value or object key, resolved as go-yaml
//! v2 and sigs.k8s.io/yaml do. Easy to break: quoted scalars resolve only under an explicit tag, and a key
//! keeps what the value loses in JSON (unsigned, float).
//
// go.yaml.in/yaml/v2 v2.4.3: resolve.go, decode.go; sigs.k8s.io/yaml v1.6.0: yaml.go

use super::Value;
use super::number::{self, Integer};
use crate::whole;
use std::borrow::Cow;

/// A resolved scalar. `Text` means the text of the scalar itself.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Scalar {
    Null,
    Bool(bool),
    Int(i64),
    Uint(u64),
    Float(f64),
    Text,
    /// The decoded text of a `!!binary`.
    Binary(String),
}

/// The mismatch of a value and its explicit tag, as go-yaml's message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TagMismatch(pub(super) String);

const PREFIX: &str = "tag:yaml.org,2002:";

/// Resolves a scalar. `tag` is the full tag of the node, if it has one; `plain` means that the scalar is
/// unquoted.
pub(super) fn resolve(text: &str, plain: bool, tag: Option<&str>) -> Result<Scalar, TagMismatch> {
    let Some(tag) = tag else {
        return Ok(if plain { resolve_plain(text) } else { Scalar::Text });
    };
    let Some(short) = tag.strip_prefix(PREFIX) else {
        return Ok(Scalar::Text);
    };
    let resolved = match short {
        "binary" => {
            return super::base64::decode(text)
                .map(Scalar::Binary)
                .ok_or_else(|| TagMismatch("!!binary value contains invalid base64 data".to_owned()));
        }
        "timestamp" if is_date(text) => return Ok(Scalar::Text),
        "bool" | "int" | "float" | "null" | "timestamp" => resolve_plain(text),
        _ => return Ok(Scalar::Text),
    };
    match (short, resolved) {
        ("float", Scalar::Int(value)) => {
            // Go converts the same way.
            #[allow(clippy::cast_precision_loss)]
            Ok(Scalar::Float(value as f64))
        }
        ("bool", ok @ Scalar::Bool(_))
        | ("int", ok @ (Scalar::Int(_) | Scalar::Uint(_)))
        | ("float", ok @ Scalar::Float(_))
        | ("null", ok @ Scalar::Null) => Ok(ok),
        (_, other) => {
            let found = other.tag_name();
            Err(TagMismatch(format!("cannot decode !!{found} `{text}` as a !!{short}")))
        }
    }
}

/// Resolves an unquoted scalar without a tag.
pub(super) fn resolve_plain(text: &str) -> Scalar {
    let Some(first) = text.bytes().next() else {
        return Scalar::Null;
    };
    match first {
        b'y' | b'Y' | b'n' | b'N' | b't' | b'T' | b'f' | b'F' | b'o' | b'O' | b'~' => word(text),
        b'.' => match text {
            ".nan" | ".NaN" | ".NAN" => Scalar::Float(f64::NAN),
            ".inf" | ".Inf" | ".INF" => Scalar::Float(f64::INFINITY),
            // Go's ParseFloat accepts underscores only after a base prefix.
            _ => number::parse_float(text).map_or(Scalar::Text, Scalar::Float),
        },
        b'+' | b'-' | b'0'..=b'9' => match text {
            "+.inf" | "+.Inf" | "+.INF" => Scalar::Float(f64::INFINITY),
            "-.inf" | "-.Inf" | "-.INF" => Scalar::Float(f64::NEG_INFINITY),
            _ => resolve_number(text),
        },
        _ => Scalar::Text,
    }
}

/// Whether an unquoted text is a string, both here and for readers that support dates.
#[must_use]
pub fn is_plain_text(text: &str) -> bool {
    resolve_plain(text) == Scalar::Text && !is_date(text)
}

fn word(text: &str) -> Scalar {
    match text {
        "y" | "Y" | "yes" | "Yes" | "YES" | "true" | "True" | "TRUE" | "on" | "On" | "ON" => {
            Scalar::Bool(true)
        }
        "n" | "N" | "no" | "No" | "NO" | "false" | "False" | "FALSE" | "off" | "Off" | "OFF" => {
            Scalar::Bool(false)
        }
        "~" | "null" | "Null" | "NULL" => Scalar::Null,
        _ => Scalar::Text,
    }
}

/// Dates need no check here: they stay text, and nothing that reads as a date reads as a number.
fn resolve_number(text: &str) -> Scalar {
    let plain: Cow<'_, str> = if text.contains('_') { text.replace('_', "").into() } else { text.into() };
    if let Some(integer) = number::parse_integer(&plain) {
        return integer.into();
    }
    if let Some(value) = number::parse_float(&plain) {
        return Scalar::Float(value);
    }
    // Text that ParseInt did not already accept as base 2, such as `0b-1`.
    let binary = if let Some(digits) = plain.strip_prefix("0b") {
        number::parse_binary(digits)
    } else if let Some(digits) = plain.strip_prefix("-0b") {
        number::parse_binary(&format!("-{digits}")).filter(|i| matches!(i, Integer::Signed(_)))
    } else {
        None
    };
    binary.map_or(Scalar::Text, Scalar::from)
}

impl From<Integer> for Scalar {
    fn from(integer: Integer) -> Scalar {
        match integer {
            Integer::Signed(value) => Scalar::Int(value),
            Integer::Unsigned(value) => Scalar::Uint(value),
        }
    }
}

impl Scalar {
    /// The value of the scalar in the JSON that the server reads. `None` for numbers that JSON cannot
    /// represent.
    pub(super) fn into_value(self, text: Cow<'_, str>) -> Option<Value> {
        Some(match self {
            Scalar::Null => Value::Null,
            Scalar::Bool(value) => Value::Bool(value),
            Scalar::Int(value) => Value::Int(value),
            // The number is read back as int64 or float64, and is too large for int64.
            #[allow(clippy::cast_precision_loss)]
            Scalar::Uint(value) => Value::Float(value as f64),
            Scalar::Float(value) if !value.is_finite() => return None,
            Scalar::Float(value) => match whole::through_json(value) {
                Ok(value) => Value::Int(value),
                Err(value) => Value::Float(value),
            },
            Scalar::Text => Value::String(text.into_owned()),
            Scalar::Binary(value) => Value::String(value),
        })
    }

    /// The scalar as an object key. `None` for null and for integers above int64, which sigs.k8s.io/yaml
    /// rejects.
    pub(super) fn key<'a>(&'a self, text: &'a str) -> Option<Cow<'a, str>> {
        Some(match self {
            Scalar::Null | Scalar::Uint(_) => return None,
            Scalar::Bool(true) => "true".into(),
            Scalar::Bool(false) => "false".into(),
            Scalar::Int(value) => value.to_string().into(),
            Scalar::Float(value) => number::format_float_key(*value).into(),
            Scalar::Text => text.into(),
            Scalar::Binary(value) => value.as_str().into(),
        })
    }

    /// The name used in messages.
    pub(super) fn describe(&self) -> &'static str {
        match self {
            Scalar::Null => "null",
            Scalar::Bool(_) => "a boolean",
            Scalar::Int(_) | Scalar::Uint(_) => "an integer",
            Scalar::Float(_) => "a number",
            Scalar::Text | Scalar::Binary(_) => "a string",
        }
    }

    fn tag_name(&self) -> &'static str {
        match self {
            Scalar::Null => "null",
            Scalar::Bool(_) => "bool",
            Scalar::Int(_) | Scalar::Uint(_) => "int",
            Scalar::Float(_) => "float",
            Scalar::Text => "str",
            Scalar::Binary(_) => "binary",
        }
    }
}

/// Whether `!!timestamp` accepts the text: `2006-1-2`, alone or with a time after `T`, `t` or a space. A zone
/// is required after the letters and not allowed after the space.
fn is_date(text: &str) -> bool {
    let (date, time) = match text.find(['T', 't', ' ']) {
        Some(at) => (&text[..at], Some((&text[at..=at], &text[at + 1..]))),
        None => (text, None),
    };
    let parts: Vec<&str> = date.split('-').collect();
    let [year, month, day] = parts[..] else {
        return false;
    };
    let (Some(month), Some(day)) = (small(month), small(day)) else {
        return false;
    };
    if year.len() != 4 || !year.bytes().all(|b| b.is_ascii_digit()) {
        return false;
    }
    let year: u32 = year.parse().unwrap_or_default();
    let leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let days = match month {
        4 | 6 | 9 | 11 => 30,
        2 => 28 + u32::from(leap),
        1..=12 => 31,
        _ => return false,
    };
    (1..=days).contains(&day)
        && match time {
            None => true,
            Some((" ", time)) => is_clock(time),
            Some((_, time)) => match time.strip_suffix('Z') {
                Some(clock) => is_clock(clock),
                None => time.rfind(['+', '-']).is_some_and(|at| {
                    let zone = time[at + 1..].split_once(':');
                    is_clock(&time[..at])
                        && zone.is_some_and(|(h, m)| {
                            let two = |s: &str, max| s.len() == 2 && small(s).is_some_and(|n| n <= max);
                            two(h, 24) && two(m, 60)
                        })
                }),
            },
        }
}

fn is_clock(time: &str) -> bool {
    let (clock, fraction) = match time.split_once('.') {
        Some((clock, fraction)) => (clock, Some(fraction)),
        None => (time, None),
    };
    let parts: Vec<Option<u32>> = clock.split(':').map(small).collect();
    matches!(parts[..], [Some(0..=23), Some(0..=59), Some(0..=59)])
        && fraction.is_none_or(|f| !f.is_empty() && f.bytes().all(|b| b.is_ascii_digit()))
}

/// Parses one or two digits.
fn small(text: &str) -> Option<u32> {
    let fits = matches!(text.len(), 1 | 2) && text.bytes().all(|b| b.is_ascii_digit());
    if fits { text.parse().ok() } else { None }
}
