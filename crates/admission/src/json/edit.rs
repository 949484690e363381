//! Sets and removes members of objects in JSON text.
//!
//! In: a text, and the keys to a member. Out: the range of the text that changes, so that the caller can copy
//! the text with the change at once, or change it in place. Easy to break: a text that cannot be changed
//! stays as it is.

use std::ops::Range;

use crdc_object::json::cursor::Cursor;
use crdc_object::json::escape::push_string;

use super::scan::{Search, find, search};

/// The new value of a member.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Content<'v> {
    /// JSON text.
    Json(&'v [u8]),
    /// The content of a string.
    String(&'v str),
}

impl Content<'_> {
    fn push(self, out: &mut Vec<u8>) {
        match self {
            Content::Json(text) => out.extend_from_slice(text),
            Content::String(content) => push_string(out, content),
        }
    }
}

/// The place in a text where a member is set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Place<'k> {
    /// The range of the old value; empty where a member is added.
    range: Range<usize>,
    /// Whether a comma is needed, because the added member follows another member.
    needs_comma: bool,
    /// The keys of the members that are added, from the outermost to the innermost.
    added: &'k [&'k str],
}

/// Finds the place where the member at the path `keys` is set. Missing objects on the path are added. `None`
/// if that is not possible: a value on the path is not an object, there is no key, or the text is invalid.
pub(crate) fn place<'k>(text: &[u8], keys: &'k [&'k str]) -> Option<Place<'k>> {
    place_below(text, 0, keys)
}

/// The place of a path below the value that starts at `at`.
pub(crate) fn place_below<'k>(text: &[u8], mut at: usize, mut keys: &'k [&'k str]) -> Option<Place<'k>> {
    while let Some((key, below)) = keys.split_first() {
        match search(text, at, key)? {
            Search::Found(value) if below.is_empty() => {
                let range = Cursor::at(text, value).value().ok()?;
                return Some(Place { range, needs_comma: false, added: below });
            }
            Search::Found(value) => (at, keys) = (value, below),
            Search::Missing { at, is_empty } => {
                return Some(Place { range: at..at, needs_comma: !is_empty, added: keys });
            }
        }
    }
    None
}

/// Finds the place where a new member is added to an object, whose text is `object`.
pub(crate) fn place_behind<'k>(text: &[u8], object: Range<usize>, keys: &'k [&'k str]) -> Option<Place<'k>> {
    let content = text.get(object.clone())?.strip_suffix(b"}")?.trim_ascii_end();
    let at = object.start + content.len();
    Some(Place { range: at..at, needs_comma: content != b"{", added: keys })
}

impl Place<'_> {
    /// Writes the changed text: each byte is copied once.
    pub(crate) fn copy(&self, text: &[u8], out: &mut Vec<u8>, content: Content<'_>) {
        let (before, after) = self.sides(text);
        out.clear();
        out.extend_from_slice(before);
        self.push(out, content);
        out.extend_from_slice(after);
    }

    /// Changes the text in place.
    #[inline(never)]
    pub(crate) fn apply(self, text: &mut Vec<u8>, content: Content<'_>) {
        let end = text.len();
        self.push(text, content);
        let added = text.len() - end;
        // Rotating the bytes that were appended to their place needs no buffer.
        if let Some(tail) = text.get_mut(self.range.end..) {
            tail.rotate_right(added);
        }
        text.drain(self.range);
    }

    /// The text before the place and the text after it.
    pub(crate) fn sides<'t>(&self, text: &'t [u8]) -> (&'t [u8], &'t [u8]) {
        (text.get(..self.range.start).unwrap_or_default(), text.get(self.range.end..).unwrap_or_default())
    }

    /// What is written around the content of a string, its quotes included.
    pub(crate) fn quotes(&self) -> [Vec<u8>; 2] {
        let mut start = Vec::new();
        self.push(&mut start, Content::String(""));
        // One quote and the ends of the added objects come after the content.
        let end = start.split_off(start.len() - self.added.len().max(1));
        [start, end]
    }

    fn push(&self, out: &mut Vec<u8>, content: Content<'_>) {
        let Some((first, below)) = self.added.split_first() else { return content.push(out) };
        if self.needs_comma {
            out.push(b',');
        }
        push_string(out, first);
        out.push(b':');
        for key in below {
            out.push(b'{');
            push_string(out, key);
            out.push(b':');
        }
        content.push(out);
        out.extend(std::iter::repeat_n(b'}', below.len()));
    }
}

/// Sets the member at the path `keys` to a JSON value, and creates missing objects on the path. Returns
/// `false` if a value on the path is not an object, or the text is invalid.
pub(crate) fn set(text: &mut Vec<u8>, keys: &[&str], value: &[u8]) -> bool {
    let Some(place) = place(text, keys) else { return false };
    place.apply(text, Content::Json(value));
    true
}

/// The range of the text that is removed together with the member at the path `keys`.
pub(crate) fn removal(text: &[u8], keys: &[&str]) -> Option<Range<usize>> {
    let (last, above) = keys.split_last()?;
    let mut cursor = Cursor::at(text, find(text, above)?.start);
    // The end of the value before the member.
    let mut before = None;
    let mut next = cursor.first_member().ok()?;
    while let Some(key) = next {
        let start = key.range().start;
        let is_found = key.is(last);
        let end = cursor.value().ok()?.end;
        next = cursor.next_member().ok().flatten();
        if is_found {
            // The comma before the member is removed, or the comma after it.
            let next_start = next.map_or(end, |after| after.range().start);
            return Some(before.map_or(start..next_start, |before| before..end));
        }
        before = Some(end);
    }
    None
}
