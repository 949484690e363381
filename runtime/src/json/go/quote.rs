//! Text in, text out, spelled as Go spells it: `strconv.Quote`, and bytes that are no UTF-8.
//! Easy to break: Go replaces every byte of a broken sequence, Rust's own lossy conversion
//! only the sequence as a whole.

use alloc::{format, string::String};

/// `text` in double quotes as Go's `%q` writes it.
pub(crate) fn quote(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '\u{7}' => out.push_str("\\a"),
            '\u{8}' => out.push_str("\\b"),
            '\u{c}' => out.push_str("\\f"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\u{b}' => out.push_str("\\v"),
            _ if is_print(c) => out.push(c),
            '\0'..='\x1f' | '\x7f' => out.push_str(&format!("\\x{:02x}", u32::from(c))),
            '\u{80}'..='\u{ffff}' => out.push_str(&format!("\\u{:04x}", u32::from(c))),
            _ => out.push_str(&format!("\\U{:08x}", u32::from(c))),
        }
    }
    out.push('"');
    out
}

/// Go's `strconv.IsPrint`: letters, marks, numbers, punctuation, symbols, and the ASCII space.
///
/// Rust's `str::escape_debug` holds the same classes. It treats combining marks apart, but only
/// at the front of a string, so the character is asked about in second place.
pub(crate) fn is_print(c: char) -> bool {
    if c.is_ascii() {
        return (' '..='~').contains(&c);
    }
    let mut buffer = [b'a'; 5];
    let end = 1 + c.encode_utf8(&mut buffer[1..]).len();
    let Ok(text) = core::str::from_utf8(&buffer[..end]) else {
        return false;
    };
    text.escape_debug().nth(1) == Some(c)
}

/// One byte as Go's JSON scanner names it: read as a Latin-1 character, in single quotes.
pub(super) fn quote_char(byte: u8) -> String {
    match byte {
        b'\'' => String::from("'\\''"),
        b'"' => String::from("'\"'"),
        _ => {
            let mut buffer = [0; 4];
            let quoted = quote(char::from(byte).encode_utf8(&mut buffer));
            format!("'{}'", quoted.trim_matches('"'))
        }
    }
}

/// `bytes` as text, every byte that is no UTF-8 replaced by U+FFFD.
pub(crate) fn lossy(bytes: &[u8]) -> String {
    let mut out = String::with_capacity(bytes.len());
    push_lossy(bytes, &mut out);
    out
}

/// Appends what [`lossy`] returns.
pub(super) fn push_lossy(bytes: &[u8], out: &mut String) {
    for chunk in bytes.utf8_chunks() {
        out.push_str(chunk.valid());
        out.extend(chunk.invalid().iter().map(|_| char::REPLACEMENT_CHARACTER));
    }
}
