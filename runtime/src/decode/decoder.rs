//! The decoder: a position in a text, and the results so far.
//!
//! In: bytes. Out: entries of the tape, and the reason if decoding stopped. The methods that read values are
//! in the other files. Easy to break: the fields that decoding every value needs come first.

use alloc::vec::Vec;

use super::latest::Latest;
use crate::error::{Rule, Violation};
use crate::side::{Records, Side};
use crdc_object::tape::{Entry, FRAGMENTS, INPUT, Kind, NO_FIELD, NO_KEY, ORIGIN};

/// The error that decoding stopped; `Decoder::halt` contains the reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DecodeError;

/// The result of decoding functions.
pub type DecodeResult<T = ()> = Result<T, DecodeError>;

/// The reason why decoding stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) enum StopReason {
    /// Decoding did not stop.
    #[default]
    Nothing,
    /// The text is not valid JSON, or the server refuses to decode it. The cold path creates the message.
    Refused,
    /// The text must be normalized for the fast path: keys with needless escapes, invalid UTF-8, integers
    /// beyond 64 bits.
    Normalize,
    /// Values of a recursive schema nest too deep.
    TooDeep,
}

/// The position of a value in its parent, as its entry stores it.
#[derive(Clone, Copy, Debug)]
pub struct Member {
    pub(crate) key: u32,
    pub(crate) field: u16,
}

impl Member {
    /// An item of a list, or the root.
    pub const ITEM: Member = Member { key: NO_KEY, field: NO_FIELD };

    /// Whether the value is a member of an object.
    #[inline]
    pub(crate) fn has_key(self) -> bool {
        self.key != NO_KEY
    }
}

/// The texts that entries point into while a tape is decoded from `text`: see [`Decoder::set_origin`].
pub(crate) fn texts<'a>(text: &'a [u8], defaults: &'a [u8], fragments: &'a [u8]) -> [&'a [u8]; 4] {
    [text, defaults, fragments, b""]
}

/// The depth to which objects and lists may nest. sigs.k8s.io/json: scanner.go maxNestingDepth.
pub(crate) const MAX_DEPTH: u32 = 10_000;

/// Options of decoding a text.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct DecodeOptions {
    /// Whether the object has another kind than the schema: it stays unchanged, and the schema only locates
    /// its lists and embedded resources.
    pub(crate) verbatim: bool,
    /// Whether metadata of embedded resources is decoded although `verbatim` is set.
    pub(crate) reads_metadata: bool,
    /// Whether defaults were applied already: absent fields stay absent.
    pub(crate) undefaulted: bool,
    /// Whether nulls that are not allowed are kept, and raise their error.
    pub(crate) keeps_nulls: bool,
    /// Whether metadata that cannot be decoded is dropped field by field instead of refused, as for objects
    /// read from storage.
    pub(crate) lenient_metadata: bool,
    /// Whether the metadata of the object itself will be validated, so that decoding checks whether it is
    /// plain and valid.
    pub(crate) validates_metadata: bool,
}

/// Decodes one text.
// The fields that decoding every value needs are within the first 128 bytes, because machine code addresses
// these with one byte.
#[repr(C)]
pub struct Decoder<'t, 'p> {
    pub(crate) text: &'t [u8],
    pub(crate) at: usize,
    /// The number of objects and lists that may still nest here.
    pub(crate) levels: u32,
    /// The offset of the opening quote of the last key, if that key was unusual.
    pub(crate) key_at: u32,
    /// The `Key::base` of the key at `key_at`.
    pub(crate) key_base: u32,
    /// The object in which a key field of a list map was read last, and the entry of that field.
    pub(crate) keyed: (u32, u32),
    /// The origin of this text. Its entries get it when the text ends ([`Decoder::set_origin`]).
    pub(crate) origin: u8,
    pub(crate) halt: StopReason,
    /// Whether the text is in stored form: irregular values are not fixed, but kept and validated.
    pub(crate) frozen: bool,
    /// Whether the text was normalized already.
    pub(crate) normalized: bool,
    pub(crate) options: DecodeOptions,
    /// The tape of `side`. It is owned, since a reference would cost a memory access at each entry.
    pub(crate) tape: Vec<Entry>,
    /// The positions at which events happened last.
    pub(super) latest: Latest,
    /// The other results of decoding so far; its tape is empty until the end.
    pub(crate) side: &'t mut Side,
    /// The records about rules, to which few values add.
    pub(crate) records: &'t mut Records<'p>,
    /// Constant text of all defaults.
    pub(crate) defaults: &'t [u8],
}

impl<'t, 'p> Decoder<'t, 'p> {
    /// The next byte, or 0 at the end.
    #[inline(always)]
    pub(crate) fn byte(&self) -> u8 {
        match self.text.get(self.at) {
            Some(&byte) => byte,
            None => 0,
        }
    }

