//! Operators and functions of byte strings. `size` is their length, `==` and `<` compare the bytes, and
//! `bytes(text)` is the text's UTF-8.
//
// cel-go: common/types/bytes.go

use crate::arena::Arena;
use crate::error::{EvalError, Evaluated};

/// `a + b`. Allocates only if neither is empty.
#[must_use]
pub(crate) fn concat<'a>(arena: &'a Arena, a: &'a [u8], b: &'a [u8]) -> &'a [u8] {
    if a.is_empty() {
        return b;
    }
    if b.is_empty() {
        return a;
    }
    let mut joined = bumpalo::collections::Vec::with_capacity_in(a.len() + b.len(), arena);
    joined.extend_from_slice_copy(a);
    joined.extend_from_slice_copy(b);
    joined.into_bump_slice()
}

/// `string(bytes)`, in place.
///
/// # Errors
/// The bytes are not UTF-8.
#[inline]
pub(crate) fn to_text(bytes: &[u8]) -> Evaluated<&str> {
    core::str::from_utf8(bytes)
        .map_err(|_| EvalError::Static("invalid UTF-8 in bytes, cannot convert to string"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_joined() {
        let arena = Arena::new();
        for (a, b, joined) in
            [("abc", "def", "abcdef"), ("", "x", "x"), ("x", "", "x"), ("\u{0}", "ÿ", "\u{0}ÿ")]
        {
            assert_eq!(concat(&arena, a.as_bytes(), b.as_bytes()), joined.as_bytes());
        }
    }

    #[test]
    fn only_utf8_becomes_text() {
        assert_eq!(to_text(b"\xc3\xbf"), Ok("ÿ"));
        let error = EvalError::Static("invalid UTF-8 in bytes, cannot convert to string");
        // Go does not decode surrogates or overlong forms either.
        for bytes in [&b"\x00\xff"[..], b"\xed\xa0\x80", b"\xc0\x80", b"\xf4\x90\x80\x80", b"a\xe2\x82"] {
            assert_eq!(to_text(bytes), Err(error.clone()));
        }
    }
}
