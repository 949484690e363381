//! Finds members of objects in JSON text.
//!
//! Easy to break: a value is skipped only when the next member is asked for. A search enters the metadata of an object
//! without having skipped it, and stops before the rest of the object.

use std::ops::Range;

use crdc::__private::json::{special, string_end};

use super::string::string;

/// A member of an object: its key with quotes, and where its value starts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Member {
    pub(crate) key: Range<usize>,
    pub(crate) value: usize,
    /// Whether the key has neither escapes nor bytes beyond ASCII.
    is_plain: bool,
}

impl Member {
    /// The key as it is written between its quotes.
    pub(crate) fn written<'t>(&self, text: &'t [u8]) -> &'t [u8] {
        text.get(self.key.start + 1..self.key.end.saturating_sub(1)).unwrap_or_default()
    }

    /// Whether the member has this key.
    #[inline]
    pub(crate) fn has_key(&self, text: &[u8], key: &str) -> bool {
        self.written(text) == key.as_bytes() || (!self.is_plain && self.reads(text, key))
    }

    /// Whether the key is this one once it is unescaped.
    #[cold]
    fn reads(&self, text: &[u8], key: &str) -> bool {
        self.written(text).contains(&b'\\')
            && text.get(self.key.clone()).and_then(string).is_some_and(|read| read == key)
    }
}

/// The value at the path `keys` from the root; the root itself for no keys. Of duplicate keys it is the first
/// one: decoded objects have no duplicates.
pub(crate) fn find(text: &[u8], keys: &[&str]) -> Option<Range<usize>> {
    let mut at = skip_space(text, 0);
    for key in keys {
        match search(text, at, key)? {
            Search::Found(value) => at = value,
            Search::Missing { .. } => return None,
        }
    }
    Some(at..value_end(text, at)?)
}

/// What a search for a key among the members of an object finds.
pub(super) enum Search {
    /// Where the value of the first member with this key starts.
    Found(usize),
    /// Where a member can be added: behind the last value, or behind the brace that opens an empty object.
    Missing { at: usize, is_empty: bool },
}

/// Searches the object that starts at `at`; `None` if no object starts there, or at an error.
pub(super) fn search(text: &[u8], at: usize, key: &str) -> Option<Search> {
    let mut end = open(text, at)?;
    let mut is_empty = true;
    loop {
        let at = skip_space(text, end);
        if text.get(at)? == &b'}' {
            return Some(Search::Missing { at: end, is_empty });
        }
        let member = member(text, at, is_empty)?;
        if member.has_key(text, key) {
            return Some(Search::Found(member.value));
        }
        end = value_end(text, member.value)?;
        is_empty = false;
    }
}

/// The members of the object that starts at `at`; none if no object starts there. Ends at the first error.
pub(super) fn members(text: &[u8], at: usize) -> Members<'_> {
    Members { text, next: open(text, at).map(|at| Next { at, is_first: true }) }
}

/// Iterates over the members of an object.
pub(super) struct Members<'t> {
    text: &'t [u8],
    /// `None` at the end.
    next: Option<Next>,
}

struct Next {
    /// Behind the opening brace, or where the value of the last member starts, which is not skipped yet.
    at: usize,
    is_first: bool,
}

impl Iterator for Members<'_> {
    type Item = Member;

    #[inline]
    fn next(&mut self) -> Option<Member> {
        // An error ends the iteration.
        let Next { at, is_first } = self.next.take()?;
        let end = if is_first { at } else { value_end(self.text, at)? };
        let member = member(self.text, skip_space(self.text, end), is_first)?;
        self.next = Some(Next { at: member.value, is_first: false });
        Some(member)
    }
}

/// The position after the brace that opens an object at `at`.
fn open(text: &[u8], at: usize) -> Option<usize> {
    (text.get(at) == Some(&b'{')).then_some(at + 1)
}

/// The member at `at`, or behind the comma there if it is not the first one.
#[inline(always)]
fn member(text: &[u8], mut at: usize, is_first: bool) -> Option<Member> {
    if !is_first {
        if text.get(at) != Some(&b',') {
            return None;
        }
        at = skip_space(text, at + 1);
    }
    let (end, is_plain) = whole_string(text, at)?;
    let key = at..end;
    at = skip_space(text, end);
    if text.get(at) != Some(&b':') {
        return None;
    }
    Some(Member { key, value: skip_space(text, at + 1), is_plain })
}

/// The first position from `at` that is not white space.
#[inline(always)]
pub(super) fn skip_space(text: &[u8], at: usize) -> usize {
    // Objects mostly have none.
    if text.get(at).is_some_and(|byte| *byte > b' ') { at } else { after_space(text, at) }
}

#[inline(never)]
fn after_space(text: &[u8], at: usize) -> usize {
    let rest = text.get(at..).unwrap_or_default();
    at + rest.iter().take_while(|byte| matches!(byte, b' ' | b'\t' | b'\n' | b'\r')).count()
}

/// The position after the string that starts at `at`, and whether it has neither escapes nor bytes beyond ASCII.
/// One copy of it: a request runs so much code that more of it costs more than calls.
#[inline(never)]
fn whole_string(text: &[u8], at: usize) -> Option<(usize, bool)> {
    if text.get(at) != Some(&b'"') {
        return None;
    }
    let end = special(text, at + 1);
    if text.get(end) == Some(&b'"') {
        return Some((end + 1, true));
    }
    let end = string_end(text, end);
    (end < text.len()).then_some((end + 1, false))
}

/// The position after the value that starts at `at`.
#[inline]
pub(super) fn value_end(text: &[u8], at: usize) -> Option<usize> {
    // Most values of metadata are strings.
    match whole_string(text, at) {
        Some((end, _)) => Some(end),
        None => other_end(text, at),
    }
}

/// The same for any value.
fn other_end(text: &[u8], mut at: usize) -> Option<usize> {
    let mut depth = 0usize;
    loop {
        match text.get(at)? {
            b'"' => (at, _) = whole_string(text, at)?,
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