    /// The next `N` bytes, if there are that many.
    #[inline(always)]
    pub(crate) fn window<const N: usize>(&self) -> Option<&'t [u8; N]> {
        let at = self.place();
        self.text.get(at..at + N)?.first_chunk()
    }

    /// The current position. Texts are no longer than `u32::MAX` bytes; with this cast the compiler knows
    /// that additions do not overflow.
    #[inline(always)]
    pub(crate) fn place(&self) -> usize {
        self.at as u32 as usize
    }

    /// Skips white space and returns the next byte without consuming it.
    #[inline(always)]
    pub fn peek(&mut self) -> u8 {
        let byte = self.byte();
        if byte > b' ' { byte } else { self.skip_space() }
    }

    #[cold]
    #[inline(never)]
    fn skip_space(&mut self) -> u8 {
        while let Some(&byte) = self.text.get(self.at) {
            if !matches!(byte, b' ' | b'\n' | b'\t' | b'\r') {
                // A NUL byte is not the end of the text but is not valid JSON either: it reads as 0, like the
                // end.
                return byte;
            }
            self.at += 1;
        }
        0
    }

    /// Enters an object or a list.
    #[inline(always)]
    pub(crate) fn descend(&mut self) -> DecodeResult {
        let (levels, too_deep) = self.levels.overflowing_sub(1);
        self.levels = levels;
        if too_deep { self.refuse() } else { Ok(()) }
    }

    /// Stops decoding: the text is refused.
    #[cold]
    #[inline(never)]
    pub(crate) fn refuse<T>(&mut self) -> DecodeResult<T> {
        if self.halt == StopReason::Nothing {
            self.halt = StopReason::Refused;
        }
        Err(DecodeError)
    }

    /// Stops decoding: the text must be normalized first.
    #[cold]
    #[inline(never)]
    pub(crate) fn ask_normalize<T>(&mut self) -> DecodeResult<T> {
        self.halt = if self.normalized { StopReason::Refused } else { StopReason::Normalize };
        Err(DecodeError)
    }

    /// Appends an entry. Its flags are constant, as its kind and mostly its number are: one write.
    #[inline(always)]
    pub(crate) fn push(&mut self, member: Member, kind: Kind, start: usize, end: usize) -> u32 {
        let at = self.tape.len() as u32;
        self.tape.push(Entry {
            key: member.key,
            field: member.field,
            flags: INPUT,
            kind,
            start: start as u32,
            end: end as u32,
            next: 0,
        });
        at
    }

    /// Sets the origin of the entries of this text, which start at `first`, at the end of the text. Until
    /// then they have the origin of the input, which most entries keep.
    pub(crate) fn set_origin(&mut self, first: u32) {
        let origin = self.origin;
        for entry in self.tape.iter_mut().skip(first as usize) {
            // Other entries are of other texts, such as defaults.
            if entry.flags & ORIGIN == INPUT {
                entry.flags |= origin;
            }
        }
    }

    /// The index of the next entry.
    #[inline(always)]
    pub(crate) fn mark(&self) -> u32 {
        self.tape.len() as u32
    }

    /// Records that the value at `at` breaks `rule`.
    #[cold]
    #[inline(never)]
    pub(crate) fn raise_at(&mut self, at: u32, rule: &'p Rule<'p>) {
        self.records.violations.push(Violation::schema(at, rule));
    }

    /// Records that the scalar decoded last breaks `rule`.
    #[cold]
    #[inline(never)]
    pub fn raise(&mut self, rule: &'p Rule<'p>) {
        let at = self.mark().saturating_sub(1);
        self.records.violations.push(Violation::schema(at, rule));
    }

    /// Appends text that was made during this request; returns its offset.
    pub(crate) fn fragment(&mut self, parts: &[&[u8]]) -> usize {
        let at = self.side.fragments.len();
        for part in parts {
            self.side.fragments.extend_from_slice(part);
        }
        at
    }

    /// Runs `f` on the fragments from `at` on, with the same tape. A fragment is in stored form, so decoding
    /// it adds no fragments.
    pub(crate) fn within_fragment<R>(&mut self, at: usize, f: impl FnOnce(&mut Decoder<'_, 'p>) -> R) -> R {
        let (text, first) = (core::mem::take(&mut self.side.fragments), self.mark());
        let mut inner = Decoder {
            text: &text,
            at,
            levels: self.levels,
            origin: FRAGMENTS,
            halt: self.halt,
            frozen: true,
            normalized: true,
            options: self.options,
            tape: core::mem::take(&mut self.tape),
            latest: self.latest,
            ..Decoder::new(b"", self.side, self.records, self.defaults)
        };
        let result = f(&mut inner);
        inner.set_origin(first);
        self.halt = inner.halt;
        (self.tape, self.latest) = (inner.tape, inner.latest);
        self.side.fragments = text;
        result
    }

    /// Runs `f` on a text that outlives the decoder and is in stored form: the defaults.
    #[inline]
    pub(crate) fn within<R>(
        &mut self,
        text: &'t [u8],
        origin: u8,
        at: usize,
        f: impl FnOnce(&mut Self) -> R,
    ) -> R {
        let first = self.mark();
        let outer = (self.text, self.origin, self.at, self.normalized, self.frozen);
        (self.text, self.origin, self.at, self.normalized, self.frozen) = (text, origin, at, true, true);
        let result = f(self);
        self.set_origin(first);
        (self.text, self.origin, self.at, self.normalized, self.frozen) = outer;
        result
    }
}

impl Decoder<'_, '_> {
    /// Counts a change of the tape and records its position. A container that contains a change is flagged as
    /// changed.
    pub(super) fn note_change(&mut self) {
        self.side.changes += 1;
        self.latest.change = self.mark();
        self.latest.any = self.mark();
    }

    /// Makes the open objects compute again which fields are present.
    pub(super) fn note_irregular(&mut self) {
        self.latest.irregular = self.mark();
        self.latest.any = self.mark();
    }

    /// Removes the entries from an index on. Their events count as events of the containers around them.
    pub(super) fn truncate(&mut self, at: u32) {
        self.tape.truncate(at as usize);
        let Latest { any, change, irregular } = &mut self.latest;
        for place in [any, change, irregular] {
            *place = at.min(*place);
        }
    }
}
