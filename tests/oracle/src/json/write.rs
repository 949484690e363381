//! Writes trees as compact JSON, and numbers and strings as Go formats them in error messages. Unlike on the
//! server, whole floats are written with `.0`, so that reading the text gives the same tree.

use std::fmt::{self, Write};

use super::Json;

impl fmt::Display for Json {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Json::Null => out.write_str("null"),
            Json::Bool(bool) => write!(out, "{bool}"),
            Json::Int(int) => write!(out, "{int}"),
            Json::Float(float) => {
                let text = shortest(*float, 21);
                out.write_str(&text)?;
                if text.contains(['.', 'e']) { Ok(()) } else { out.write_str(".0") }
            }
            Json::String(text) => string(out, text),
            Json::Array(items) => {
                out.write_char('[')?;
                for (index, item) in items.iter().enumerate() {
                    if index > 0 {
                        out.write_char(',')?;
                    }
                    write!(out, "{item}")?;
                }
                out.write_char(']')
            }
            Json::Object(members) => {
                out.write_char('{')?;
                for (index, (key, value)) in members.iter().enumerate() {
                    if index > 0 {
                        out.write_char(',')?;
                    }
                    string(out, key)?;
                    write!(out, ":{value}")?;
                }
                out.write_char('}')
            }
        }
    }
}

/// Writes a string as JSON.
fn string(out: &mut fmt::Formatter<'_>, text: &str) -> fmt::Result {
    out.write_char('"')?;
    for rune in text.chars() {
        match rune {
            '"' => out.write_str("\\\"")?,
            '\\' => out.write_str("\\\\")?,
            '\n' => out.write_str("\\n")?,
            '\t' => out.write_str("\\t")?,
            '\r' => out.write_str("\\r")?,
            '\u{0}'..='\u{1f}' => write!(out, "\\u{:04x}", u32::from(rune))?,
            _ => out.write_char(rune)?,
        }
    }
    out.write_char('"')
}

/// A float as formatted by Go's `%v`: shortest digits, an exponent below 1e-4 and from 1e6.
pub fn go_float(float: f64) -> String {
    shortest(float, 6)
}

/// A float as written by Go's `encoding/json`: an exponent below 1e-6 and from 1e21.
pub fn go_json_float(float: f64) -> String {
    if (1e-6..1e-4).contains(&float.abs()) {
        format!("{float}")
    } else {
        shortest(float, 21).replace("e-0", "e-")
    }
}

/// The shortest digits of a float, with an exponent below 1e-4 and from 1e`from` on.
fn shortest(float: f64, from: i32) -> String {
    if float == 0.0 {
        return if float.is_sign_negative() { "-0" } else { "0" }.to_owned();
    }
    let text = format!("{float:e}");
    let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    if (-4..from).contains(&exponent) {
        return format!("{float}");
    }
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{digits}e{sign}{:02}", exponent.abs())
}

/// A value as Go's `json.Marshal` writes it.
//
// encoding/json: encode.go (appendString, floatEncoder, mapEncoder)
#[must_use]
pub fn go_json(value: &Json) -> String {
    match value {
        Json::Float(float) => go_json_float(*float),
        Json::String(text) => go_json_string(text),
        Json::Array(items) => {
            let items: Vec<_> = items.iter().map(go_json).collect();
            format!("[{}]", items.join(","))
        }
        Json::Object(members) => {
            let mut members: Vec<_> = members.iter().collect();
            members.sort_by(|(left, _), (right, _)| left.cmp(right));
            let member =
                |(key, value): &(String, Json)| format!("{}:{}", go_json_string(key), go_json(value));
            let members: Vec<_> = members.into_iter().map(member).collect();
            format!("{{{}}}", members.join(","))
        }
        plain => plain.to_string(),
    }
}

/// A string as Go's `json.Marshal` writes it.
fn go_json_string(text: &str) -> String {
    let mut out = String::from("\"");
    for rune in text.chars() {
        match rune {
            '"' | '\\' => out.extend(['\\', rune]),
            '\u{8}' => out.push_str("\\b"),
            '\u{c}' => out.push_str("\\f"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\u{0}'..='\u{1f}' | '<' | '>' | '&' | '\u{2028}' | '\u{2029}' => {
                out.push_str(&format!("\\u{:04x}", u32::from(rune)));
            }
            _ => out.push(rune),
        }
    }
    out.push('"');
    out
}

/// A string as quoted by Go's `strconv.Quote`.
pub fn go_quote(text: &str) -> String {
    let mut out = String::from("\"");
    for rune in text.chars() {
        match rune {
            '"' => out.push_str("\\\""),
            _ => go_escape(&mut out, rune),
        }
    }
    out.push('"');
    out
}

/// Appends a character as `strconv.Quote` writes it, except for quotes.
fn go_escape(out: &mut String, rune: char) {
    let escaped = match rune {
        '\\' => "\\\\",
        '\u{7}' => "\\a",
        '\u{8}' => "\\b",
        '\u{c}' => "\\f",
        '\n' => "\\n",
        '\r' => "\\r",
        '\t' => "\\t",
        '\u{b}' => "\\v",
        _ => {
            let code = u32::from(rune);
            if printable(rune) {
                out.push(rune);
            } else if code < 0x20 || code == 0x7f {
                out.push_str(&format!("\\x{code:02x}"));
            } else if code < 0x10000 {
                out.push_str(&format!("\\u{code:04x}"));
            } else {
                out.push_str(&format!("\\U{code:08x}"));
            }
            return;
        }
    };
    out.push_str(escaped);
}

/// Whether Go prints a character without an escape: close to Go's `unicode.IsPrint`, for which combining
/// marks are printable.
fn printable(rune: char) -> bool {
    match rune {
        ' '..='~' => true,
        '\u{300}'..='\u{36f}' | '\u{fe00}'..='\u{fe0f}' => true,
        _ => rune.escape_debug().count() == 1,
    }
}

/// A byte as quoted in the scanner's errors.
pub(super) fn quote_char(byte: u8) -> String {
    match byte {
        b'\'' => "'\\''".to_owned(),
        b'"' => "'\"'".to_owned(),
        _ => {
            let mut out = String::from("'");
            go_escape(&mut out, char::from(byte));
            out.push('\'');
            out
        }
    }
}
