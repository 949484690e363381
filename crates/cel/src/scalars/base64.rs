//! Bytes in base64, as rules read strings of the format `byte`.
//!
//! Easy to break: the validation of the format wants `+` and `/`, but here the server decodes with the
//! alphabet of URLs, which has `-` and `_` instead. So a rule on a valid value with `+` or `/` always fails.
//
// Go: encoding/base64 (URLEncoding); kube-openapi: pkg/validation/strfmt/default.go (Base64.UnmarshalText)

use alloc::format;

use crate::arena::Arena;
use crate::error::{EvalError, Evaluated};

/// Decodes padded base64. Line breaks are skipped.
///
/// # Errors
/// The first byte that is not allowed, as Go reports it.
pub(crate) fn decode<'a>(arena: &'a Arena, text: &str) -> Evaluated<&'a [u8]> {
    arena.take(text.len() / 4 * 3)?;
    let mut bytes = bumpalo::collections::Vec::with_capacity_in(text.len() / 4 * 3, arena);
    decode_to(arena, text, |part| bytes.extend_from_slice(part))?;
    Ok(bytes.into_bump_slice())
}

/// Decodes into bytes that are kept longer than those of an evaluation.
pub(crate) fn decode_to(arena: &Arena, text: &str, mut append: impl FnMut(&[u8])) -> Evaluated<()> {
    // CEL charges nothing for reading a value.
    arena.read(text.len())?;
    let (mut digits, mut count, mut padding) = (0u32, 0u8, 0u8);
    let mut quantum = 0;
    for (at, byte) in text.bytes().enumerate() {
        if matches!(byte, b'\r' | b'\n') {
            continue;
        }
        if count == 0 && padding == 0 {
            quantum = at;
        }
        let digit = match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'-' => 62,
            b'_' => 63,
            b'=' if count + padding >= 2 && count + padding < 4 => {
                padding += 1;
                continue;
            }
            _ => return Err(refused(text, at)),
        };
        if padding > 0 {
            return Err(refused(text, at));
        }
        digits = digits << 6 | u32::from(digit);
        count += 1;
        if count == 4 {
            let [_, first, second, third] = digits.to_be_bytes();
            append(&[first, second, third]);
            (digits, count) = (0, 0);
        }
    }
    match (count, padding) {
        (0, 0) => {}
        (2, 2) => append(&(digits >> 4).to_be_bytes()[3..]),
        (3, 1) => append(&(digits >> 2).to_be_bytes()[2..]),
        _ => return Err(refused(text, quantum)),
    }
    Ok(())
}

#[cold]
fn refused(text: &str, at: usize) -> EvalError {
    EvalError::text(format!("Invalid byte formatted string {text}: illegal base64 data at input byte {at}"))
}

#[cfg(test)]
mod tests {
    use super::decode;
    use crate::arena::Arena;

    #[test]
    fn padded_texts_are_decoded() {
        let arena = Arena::new();
        let cases: [(&str, Option<&[u8]>); 11] = [
            ("", Some(b"")),
            ("YQ==", Some(b"a")),
            ("YWI=", Some(b"ab")),
            ("YWJj", Some(b"abc")),
            ("YW\nJj", Some(b"abc")),
            ("YQ", None),
            ("YQ=", None),
            ("YQ==YQ==", None),
            ("Y?==", None),
            ("+/+/", None),
            ("-_-_", Some(b"\xfb\xff\xbf")),
        ];
        for (text, bytes) in cases {
            assert_eq!(decode(&arena, text).ok(), bytes, "{text}");
        }
    }
}
