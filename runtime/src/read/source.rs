//! Reads the texts of a tape as strings. In: entries. Out: keys and contents, borrowed.
//!
//! Easy to break: the text of the request is checked once to be UTF-8, since parts of a checked text cost
//! nothing; texts of other origins are short, and checked part by part.

use alloc::borrow::Cow;

use serde::de::Unexpected;

use super::error::ReadError;
use super::number::Number;
use crate::value::content;
use crdc_object::json::scan;
use crdc_object::tape::{ESCAPED, Entry, INPUT, Kind, ORIGIN, Tape};

/// A tape, and its first text if that is a string.
pub(super) struct Source<'de> {
    pub(super) tape: Tape<'de>,
    input: &'de str,
}

impl<'de> Source<'de> {
    /// A source for reading the value at an entry.
    pub(super) fn new(tape: Tape<'de>, at: u32) -> Self {
        let entry = tape.entry(at);
        // For a part of the object, checking the whole text does not pay off.
        let is_whole = at == 0 && entry.flags & ORIGIN == INPUT;
        let input = if is_whole { core::str::from_utf8(tape.texts[usize::from(INPUT)]) } else { Ok("") };
        Source { tape, input: input.unwrap_or_default() }
    }

    /// A part of the text of an entry.
    #[inline(always)]
    fn part(&self, entry: &Entry, start: usize, end: usize) -> Result<&'de str, ReadError> {
        if entry.flags & ORIGIN == INPUT
            && let Some(part) = self.input.get(start..end)
        {
            return Ok(part);
        }
        text(self.tape.source(entry).get(start..end).unwrap_or_default())
    }

    /// The content of a string.
    #[inline(always)]
    pub(super) fn string(&self, entry: &Entry) -> Result<&'de str, ReadError> {
        if entry.flags & ESCAPED != 0 {
            return text(self.tape.string(entry));
        }
        self.part(entry, entry.start as usize + 1, (entry.end as usize).saturating_sub(1))
    }

    /// The content of a key.
    #[inline(always)]
    pub(super) fn key(&self, entry: &Entry) -> Result<Cow<'de, str>, ReadError> {
        let source = self.tape.source(entry);
        let start = (entry.key as usize).saturating_add(1);
        let end = scan::special(source, start);
        if source.get(end) == Some(&b'"') {
            return self.part(entry, start, end).map(Cow::Borrowed);
        }
        Ok(content(self.tape.raw_key(entry)))
    }

    /// The value of a number.
    #[inline(always)]
    pub(super) fn number(&self, entry: &Entry) -> Number {
        if entry.kind == Kind::Int {
            return Number::Signed(self.tape.int(entry));
        }
        self.large_or_float(entry)
    }

    fn large_or_float(&self, entry: &Entry) -> Number {
        let written = core::str::from_utf8(self.tape.text(entry)).ok().and_then(Number::of);
        written.unwrap_or_else(|| Number::Float(self.tape.float(entry)))
    }

    /// An entry in the form of error messages.
    #[cold]
    pub(super) fn found(&self, entry: &Entry) -> Unexpected<'de> {
        match entry.kind {
            Kind::Null => Unexpected::Unit,
            Kind::False => Unexpected::Bool(false),
            Kind::True => Unexpected::Bool(true),
            Kind::Int | Kind::Float => self.number(entry).found(),
            Kind::String => Unexpected::Str(self.string(entry).unwrap_or_default()),
            Kind::Array => Unexpected::Seq,
            Kind::Object => Unexpected::Map,
        }
    }
}

fn text(bytes: &[u8]) -> Result<&str, ReadError> {
    // The decoder lets nothing else pass.
    core::str::from_utf8(bytes).map_err(|_| ReadError::new("the text is not UTF-8"))
}
