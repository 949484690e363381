//! Encodes and decodes percent encoding. In: a part of a URL and its kind. Out: its bytes, or its encoded
//! text. Easy to
//! break: hosts may only encode bytes beyond ASCII and `%`, zones what hosts may have, queries have `+` for
//! spaces.
//
// Go: net/url/url.go unescape, escape, shouldEscape, validEncoded

use alloc::format;
use alloc::string::String;

use crdc_vocabulary::go::quote_bytes;

use crate::arena::Arena;

/// A part of a URL.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    Path,
    Host,
    Zone,
    User,
    Query,
    Fragment,
}

/// Whether a byte has to be encoded.
fn must_escape(byte: u8, mode: Mode) -> bool {
    if byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.' | b'~') {
        return false;
    }
    let plain: &[u8] = match mode {
        Mode::Path => b"$&+,/:;=@",
        Mode::Host | Mode::Zone => b"!$&'()*+,;=:[]<>\"",
        Mode::User => b"$&+,;=",
        Mode::Query => b"",
        Mode::Fragment => b"$&+,/:;=?@!()*",
    };
    !plain.contains(&byte)
}

/// Checks the encoding of a part.
///
/// # Errors
/// Go's message.
pub(super) fn check(text: &str, mode: Mode) -> Result<(), String> {
    let bytes = text.as_bytes();
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        if *byte != b'%' {
            if matches!(mode, Mode::Host | Mode::Zone) && byte.is_ascii() && must_escape(*byte, mode) {
                let name = quote_bytes(&[*byte]);
                return Err(format!("invalid character {name} in host name"));
            }
            at += 1;
            continue;
        }
        let end = bytes.len().min(at + 3);
        let written = bytes.get(at..end).unwrap_or_default();
        let allowed = decoded(written).is_some_and(|value| match mode {
            Mode::Host => value == b'%' || !value.is_ascii(),
            Mode::Zone => matches!(value, b'%' | b' ') || !must_escape(value, Mode::Host),
            _ => true,
        });
        if !allowed {
            return Err(format!("invalid URL escape {}", quote_bytes(written)));
        }
        at += 3;
    }
    Ok(())
}

/// The byte of `%41`.
fn decoded(written: &[u8]) -> Option<u8> {
    let [b'%', high, low] = *written else { return None };
    let digit = |digit: u8| char::from(digit).to_digit(16);
    Some((digit(high)? * 16 + digit(low)?) as u8)
}

/// The bytes of a part.
///
/// # Errors
/// Go's message.
pub(super) fn unescape<'a>(text: &'a str, mode: Mode, arena: &'a Arena) -> Result<&'a [u8], String> {
    check(text, mode)?;
    let plus = mode == Mode::Query && text.contains('+');
    if !plus && !text.contains('%') {
        return Ok(text.as_bytes());
    }
    let mut out = bumpalo::collections::Vec::with_capacity_in(text.len(), arena);
    let mut rest = text.as_bytes();
    while let [byte, tail @ ..] = rest {
        let (value, length) = match byte {
            b'%' => (rest.get(..3).and_then(decoded).unwrap_or(b'%'), 3),
            b'+' if plus => (b' ', 1),
            _ => (*byte, 1),
        };
        out.push(value);
        rest = tail.get(length - 1..).unwrap_or_default();
    }
    Ok(out.into_bump_slice())
}

/// The text of bytes.
pub(super) fn escape(bytes: &[u8], mode: Mode) -> String {
    let mut out = String::with_capacity(bytes.len());
    for byte in bytes {
        match byte {
            _ if !must_escape(*byte, mode) => out.push(char::from(*byte)),
            b' ' if mode == Mode::Query => out.push('+'),
            _ => out.push_str(&format!("%{byte:02X}")),
        }
    }
    out
}

/// Whether a path or fragment has no bytes that must be encoded. Some that Go would encode need not be.
pub(super) fn is_encoded(text: &str, mode: Mode) -> bool {
    let fine = |byte: u8| b"!$&'()*+,;=:@[]%".contains(&byte) || !must_escape(byte, mode);
    text.bytes().all(fine)
}

/// Bytes as text. A byte that is not valid UTF-8 is one character, as in Go.
pub(super) fn text_of<'a>(bytes: &'a [u8], arena: &'a Arena) -> &'a str {
    if let Ok(text) = core::str::from_utf8(bytes) {
        return text;
    }
    let mut out = String::new();
    for chunk in bytes.utf8_chunks() {
        out.push_str(chunk.valid());
        out.extend(chunk.invalid().iter().map(|_| char::REPLACEMENT_CHARACTER));
    }
    arena.alloc_str(&out)
}
