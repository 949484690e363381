//! Finds the first syntax error of a JSON text, with the message of Go's scanner, without building a tree.
//! Easy to break: the scanner works byte by byte, and a number ends only at the byte after it, which is the
//! one that the error names.
// sigs.k8s.io/json: internal/golang/encoding/json/scanner.go

use alloc::{format, string::String, vec::Vec};

use super::bytes::quote_char;

/// The deepest nesting that Go's scanner allows.
const MAX_DEPTH: usize = 10_000;

/// A container that encloses the scanner.
#[derive(Clone, Copy)]
enum Open {
    Key,
    Value,
    Array,
}

/// The state of the scanner: the next expected part.
#[derive(Clone, Copy)]
enum State {
    Value,
    ValueOrEnd,
    Key,
    KeyOrEnd,
    EndValue,
    EndTop,
    Text,
    Escape,
    Hex(u8),
    Minus,
    Digits,
    Zero,
    Dot,
    Fraction,
    Exponent,
    ExponentSign,
    ExponentDigits,
    Literal(&'static [u8], usize),
}

/// The message of the first syntax error of `text`; `None` if there is none.
pub fn syntax_error(text: &[u8]) -> Option<String> {
    let mut open = Vec::new();
    let mut state = State::Value;
    // Go also adds a space after the end: it ends a number, and inside a token the error names this space.
    for &byte in text.iter().chain(b" ") {
        match step(state, byte, &mut open) {
            Ok(next) => state = next,
            Err(place) => return Some(format!("invalid character {} {place}", quote_char(byte))),
        }
    }
    match state {
        State::EndTop => None,
        _ => Some(String::from("unexpected end of JSON input")),
    }
}

/// The state after `byte`, or the position that the scanner's error names.
fn step(state: State, byte: u8, open: &mut Vec<Open>) -> Result<State, &'static str> {
    let space = matches!(byte, b' ' | b'\t' | b'\r' | b'\n');
    Ok(match state {
        State::Value | State::ValueOrEnd | State::Key | State::KeyOrEnd if space => state,
        State::ValueOrEnd if byte == b']' => end_value(byte, open)?,
        State::Value | State::ValueOrEnd => begin_value(byte, open)?,
        State::KeyOrEnd if byte == b'}' => {
            if let Some(top) = open.last_mut() {
                *top = Open::Value;
            }
            end_value(byte, open)?
        }
        State::Key | State::KeyOrEnd if byte == b'"' => State::Text,
        State::Key | State::KeyOrEnd => return Err("looking for beginning of object key string"),
        State::EndValue => end_value(byte, open)?,
        State::EndTop if space => State::EndTop,
        State::EndTop => return Err("after top-level value"),
        State::Text => match byte {
            b'"' => State::EndValue,
            b'\\' => State::Escape,
            0..=0x1f => return Err("in string literal"),
            _ => State::Text,
        },
        State::Escape => match byte {
            b'b' | b'f' | b'n' | b'r' | b't' | b'\\' | b'/' | b'"' => State::Text,
            b'u' => State::Hex(4),
            _ => return Err("in string escape code"),
        },
        State::Hex(left) if byte.is_ascii_hexdigit() => match left {
            1 => State::Text,
            _ => State::Hex(left - 1),
        },
        State::Hex(_) => return Err("in \\u hexadecimal character escape"),
        State::Minus => match byte {
            b'0' => State::Zero,
            b'1'..=b'9' => State::Digits,
            _ => return Err("in numeric literal"),
        },
        State::Digits if byte.is_ascii_digit() => State::Digits,
        State::Digits | State::Zero => match byte {
            b'.' => State::Dot,
            b'e' | b'E' => State::Exponent,
            _ => end_value(byte, open)?,
        },
        State::Dot if byte.is_ascii_digit() => State::Fraction,
        State::Dot => return Err("after decimal point in numeric literal"),
        State::Fraction => match byte {
            b'0'..=b'9' => State::Fraction,
            b'e' | b'E' => State::Exponent,
            _ => end_value(byte, open)?,
        },
        State::Exponent if matches!(byte, b'+' | b'-') => State::ExponentSign,
        State::Exponent | State::ExponentSign | State::ExponentDigits if byte.is_ascii_digit() => {
            State::ExponentDigits
        }
        State::Exponent | State::ExponentSign => return Err("in exponent of numeric literal"),
        State::ExponentDigits => end_value(byte, open)?,
        State::Literal(word, at) => literal(word, at, byte)?,
    })
}

fn begin_value(byte: u8, open: &mut Vec<Open>) -> Result<State, &'static str> {
    let (opened, next) = match byte {
        b'{' => (Open::Key, State::KeyOrEnd),
        b'[' => (Open::Array, State::ValueOrEnd),
        b'"' => return Ok(State::Text),
        b'-' => return Ok(State::Minus),
        b'0' => return Ok(State::Zero),
        b'1'..=b'9' => return Ok(State::Digits),
        b't' => return Ok(State::Literal(b"true", 1)),
        b'f' => return Ok(State::Literal(b"false", 1)),
        b'n' => return Ok(State::Literal(b"null", 1)),
        _ => return Err("looking for beginning of value"),
    };
    open.push(opened);
    if open.len() > MAX_DEPTH {
        return Err("exceeded max depth");
    }
    Ok(next)
}

/// The state after a value, or after an object's key.
fn end_value(byte: u8, open: &mut Vec<Open>) -> Result<State, &'static str> {
    let space = matches!(byte, b' ' | b'\t' | b'\r' | b'\n');
    let Some(top) = open.last_mut() else {
        return if space { Ok(State::EndTop) } else { Err("after top-level value") };
    };
    if space {
        return Ok(State::EndValue);
    }
    match (*top, byte) {
        (Open::Key, b':') => {
            *top = Open::Value;
            Ok(State::Value)
        }
        (Open::Value, b',') => {
            *top = Open::Key;
            Ok(State::Key)
        }
        (Open::Array, b',') => Ok(State::Value),
        (Open::Value, b'}') | (Open::Array, b']') => {
            open.pop();
            Ok(if open.is_empty() { State::EndTop } else { State::EndValue })
        }
        (Open::Key, _) => Err("after object key"),
        (Open::Value, _) => Err("after object key:value pair"),
        (Open::Array, _) => Err("after array element"),
    }
}

/// The byte at `at` of one of the three literals. The messages are spelled out, since every error is a
/// `&'static str`.
fn literal(word: &'static [u8], at: usize, byte: u8) -> Result<State, &'static str> {
    if word.get(at) == Some(&byte) {
        return Ok(if at + 1 == word.len() { State::EndValue } else { State::Literal(word, at + 1) });
    }
    Err(match (word, at) {
        (b"true", 1) => "in literal true (expecting 'r')",
        (b"true", 2) => "in literal true (expecting 'u')",
        (b"true", _) => "in literal true (expecting 'e')",
        (b"false", 1) => "in literal false (expecting 'a')",
        (b"false", 2) => "in literal false (expecting 'l')",
        (b"false", 3) => "in literal false (expecting 's')",
        (b"false", _) => "in literal false (expecting 'e')",
        (_, 1) => "in literal null (expecting 'u')",
        _ => "in literal null (expecting 'l')",
    })
}
