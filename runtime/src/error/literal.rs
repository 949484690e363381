//! Constants of an `enum` against values of the tape, with the server's conversions.

use super::Literal;
use crate::tape::{Kind, Tape};

/// A scalar that is held against a constant.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Plain<'a> {
    /// `true`, `false`
    Bool(bool),
    /// An integer.
    Int(i64),
    /// Any other number.
    Float(f64),
    /// A string's content.
    Text(&'a [u8]),
}

/// Whether the server finds the value equal to the constant.
pub(crate) fn equals(tape: Tape<'_>, at: u32, literal: &Literal) -> bool {
    let entry = tape.entry(at);
    let value = match entry.kind {
        Kind::True => Plain::Bool(true),
        Kind::False => Plain::Bool(false),
        Kind::Int => Plain::Int(tape.int(&entry)),
        Kind::Float => Plain::Float(tape.float(&entry)),
        Kind::String => Plain::Text(tape.string(&entry)),
        Kind::Array | Kind::Object => {
            return matches!(*literal, Literal::Json(value) if equals_json(tape, at, value));
        }
        Kind::Null => return false,
    };
    is(value, literal)
}

/// The same of a scalar.
///
/// Go converts the value to the constant's type before it compares: a float loses its
/// fraction against an integer, and an integer against a string is the character of that
/// number. kube-openapi: validator.go basicCommonValidator.
pub(crate) fn is(value: Plain<'_>, literal: &Literal) -> bool {
    match (*literal, value) {
        (Literal::Bool(constant), Plain::Bool(value)) => value == constant,
        (Literal::Int(constant), Plain::Int(value)) => value == constant,
        (Literal::Int(constant), Plain::Float(value)) => value as i64 == constant,
        (Literal::Float(constant), Plain::Int(value)) => value as f64 == constant,
        (Literal::Float(constant), Plain::Float(value)) => value == constant,
        (Literal::String(constant), Plain::Text(value)) => value == constant.as_bytes(),
        (Literal::String(constant), Plain::Int(value)) => {
            let unit =
                u32::try_from(value).ok().and_then(char::from_u32).unwrap_or(char::REPLACEMENT_CHARACTER);
            constant.chars().eq([unit])
        }
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
