//! Unescapes strings, and writes them in the canonical form in which keys are compared.

use alloc::string::String;
use alloc::vec::Vec;

use crdc_vocabulary::go::{Escapes, write_json_content};

use super::Text;
use super::scan::special;

/// The reason why a string cannot be used unchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// The string is not valid JSON.
    Syntax,
    /// Invalid UTF-8 or an unpaired surrogate: the server would store U+FFFD.
    Replaced,
}

/// Appends the unescaped content of `raw` (the text between the quotes) to `out`.
pub fn unescape(raw: &[u8], out: &mut Vec<u8>) -> Result<(), Trouble> {
    let mut at = 0;
    while at < raw.len() {
        let run = raw[at..].iter().position(|&byte| byte == b'\\').map_or(raw.len(), |n| at + n);
        let plain = &raw[at..run];
        if core::str::from_utf8(plain).is_err() {
            return Err(Trouble::Replaced);
        }
        out.extend_from_slice(plain);
        at = run;
        if at == raw.len() {
            break;
        }
        let Some(&code) = raw.get(at + 1) else {
            return Err(Trouble::Syntax);
        };
        at += 2;
        let content = if code == b'u' {
            let (unit, used) = unicode(&raw[at..])?;
            at += used;
            unit
        } else {
            short(code).ok_or(Trouble::Syntax)?
        };
        out.extend_from_slice(content.encode_utf8(&mut [0; 4]).as_bytes());
    }
    Ok(())
}

/// The character of an escape of two bytes.
fn short(code: u8) -> Option<char> {
    Some(match code {
        b'"' | b'\\' | b'/' => char::from(code),
        b'b' => '\u{8}',
        b'f' => '\u{c}',
        b'n' => '\n',
        b'r' => '\r',
        b't' => '\t',
        _ => return None,
    })
}

/// The character of `\u` digits, including a second `\u` after a high surrogate.
fn unicode(rest: &[u8]) -> Result<(char, usize), Trouble> {
    let high = hex(rest).ok_or(Trouble::Syntax)?;
    if let Some(unit) = char::from_u32(high) {
        return Ok((unit, 4));
    }
    if high < 0xDC00 && rest.get(4..6) == Some(b"\\u") {
        let low = hex(&rest[6..]).ok_or(Trouble::Syntax)?;
        if (0xDC00..0xE000).contains(&low) {
            let scalar = 0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00);
            return char::from_u32(scalar).map(|unit| (unit, 10)).ok_or(Trouble::Replaced);
        }
    }
    Err(Trouble::Replaced)
}

fn hex(digits: &[u8]) -> Option<u32> {
    let digits = digits.get(..4)?;
    digits.iter().try_fold(0, |value, &digit| Some(value * 16 + char::from(digit).to_digit(16)?))
}

/// The unescaped content of `raw` as the server stores it: with U+FFFD for each invalid byte, and for half a
/// surrogate pair. `None` if it is not valid JSON: an invalid escape or a raw control character.
// sigs.k8s.io/json: decode.go unquoteBytes
pub fn lossy_content(raw: &[u8]) -> Option<String> {
    if raw.iter().any(|byte| *byte < 0x20) {
        return None;
    }
    let mut out = String::with_capacity(raw.len());
    let mut rest = raw;
    while let Some(place) = rest.iter().position(|&byte| byte == b'\\') {
        push_lossy(&rest[..place], &mut out);
        let (content, used) = match rest.get(place + 1)? {
            b'u' => match unicode(&rest[place + 2..]) {
                Ok((unit, used)) => (unit, used),
                // Half a pair: what follows is read by itself.
                Err(_) => (hex(&rest[place + 2..]).map(|_| char::REPLACEMENT_CHARACTER)?, 4),
            },
            &code => (short(code)?, 0),
        };
        out.push(content);
        rest = &rest[place + 2 + used..];
    }
    push_lossy(rest, &mut out);
    Some(out)
}

/// Appends `bytes` as text, with U+FFFD for every byte that is not valid UTF-8, as Go does.
pub(super) fn push_lossy(bytes: &[u8], out: &mut String) {
    for chunk in bytes.utf8_chunks() {
        out.push_str(chunk.valid());
        out.extend(chunk.invalid().iter().map(|_| char::REPLACEMENT_CHARACTER));
    }
}

/// Writes the content of a string with the fewest escapes, in the form of every key after normalization:
/// `\"`, `\\`, `\b`, `\f`, `\n`, `\r`, `\t`, and `\u00xx` in lower case for other control characters.
pub fn append_canonical(out: &mut Vec<u8>, content: &str) {
    // Writing into memory cannot fail.
    let _ = write_json_content(&mut Text(out), content, Escapes::Fewest);
}

/// Appends a key to a path, unescaped.
pub fn append_key(out: &mut String, raw: &[u8]) {
    if let (false, Ok(plain)) = (raw.contains(&b'\\'), core::str::from_utf8(raw)) {
        out.push_str(plain);
        return;
    }
    let mut content = Vec::new();
    let _ = unescape(raw, &mut content);
    out.push_str(&String::from_utf8_lossy(&content));
}

/// Writes a JSON string with its quotes, in the form of [`append_canonical`]. Most strings have nothing to
/// escape.
pub fn push_string(out: &mut Vec<u8>, content: &str) {
    out.push(b'"');
    if special(content.as_bytes(), 0) < content.len() {
        append_canonical(out, content);
    } else {
        out.extend_from_slice(content.as_bytes());
    }
    out.push(b'"');
}

/// Writes a JSON string with its quotes.
pub fn append_string(out: &mut String, content: &str) {
    out.push('"');
    append_content(out, content);
    out.push('"');
}

/// Writes a part of a JSON string, in the form of [`append_canonical`].
pub fn append_content(out: &mut String, content: &str) {
    let _ = write_json_content(out, content, Escapes::Fewest);
}
