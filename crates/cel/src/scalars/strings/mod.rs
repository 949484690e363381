//! Operators and functions of strings. In: strings, and indices that count code points. Out: strings, which
//! are parts of the input wherever they can be, or positions in code points.
//!
//! `==`, `<`, `startsWith` and `endsWith` are those of `str`: Go compares bytes too.
//!
//! Easy to break: an empty substring is found at the index that was given, wherever that is.
//
// cel-go: ext/strings.go, common/types/string.go

mod characters;
mod short;
#[cfg(test)]
mod tests;

use alloc::format;

use bumpalo::collections::{String, Vec};

use crate::arena::Arena;
use crate::error::{EvalError, Evaluated};
pub(crate) use characters::{char_at, size};
use characters::{count, offset_of, out_of_range, tail};

/// `text.contains(part)`
#[inline(always)]
#[must_use]
pub(crate) fn contains(text: &str, part: &str) -> bool {
    if is_short(text.as_bytes(), part.as_bytes()) {
        return short::contains(text.as_bytes(), part.as_bytes());
    }
    text.contains(part)
}

/// Whether bytes that are UTF-8 contain a part; `None` if they are not UTF-8.
#[inline(always)]
pub(crate) fn bytes_contain(text: &[u8], part: &[u8]) -> Option<bool> {
    if is_short(text, part) {
        return Some(short::contains(text, part));
    }
    Some(core::str::from_utf8(text).ok()?.contains(core::str::from_utf8(part).ok()?))
}

/// Whether to prepare a search would cost more than to compare the part, which nearly always is a constant,
/// at each position.
#[inline(always)]
fn is_short(text: &[u8], part: &[u8]) -> bool {
    text.len() <= 64 && (1..=8).contains(&part.len())
}

/// `a + b`. Allocates only if neither is empty. If the result exceeds the memory limit, it is empty and the
/// evaluation ends.
#[must_use]
pub(crate) fn concat<'a>(arena: &'a Arena, a: &'a str, b: &'a str) -> &'a str {
    if a.is_empty() {
        return b;
    }
    if b.is_empty() {
        return a;
    }
    if arena.take(a.len() + b.len()).is_err() {
        return "";
    }
    let mut joined = String::with_capacity_in(a.len() + b.len(), arena);
    joined.push_str(a);
    joined.push_str(b);
    joined.into_bump_str()
}

/// `text.indexOf(part)`: -1 if there is none.
#[must_use]
pub(crate) fn index_of(text: &str, part: &str) -> i64 {
    match text.find(part) {
        Some(offset) => count(text.get(..offset).unwrap_or_default()),
        None => -1,
    }
}

/// `text.indexOf(part, from)`: the first occurrence that begins at or after an index; -1 if there is none.
///
/// # Errors
/// `index out of range` if `from` is negative.
pub(crate) fn index_of_from(text: &str, part: &str, from: i64) -> Evaluated<i64> {
    if part.is_empty() {
        return Ok(from);
    }
    if from < 0 {
        return Err(out_of_range(from));
    }
    let Some(offset) = offset_of(text, from) else {
        return Ok(-1);
    };
    Ok(match index_of(tail(text, offset), part) {
        -1 => -1,
        found => from + found,
    })
}

/// `text.lastIndexOf(part)`: -1 if there is none.
#[must_use]
pub(crate) fn last_index_of(text: &str, part: &str) -> i64 {
    match text.rfind(part) {
        Some(offset) => count(text.get(..offset).unwrap_or_default()),
        None => -1,
    }
}

/// `text.lastIndexOf(part, upto)`: the last occurrence that begins at or before an index; -1 if there is none
/// or the index is past the text.
///
/// # Errors
/// `index out of range` if `upto` is negative.
pub(crate) fn last_index_of_upto(text: &str, part: &str, upto: i64) -> Evaluated<i64> {
    if part.is_empty() {
        return Ok(upto);
    }
    if upto < 0 {
        return Err(out_of_range(upto));
    }
    let offset = match offset_of(text, upto) {
        Some(offset) if offset < text.len() => offset,
        _ => return Ok(-1),
    };
    // An occurrence that begins there ends here. Inside of a character ends none.
    let mut end = text.len().min(offset.saturating_add(part.len()));
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    Ok(last_index_of(text.get(..end).unwrap_or_default(), part))
}

/// `text.lowerAscii()`. Allocates only if something changes.
#[must_use]
pub(crate) fn lower_ascii<'a>(arena: &'a Arena, text: &'a str) -> &'a str {
    if !text.bytes().any(|byte| byte.is_ascii_uppercase()) {
        return text;
    }
    let lower = arena.alloc_str(text);
    lower.make_ascii_lowercase();
    lower
}

/// `text.upperAscii()`. Allocates only if something changes.
#[must_use]
pub(crate) fn upper_ascii<'a>(arena: &'a Arena, text: &'a str) -> &'a str {
    if !text.bytes().any(|byte| byte.is_ascii_lowercase()) {
        return text;
    }
    let upper = arena.alloc_str(text);
    upper.make_ascii_uppercase();
    upper
}

