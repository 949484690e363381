//! Bytes as Go prints them: one of them in quotes, and strings that are not valid UTF-8. Easy to
//! break: Go replaces every byte of a broken sequence, Rust's own lossy conversion only the
//! sequence as a whole.

use alloc::{format, string::String};

use super::quote;

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

/// `bytes` as text, every byte that is not valid UTF-8 replaced by U+FFFD.
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
