//! The length and the characters of texts. CEL charges 1 for each, so a long text is counted once in an
//! evaluation.

use alloc::format;
use alloc::vec::Vec;

use crate::arena::Arena;
use crate::error::{EvalError, Evaluated};

/// The length from which on the count of a text is stored. Shorter texts are counted each time.
const LONG_TEXT: usize = 1024;
/// The distance, in code points, of the stored offsets.
const APART: usize = 256;

/// `text.size()`: the number of code points.
#[inline]
#[must_use]
pub(crate) fn size(arena: &Arena, text: &str) -> i64 {
    if text.len() < LONG_TEXT { count(text) } else { arena.places(text, || places(text), |_, count| count) }
}

/// `text.charAt(index)`: a string of one code point, empty at the end of the text.
///
/// # Errors
/// `index out of range`.
pub(crate) fn char_at<'t>(arena: &Arena, text: &'t str, index: i64) -> Evaluated<&'t str> {
    let offset = if text.len() < LONG_TEXT {
        offset_of(text, index)
    } else {
        let near = |places: &[u32], count: i64| {
            let at = usize::try_from(index).ok().filter(|_| index <= count)?;
            let from = *places.get(at / APART)? as usize;
            offset_of(tail(text, from), (at % APART) as i64).map(|offset| from + offset)
        };
        arena.places(text, || places(text), near)
    };
    let rest = tail(text, offset.ok_or_else(|| out_of_range(index))?);
    let length = rest.chars().next().map_or(0, char::len_utf8);
    Ok(rest.get(..length).unwrap_or_default())
}

/// The offsets of some code points, [`APART`] from each other, and the number of all.
fn places(text: &str) -> (Vec<u32>, i64) {
    // A text that is longer than four gigabytes is not made.
    let mut places: Vec<u32> = text.char_indices().step_by(APART).map(|(at, _)| at as u32).collect();
    let last = places.last().map_or(0, |last| *last as usize);
    let rest = count(tail(text, last));
    let count = (places.len() as i64 - 1) * APART as i64 + rest;
    // The end of the text is stored too.
    places.push(text.len() as u32);
    (places, count)
}

#[cold]
pub(super) fn out_of_range(index: i64) -> EvalError {
    EvalError::text(format!("index out of range: {index}"))
}

/// The offset in bytes of the code point `index`, which may be the end; `None` if it is outside of the
/// string.
#[inline]
pub(super) fn offset_of(text: &str, index: i64) -> Option<usize> {
    let index = usize::try_from(index).ok()?;
    if text.as_bytes().get(..index)?.is_ascii() {
        return Some(index);
    }
    let mut chars = text.chars();
    if index > 0 {
        chars.nth(index - 1)?;
    }
    Some(text.len() - chars.as_str().len())
}

#[inline]
pub(super) fn tail(text: &str, offset: usize) -> &str {
    text.get(offset..).unwrap_or_default()
}

/// A number of code points as an integer. No string has more than `i64::MAX` bytes.
#[inline]
pub(super) fn count(text: &str) -> i64 {
    i64::try_from(text.chars().count()).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::String;

    #[test]
    fn long_texts_are_counted_as_short_ones() {
        let arena = Arena::new();
        for part in ["a", "é", "aé漢😀"] {
            for bytes in [1_000, 1_023, 1_024, 1_025, 1_279, 1_280, 1_281, 4_096] {
                let text: String = part.repeat(bytes / part.len() + 1);
                let all: Vec<&str> =
                    text.char_indices().map(|(at, c)| &text[at..at + c.len_utf8()]).collect();
                assert_eq!(size(&arena, &text), all.len() as i64);
                for (index, expected) in (0..).zip(&all) {
                    assert_eq!(char_at(&arena, &text, index), Ok(*expected), "{index} of {part} {bytes}");
                }
                let end = all.len() as i64;
                assert_eq!(char_at(&arena, &text, end), Ok(""));
                for outside in [end + 1, end + 300, i64::MAX, -1, i64::MIN] {
                    assert_eq!(char_at(&arena, &text, outside), Err(out_of_range(outside)));
                }
                // Another text may get its place in memory only after the arena was reset.
                let _ = arena.alloc_str("");
                core::mem::forget(text);
            }
        }
    }
}
