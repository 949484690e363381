//! Reads an object for rules: strings of its tape without copies, and children by index, name or field
//! number.
//!
//! The first children of a value are found by scanning, which suffices for most values and reads no memory
//! but the tape. Later children are found by an index.

pub(crate) mod indexes;
pub(crate) mod precheck;
pub(crate) mod schema;

use core::ops::Deref;

use super::scalars::base64;
use crate::arena::Arena;
use crate::document::indexes::{Indexes, LONG, is_named};
use crate::error::Evaluated;
use crdc_object::tape::{ChildEntries, ESCAPED, Entry, ORIGIN, Tape};

/// The number of items that are scanned before an index is used. Fewer names are scanned, because each name
/// has to be compared.
pub(super) const SCANNED_ITEMS: usize = 64;
const SCANNED_NAMES: usize = 16;

/// A tape whose strings are read by rules.
#[derive(Clone, Copy, Debug)]
pub struct Document<'a> {
    tape: Tape<'a>,
    /// The input, if it was checked as a whole.
    input: Option<&'a str>,
    pub(super) indexes: &'a Indexes,
}

impl<'a> Document<'a> {
    /// Creates the document of a tape. Each string is checked as UTF-8 when it is read.
    pub fn new(tape: Tape<'a>, indexes: &'a Indexes) -> Self {
        Document { tape, input: None, indexes }
    }

    /// Checks the whole input as UTF-8, which costs less than to check many single strings.
    #[cold]
    pub fn checked(self) -> Self {
        let input = self.tape.texts.first().and_then(|input| core::str::from_utf8(input).ok());
        Document { input, ..self }
    }

    /// The number of values with rules from which on it costs less to check the whole input than single
    /// strings. The estimate uses measured instructions: a third of one for each byte of input, and about two
    /// hundred for the strings of a value.
    pub fn visits_unchecked(&self) -> usize {
        self.tape.texts.first().map_or(0, |input| input.len() / 600)
    }

    /// The content of a string entry. The decoder has accepted it, so it is UTF-8.
    #[inline]
    pub(super) fn content(&self, at: u32, entry: &Entry) -> &'a str {
        if let Some(input) = self.input
            && !entry.has(ESCAPED)
            && entry.flags & ORIGIN == 0
            && let Some(content) = input.get(entry.start as usize + 1..(entry.end as usize).saturating_sub(1))
        {
            return content;
        }
        let bytes = self.tape.string(entry);
        if bytes.len() >= LONG {
            return self.indexes.text(&self.tape, at, bytes);
        }
        core::str::from_utf8(bytes).unwrap_or_default()
    }

    /// The bytes that a base64 string encodes.
    pub(super) fn bytes(&self, arena: &'a Arena, at: u32, text: &str) -> Evaluated<&'a [u8]> {
        if text.len() < LONG {
            return base64::decode(arena, text);
        }
        self.indexes.bytes(arena, &self.tape, at, text)
    }

    /// The number of the children of a value.
    pub(super) fn length(&self, at: u32) -> usize {
        let near = self.tape.children(at).take(SCANNED_ITEMS).count();
        if near < SCANNED_ITEMS { near } else { self.indexes.length(&self.tape, at) }
    }

    /// The item of a list at an index.
    pub(super) fn item(&self, at: u32, index: usize) -> Option<u32> {
        if index < SCANNED_ITEMS {
            return self.tape.children(at).nth(index);
        }
        self.indexes.item(&self.tape, at, index)
    }

    /// The member of an object with a name.
    pub(super) fn named(&self, at: u32, name: &str) -> Option<u32> {
        let mut members = self.tape.children(at);
        for child in members.by_ref().take(SCANNED_NAMES) {
            if is_named(&self.tape, child, name) {
                return Some(child);
            }
        }
        members.next()?;
        self.indexes.named(&self.tape, at, name)
    }

    /// The field of an object with a number.
    #[inline]
    pub(super) fn field(&self, at: u32, number: u16) -> Option<u32> {
        let mut members = ChildEntries::of_object(self.tape.entries, at)?;
        for _ in 0..SCANNED_ITEMS {
            let (at, entry) = members.next()?;
            if entry.field == number && !entry.is_dead() {
                return Some(at);
            }
        }
        self.indexes.field(&self.tape, at, number)
    }
}

impl<'a> Deref for Document<'a> {
    type Target = Tape<'a>;

    #[inline]
    fn deref(&self) -> &Tape<'a> {
        &self.tape
    }
}
