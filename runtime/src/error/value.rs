//! Formats values as the server's errors show them.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::{ListKey, Literal};
use crdc_object::json::{escape, go};
use crdc_object::tape::{Kind, Tape};

/// The value as in the server's error: JSON, except for a float, which `field.Error` prints with `%v`.
// apimachinery: pkg/util/validation/field/errors.go ErrorBody
pub(crate) fn json(tape: Tape<'_>, at: u32) -> String {
    let entry = tape.entry(at);
    match entry.kind_in_json() {
        Kind::Float => go::value_float(tape.float(&entry)),
        Kind::Int => tape.int(&entry).to_string(),
        // Escaped only where it must be, whatever the object has.
        Kind::String => quoted(&String::from_utf8_lossy(tape.string(&entry))),
        _ => {
            let mut out = Vec::new();
            crdc_object::tape::render(tape, at, &mut out, &mut Vec::new());
            String::from_utf8_lossy(&out).into_owned()
        }
    }
}

/// The keys that an item has, as an object.
pub(crate) fn keys(tape: Tape<'_>, item: u32, keys: &[ListKey<'_>]) -> String {
    let present = keys.iter().filter_map(|key| Some((key.name, key.of(tape, item)?)));
    let members: Vec<String> = present.map(|(name, at)| format!("\"{name}\":{}", json(tape, at))).collect();
    format!("{{{}}}", members.join(","))
}

pub(super) fn quoted(text: &str) -> String {
    let mut out = String::new();
    escape::append_string(&mut out, text);
    out
}

/// A constant of an `enum` as JSON text.
pub(super) fn constant(value: &Literal<'_>) -> String {
    match *value {
        Literal::String(value) => quoted(value),
        _ => shown(value),
    }
}

/// A constant as the server shows it: strings without quotes.
pub(super) fn shown(value: &Literal<'_>) -> String {
    match *value {
        Literal::Null => "null".to_owned(),
        Literal::Bool(value) => value.to_string(),
        Literal::Int(value) => value.to_string(),
        Literal::Float(value) => go::json_float(value),
        Literal::String(value) | Literal::Json(value) => value.to_owned(),
    }
}
