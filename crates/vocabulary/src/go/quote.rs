//! Writes strings as Go's `strconv.Quote` and `%q` do.

use alloc::string::String;
use core::fmt::{self, Write};

/// `text` in double quotes, as Go's `%q` writes it.
#[must_use]
pub fn quote(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    // Writing to a `String` does not fail.
    let _ = write_quoted(&mut out, text);
    out
}

/// Writes what [`quote`] returns.
///
/// # Errors
/// Errors of `out`.
pub fn write_quoted(out: &mut impl Write, text: &str) -> fmt::Result {
    out.write_char('"')?;
    let mut from = 0;
    for (at, c) in text.char_indices() {
        if c != '"' && c != '\\' && is_print(c) {
            continue;
        }
        out.write_str(text.get(from..at).unwrap_or_default())?;
        from = at + c.len_utf8();
        match c {
            '"' => out.write_str("\\\""),
            '\\' => out.write_str("\\\\"),
            '\u{7}' => out.write_str("\\a"),
            '\u{8}' => out.write_str("\\b"),
            '\u{c}' => out.write_str("\\f"),
            '\n' => out.write_str("\\n"),
            '\r' => out.write_str("\\r"),
            '\t' => out.write_str("\\t"),
            '\u{b}' => out.write_str("\\v"),
            '\0'..='\x7f' => write!(out, "\\x{:02x}", u32::from(c)),
            '\u{80}'..='\u{ffff}' => write!(out, "\\u{:04x}", u32::from(c)),
            _ => write!(out, "\\U{:08x}", u32::from(c)),
        }?;
    }
    out.write_str(text.get(from..).unwrap_or_default())?;
    out.write_char('"')
}

/// Bytes in double quotes, as Go's `%q` writes a string that can be invalid UTF-8.
#[must_use]
pub fn quote_bytes(bytes: &[u8]) -> String {
    let mut out = String::from("\"");
    for chunk in bytes.utf8_chunks() {
        let quoted = quote(chunk.valid());
        out.push_str(quoted.get(1..quoted.len() - 1).unwrap_or_default());
        for byte in chunk.invalid() {
            let _ = write!(out, "\\x{byte:02x}");
        }
    }
    out.push('"');
    out
}

/// Go's `strconv.IsPrint`: letters, marks, numbers, punctuation, symbols, and the ASCII space.
///
/// Rust's `str::escape_debug` distinguishes the same classes. It treats combining marks differently only at
/// the start of a string, so the character is tested in second position.
#[must_use]
pub fn is_print(c: char) -> bool {
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

#[cfg(test)]
mod tests {
    use super::{quote, quote_bytes};

    #[test]
    fn strings_are_quoted_as_by_go() {
        assert_eq!(quote("a\"\n\u{1}\u{7}\u{7f}é"), "\"a\\\"\\n\\x01\\a\\x7fé\"");
        assert_eq!(quote("\u{200b}\u{a0}\u{ad}\u{e0001}"), "\"\\u200b\\u00a0\\u00ad\\U000e0001\"");
        assert_eq!(quote_bytes(b"%\xC3\"\xFF\xC3\xA9"), "\"%\\xc3\\\"\\xffé\"");
        // A combining mark, an unassigned character and a private-use one.
        assert_eq!(quote("\u{301}\u{378}\u{e000}"), "\"\u{301}\\u0378\\ue000\"");
    }
}
