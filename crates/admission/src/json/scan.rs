//! Finds members of objects in JSON text.
//!
//! Easy to break: a search enters the metadata of an object without skipping it before, and stops before the
//! rest of the object.

use std::ops::Range;

use crdc_object::json::cursor::Cursor;

/// The range of the value at the path `keys` from the root; of the root itself if there are no keys. The
/// first of duplicate keys counts: decoded objects have no duplicates.
pub(crate) fn find(text: &[u8], keys: &[&str]) -> Option<Range<usize>> {
    let mut at = 0;
    for key in keys {
        match search(text, at, key)? {
            Search::Found(value) => at = value,
            Search::Missing { .. } => return None,
        }
    }
    Cursor::at(text, at).value().ok()
}

/// The result of a search for a key among the members of an object.
pub(super) enum Search {
    /// The start of the value of the first member with this key.
    Found(usize),
    /// The offset where a member can be added: after the last value, or after the brace that opens an empty
    /// object.
    Missing { at: usize, is_empty: bool },
}

/// Searches the object that starts at `at`. `None` if no object starts there, or the text is invalid.
pub(super) fn search(text: &[u8], at: usize, key: &str) -> Option<Search> {
    let mut cursor = Cursor::at(text, at);
    cursor.peek();
    let mut end = cursor.offset() + 1;
    let mut is_empty = true;
    let mut next = cursor.first_member().ok()?;
    while let Some(found) = next {
        if found.is(key) {
            return Some(Search::Found(cursor.offset()));
        }
        end = cursor.value().ok()?.end;
        is_empty = false;
        next = cursor.next_member().ok()?;
    }
    Some(Search::Missing { at: end, is_empty })
}
