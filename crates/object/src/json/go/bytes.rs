//! Bytes as Go prints them: single bytes in quotes, and strings of invalid UTF-8. Easy to break: Go replaces
//! every byte of an invalid sequence, Rust's lossy conversion replaces the sequence as a whole.

use alloc::{format, string::String};

use crdc_vocabulary::go::quote;

use crate::json::escape::push_lossy;

/// One byte as in errors of Go's JSON scanner: as a Latin-1 character in single quotes.
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

/// `bytes` as text, with U+FFFD for every byte that is not valid UTF-8.
pub fn lossy(bytes: &[u8]) -> String {
    let mut out = String::with_capacity(bytes.len());
    push_lossy(bytes, &mut out);
    out
}
