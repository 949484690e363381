//! Finds members of objects in JSON text.
//!
//! Easy to break: a value is skipped only when the next member is asked for. A search enters the metadata of an object
//! without having skipped it, and stops before the rest of the object.

use std::ops::Range;

use super::string;

/// A member of an object: its key with quotes, and where its value starts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Member {
    pub(crate) key: Range<usize>,
    pub(crate) value: usize,
}

/// The value at the path `keys` from the root; the root itself for no keys. Of duplicate keys it is the first
/// one: decoded objects have no duplicates.
pub(crate) fn find(text: &[u8], keys: &[&str]) -> Option<Range<usize>> {
    let mut start = skip_space(text, 0);
    for key in keys {
        start = members(text, start).find(|member| is_key(text, member, key))?.value;
    }
    Some(start..value_end(text, start)?)
}

/// Whether the member has this key.
pub(super) fn is_key(text: &[u8], member: &Member, key: &str) -> bool {
    let Some(quoted) = text.get(member.key.clone()) else { return false };
    let content = quoted.get(1..quoted.len().saturating_sub(1)).unwrap_or_default();
    content == key.as_bytes() || (content.contains(&b'\\') && string(quoted).is_some_and(|read| read == key))
}

/// The members of the object that starts at `at`; none if no object starts there. Ends at the first error.
pub(crate) fn members(text: &[u8], at: usize) -> Members<'_> {
    let open = text.get(at) == Some(&b'{');
    Members { text, at: if open { at + 1 } else { text.len() }, open_value: None, first: true }
}

/// Iterates over the members of an object.
pub(crate) struct Members<'t> {
    text: &'t [u8],
    at: usize,
    /// The value of the last member, which is not skipped yet.
    open_value: Option<usize>,
    first: bool,
}

impl Iterator for Members<'_> {
    type Item = Member;

    fn next(&mut self) -> Option<Member> {
        let text = self.text;
        // An error ends the iteration.
        let mut at = std::mem::replace(&mut self.at, text.len());
        if let Some(value) = self.open_value.take() {
            at = value_end(text, value)?;
        }
        at = skip_space(text, at);
        if !std::mem::take(&mut self.first) {
            if text.get(at) != Some(&b',') {
                return None;
            }
            at = skip_space(text, at + 1);
        }
        let key = at..string_end(text, at)?;
        at = skip_space(text, key.end);
        if text.get(at) != Some(&b':') {
            return None;
        }
        let value = skip_space(text, at + 1);
        self.open_value = Some(value);
        Some(Member { key, value })
    }
}

/// The first position from `at` that is not white space.
pub(super) fn skip_space(text: &[u8], at: usize) -> usize {
    let rest = text.get(at..).unwrap_or_default();
    at + rest.iter().take_while(|byte| matches!(byte, b' ' | b'\t' | b'\n' | b'\r')).count()
}

/// The position after the string that starts at `at`.
fn string_end(text: &[u8], at: usize) -> Option<usize> {
    if text.get(at) != Some(&b'"') {
        return None;
    }
    let end = crdc::__private::json::string_end(text, at + 1);
    (end < text.len()).then_some(end + 1)
}

/// The position after the value that starts at `at`.
pub(super) fn value_end(text: &[u8], mut at: usize) -> Option<usize> {
    let mut depth = 0usize;
    loop {
        match text.get(at)? {
            b'"' => at = string_end(text, at)?,
            b'{' | b'[' => {
                depth += 1;
                at += 1;
            }
            b'}' | b']' => {
                depth = depth.checked_sub(1)?;
                at += 1;
            }
            b',' | b':' | b' ' | b'\t' | b'\n' | b'\r' if depth > 0 => at += 1,
            b',' | b':' | b' ' | b'\t' | b'\n' | b'\r' => return None,
            _ => {
                let rest = text.get(at..)?;
                let ends =
                    |byte: &u8| matches!(byte, b',' | b'}' | b']' | b' ' | b'\t' | b'\n' | b'\r' | b'"');
                at += rest.iter().position(ends).unwrap_or(rest.len());
            }
        }
        if depth == 0 {
            return Some(at);
        }
    }
}
