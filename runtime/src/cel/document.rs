//! An object as rules read it: its tape, and its strings without copies.

use core::ops::Deref;

use crate::tape::{ESCAPED, Entry, ORIGIN, Tape};

/// A tape whose strings are read by rules.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Document<'a> {
    tape: Tape<'a>,
    /// The input, if it was checked as a whole.
    input: Option<&'a str>,
}

impl<'a> Document<'a> {
    /// The object of a tape. Each string is checked when it is read.
    pub(crate) fn new(tape: Tape<'a>) -> Self {
        Document { tape, input: None }
    }

    /// The same with its input checked as a whole, which costs less than to check many strings.
    #[cold]
    pub(super) fn checked(self) -> Self {
        let input = self.tape.texts.first().and_then(|input| core::str::from_utf8(input).ok());
        Document { input, ..self }
    }

    /// How many values with rules are visited before it costs less to check the whole input: an estimate from
    /// counted instructions, a third of one for each byte and about two hundred for the strings of a value.
    pub(super) fn visits_unchecked(&self) -> usize {
        self.tape.texts.first().map_or(0, |input| input.len() / 600)
    }

    /// The content of a string entry. The decoder has accepted it, so it is UTF-8.
    #[inline]
    pub(super) fn content(&self, entry: &Entry) -> &'a str {
        if let Some(input) = self.input
            && !entry.has(ESCAPED)
            && entry.flags & ORIGIN == 0
            && let Some(content) = input.get(entry.start as usize + 1..(entry.end as usize).saturating_sub(1))
        {
            return content;
        }
        core::str::from_utf8(self.tape.string(entry)).unwrap_or_default()
    }
}

impl<'a> Deref for Document<'a> {
    type Target = Tape<'a>;

    #[inline]
    fn deref(&self) -> &Tape<'a> {
        &self.tape
    }
}