/// `text.replace(old, new)`.
#[must_use]
pub(crate) fn replace<'a>(arena: &'a Arena, text: &'a str, old: &str, new: &str) -> &'a str {
    replace_limited(arena, text, old, new, -1)
}

/// `text.replace(old, new, limit)`: at most `limit` occurrences, all of them if it is negative. An empty
/// `old` occurs before each character and at the end. Allocates only if something changes. If the result
/// exceeds the memory limit, it is empty and the evaluation ends.
#[must_use]
pub(crate) fn replace_limited<'a>(
    arena: &'a Arena,
    text: &'a str,
    old: &str,
    new: &str,
    limit: i64,
) -> &'a str {
    /// The size from which on the memory of a result is counted in advance.
    const LARGE: usize = 64 << 10;
    let limit = usize::try_from(limit).unwrap_or(usize::MAX);
    let mut places = text.match_indices(old).take(limit).peekable();
    if old == new || places.peek().is_none() {
        return text;
    }
    let mut bytes = text.len();
    if new.len() > old.len() && text.len().saturating_mul(new.len()) > LARGE {
        // CEL charges nothing for the result.
        let more = (new.len() - old.len()).saturating_mul(text.match_indices(old).take(limit).count());
        bytes = bytes.saturating_add(more);
    }
    if arena.take(bytes).is_err() {
        return "";
    }
    let mut replaced = String::with_capacity_in(bytes, arena);
    let mut from = 0;
    for (at, _) in places {
        replaced.push_str(text.get(from..at).unwrap_or_default());
        replaced.push_str(new);
        from = at + old.len();
    }
    replaced.push_str(tail(text, from));
    replaced.into_bump_str()
}

/// `text.split(separator)`: parts of the text. An empty separator gives the characters.
#[must_use]
pub(crate) fn split<'a>(arena: &'a Arena, text: &'a str, separator: &str) -> &'a [&'a str] {
    split_limited(arena, text, separator, -1)
}

/// `text.split(separator, limit)`: at most `limit` parts, the last of which is the rest of the text; all
/// parts if it is negative.
#[must_use]
pub(crate) fn split_limited<'a>(
    arena: &'a Arena,
    text: &'a str,
    separator: &str,
    limit: i64,
) -> &'a [&'a str] {
    let limit = usize::try_from(limit).unwrap_or(usize::MAX);
    let mut parts = Vec::new_in(arena);
    if separator.is_empty() {
        let mut rest = text;
        while let Some(first) = rest.chars().next()
            && parts.len() < limit
        {
            let length = if parts.len() + 1 == limit { rest.len() } else { first.len_utf8() };
            let (part, after) = rest.split_at(length);
            parts.push(part);
            rest = after;
        }
    } else {
        let mut characters = separator.chars();
        match (characters.next(), characters.next()) {
            // Most separators. A character is found faster than a string.
            (Some(only), None) => parts.extend(text.splitn(limit, only)),
            _ => parts.extend(text.splitn(limit, separator)),
        }
    }
    if arena.take_values::<&str>(parts.len()).is_err() {
        return &[];
    }
    parts.into_bump_slice()
}

/// `text.substring(start)`.
///
/// # Errors
/// `index out of range`.
pub(crate) fn substring_from(text: &str, start: i64) -> Evaluated<&str> {
    let offset = offset_of(text, start).ok_or_else(|| out_of_range(start))?;
    Ok(tail(text, offset))
}

/// `text.substring(start, end)`: without the character at `end`.
///
/// # Errors
/// `index out of range`; `invalid substring range` if `start` is greater than `end`.
pub(crate) fn substring(text: &str, start: i64, end: i64) -> Evaluated<&str> {
    if start > end {
        return Err(EvalError::text(format!("invalid substring range. start: {start}, end: {end}")));
    }
    let rest = substring_from(text, start)?;
    let length = offset_of(rest, end - start).ok_or_else(|| out_of_range(end))?;
    Ok(rest.get(..length).unwrap_or_default())
}

/// `text.trim()`: without white space at both ends, which is Unicode's `White_Space` in Go and in Rust.
#[inline]
#[must_use]
pub(crate) fn trim(text: &str) -> &str {
    text.trim()
}

/// `strings.quote(text)`: in double quotes, with the escapes of CEL. Other control characters stay as they
/// are.
#[must_use]
pub(crate) fn quote<'a>(arena: &'a Arena, text: &str) -> &'a str {
    let mut quoted = String::with_capacity_in(text.len() + 2, arena);
    quoted.push('"');
    let mut from = 0;
    for (at, byte) in text.bytes().enumerate() {
        let escape = match byte {
            7 => "\\a",
            8 => "\\b",
            b'\t' => "\\t",
            b'\n' => "\\n",
            11 => "\\v",
            12 => "\\f",
            b'\r' => "\\r",
            b'"' => "\\\"",
            b'\\' => "\\\\",
            _ => continue,
        };
        quoted.push_str(text.get(from..at).unwrap_or_default());
        quoted.push_str(escape);
        from = at + 1;
    }
    quoted.push_str(tail(text, from));
    quoted.push('"');
    quoted.into_bump_str()
}
