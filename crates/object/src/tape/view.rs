//! The entries of a tape with the texts that they point into.

use alloc::vec::Vec;

use super::entry::{ESCAPED, Entry, NO_KEY, NOTHING, ORIGIN};
use crate::json::escape::{Trouble, unescape};
use crate::json::scan;

/// A tape with the texts that its entries point into.
#[derive(Clone, Copy, Debug)]
pub struct Tape<'t> {
    /// Pre-order entries; the root is the first.
    pub entries: &'t [Entry],
    /// The texts by origin: input, defaults, fragments, old.
    pub texts: [&'t [u8]; 4],
    /// Contents of escaped strings: a length in four bytes, then the bytes.
    pub strings: &'t [u8],
}

impl<'t> Tape<'t> {
    /// The entry at an index. Indices come from walks of the same tape; an index out of range gives `null`.
    #[inline]
    pub fn entry(&self, at: u32) -> Entry {
        *self.entries.get(at as usize).unwrap_or(&NOTHING)
    }

    /// The text that an entry's offsets point into.
    #[inline]
    pub fn source(&self, entry: &Entry) -> &'t [u8] {
        self.texts[usize::from(entry.flags & ORIGIN)]
    }

    /// The text of the value.
    #[inline]
    pub fn text(&self, entry: &Entry) -> &'t [u8] {
        self.source(entry).get(entry.start as usize..entry.end as usize).unwrap_or(b"")
    }

    /// The text of the key between its quotes, still escaped; empty for items.
    #[inline]
    pub fn raw_key(&self, entry: &Entry) -> &'t [u8] {
        if entry.key == NO_KEY {
            return b"";
        }
        let source = self.source(entry);
        let start = entry.key as usize + 1;
        source.get(start..scan::string_end(source, start)).unwrap_or(b"")
    }

    /// The content of a string entry.
    #[inline]
    pub fn string(&self, entry: &Entry) -> &'t [u8] {
        if entry.has(ESCAPED) {
            return unescaped(self.strings, entry.next);
        }
        self.source(entry)
            .get(entry.start as usize + 1..(entry.end as usize).saturating_sub(1))
            .unwrap_or(b"")
    }

    /// Index of the entry after the subtree at `at`.
    #[inline]
    pub fn after(&self, at: u32) -> u32 {
        let entry = self.entry(at);
        if entry.is_container() { entry.next.max(at + 1) } else { at + 1 }
    }
}

/// Adds the content of an escaped string, whose text between the quotes is `raw`. Returns the position of the
/// content in `strings`, for the field `next` of the string's entry.
///
/// # Errors
///
/// An escape is invalid, or does not encode a character.
pub fn push_unescaped(raw: &[u8], strings: &mut Vec<u8>) -> Result<u32, Trouble> {
    let place = strings.len();
    strings.extend_from_slice(&[0; 4]);
    unescape(raw, strings)?;
    let length = (strings.len() - place - 4) as u32;
    if let Some(head) = strings.get_mut(place..place + 4) {
        head.copy_from_slice(&length.to_le_bytes());
    }
    Ok(place as u32)
}

/// The content of an escaped string; `at` is its entry's `next`.
#[inline]
pub fn unescaped(strings: &[u8], at: u32) -> &[u8] {
    let at = at as usize;
    let Some(length) = strings.get(at..at + 4).and_then(|bytes| <[u8; 4]>::try_from(bytes).ok()) else {
        return b"";
    };
    let start = at + 4;
    strings.get(start..start + u32::from_le_bytes(length) as usize).unwrap_or(b"")
}
