//! Constants of an `enum` against values of the tape, with the server's conversions.

use super::Literal;
use crate::tape::{Kind, Tape};

/// Whether the server finds the value equal to the constant.
///
/// Go converts the value to the constant's type before it compares: a float loses its
/// fraction against an integer, and an integer against a string is the character of that
/// number. kube-openapi: validator.go basicCommonValidator.
pub(crate) fn equals(tape: Tape<'_>, at: u32, literal: &Literal) -> bool {
    let entry = tape.entry(at);
    match (*literal, entry.kind) {
        (Literal::Bool(value), Kind::True) => value,
        (Literal::Bool(value), Kind::False) => !value,
        (Literal::Int(value), Kind::Int) => tape.int(&entry) == value,
        (Literal::Int(value), Kind::Float) => tape.float(&entry) as i64 == value,
        (Literal::Float(value), Kind::Int) => tape.int(&entry) as f64 == value,
        (Literal::Float(value), Kind::Float) => tape.float(&entry) == value,
        (Literal::String(value), Kind::String) => tape.string(&entry) == value.as_bytes(),
        (Literal::String(value), Kind::Int) => {
            let unit = u32::try_from(tape.int(&entry))
                .ok()
                .and_then(char::from_u32)
                .unwrap_or(char::REPLACEMENT_CHARACTER);
            value.chars().eq([unit])
        }
        (Literal::Json(value), Kind::Array | Kind::Object) => equals_json(tape, at, value),
        _ => false,
    }
}

fn equals_json(tape: Tape<'_>, at: u32, value: &'static str) -> bool {
    let mut decoder = crate::decode::Decoder::plain(value.as_bytes());
    if decoder.any(crate::decode::Member::ITEM).is_err() {
        return false;
    }
    let other =
        Tape { entries: &decoder.tape, texts: [value.as_bytes(), b"", b"", b""], strings: &decoder.strings };
    crate::tape::equal(tape, at, other, 0)
}
