//! Records a value on a side of the scratch: its text, its tape and its violations.
//!
//! In: scalars, and the start and the end of containers, which `writer` passes in order. Out: entries.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Write;

use serde::Serialize;

use crate::error::Violation;
use crate::extensions;
use crate::side::{Records, Side};
use crate::typed::constraint;
use crate::typed::node::{Constraint, Node, Part};
use crdc_object::json::{Text, escape};
use crdc_object::tape::{ESCAPED, Entry, INPUT, Kind, NO_FIELD, NO_KEY, UNSORTED, WHOLE_FLOAT, dedup};

/// Writes values. The serializer implements this, so that this file does not depend on it.
pub(super) trait Values {
    /// Writes a value, or null if that fails.
    fn value<T: Serialize + ?Sized>(&mut self, value: &T, part: &'static Part, member: Member);
}

/// The maximum number of nested calls of `serialize`: three for each of the [`MAX_NESTED`] values of types
/// with rules, which suffices for options in lists in objects. Types that need more calls for each level nest
/// less.
pub(in crate::typed) const MAX_CALLS: u32 = 768;

/// The maximum nesting of values of types with rules. Deeper values are rejected.
///
/// Generated code for JSON with recursive schemas, and serde_json, allow half of this depth. In unoptimized
/// code, each level takes up to three kilobytes of the stack, and a thread has two megabytes.
pub const MAX_NESTED: u32 = 256;

/// The failure of serializing a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Failed;

impl core::fmt::Display for Failed {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("no JSON")
    }
}

impl serde::ser::StdError for Failed {}

impl serde::ser::Error for Failed {
    fn custom<T: core::fmt::Display>(_: T) -> Self {
        Failed
    }
}

/// The most bytes of text: as many as documents may have.
const MOST_BYTES: usize = u32::MAX as usize / 2;

/// A limit that a value exceeds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::typed) enum Limit {
    /// [`MAX_NESTED`]
    Nested,
    /// [`MAX_CALLS`]
    Calls,
    /// The bytes of all text.
    Size,
}

/// The findings about a value while it was written.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::typed) struct Noticed {
    /// The first value that exceeds a limit: its entry, and the limit.
    pub(in crate::typed) beyond: Option<(u32, Limit)>,
    /// The entry of the first part whose `Serialize` failed. The entry is null, though the part is not.
    pub(in crate::typed) failed: Option<u32>,
    /// Whether normalization may remove a field. If not, it certainly removes none.
    pub(in crate::typed) empty: bool,
    /// Whether a value has CEL rules.
    #[cfg(feature = "cel")]
    pub(in crate::typed) rules: bool,
    /// Whether a union may be invalid. If not, certainly no union has an error or clears a member.
    pub(in crate::typed) unions: bool,
}

/// Writes values.
pub(super) struct Recorder<'r> {
    pub(super) side: &'r mut Side,
    pub(super) records: &'r mut Records<'static>,
    /// Whether the value is checked. An old value is not: a step checks it, if the new value has an error.
    pub(super) checks: bool,
    /// Whether the value is a key, in which numbers are written in full.
    pub(super) as_key: bool,
    /// Nested calls of `serialize`.
    pub(super) calls: u32,
    /// Nested values of types with rules.
    pub(super) nested: u32,
    pub(super) noticed: Noticed,
    /// The most bytes of text.
    pub(super) most: usize,
}

/// The key and the field number of the next value.
#[derive(Clone, Copy)]
pub(super) struct Member {
    pub(super) key: u32,
    pub(super) field: u16,
}

impl Member {
    pub(super) const ITEM: Member = Member { key: NO_KEY, field: NO_FIELD };
}

impl<'r> Recorder<'r> {
    pub(super) fn new(side: &'r mut Side, records: &'r mut Records<'static>, checks: bool) -> Self {
        let noticed = Noticed::default();
        Recorder { side, records, checks, as_key: false, calls: 0, nested: 0, noticed, most: MOST_BYTES }
    }
}

impl Recorder<'_> {
    pub(super) fn begin_root(&mut self, name: &str) -> u32 {
        let at = self.open(Member::ITEM, Kind::Object, b"{\"");
        self.text().extend_from_slice(name.as_bytes());
        self.text().extend_from_slice(b"\":");
        at
    }

    pub(super) fn text(&mut self) -> &mut Vec<u8> {
        &mut self.side.normalized
    }

    pub(super) fn mark(&self) -> u32 {
        self.side.tape.len() as u32
    }

    pub(super) fn here(&self) -> u32 {
        self.side.normalized.len() as u32
    }

    #[cold]
    pub(super) fn refuse(&mut self, at: u32, limit: Limit) {
        self.noticed.beyond.get_or_insert((at, limit));
    }

    /// Notes that a part cannot be written. The value that contains it may fail too, so the first entry
    /// counts.
    #[cold]
    fn fail(&mut self, at: u32) {
        self.noticed.failed = Some(self.noticed.failed.map_or(at, |before| before.min(at)));
    }

    /// Removes a value that was written in part, and writes null in its place.
    #[cold]
    pub(super) fn give_up(&mut self, at: u32, start: u32, member: Member) {
        self.side.tape.truncate(at as usize);
        self.side.normalized.truncate(start as usize);
        // The records of the value are the last ones.
        let Records { violations, lists, .. } = &mut *self.records;
        while violations.pop_if(|violation| violation.at() >= at).is_some() {}
        while lists.pop_if(|(list, _)| *list >= at).is_some() {}
        self.fail(at);
        self.scalar(member, Kind::Null, b"null");
    }

    #[inline]
    pub(super) fn push(&mut self, member: Member, kind: Kind, start: u32) -> u32 {
        let at = self.mark();
        let (Member { key, field }, end) = (member, self.here());
        self.side.tape.push(Entry { key, field, flags: INPUT, kind, start, end, next: 0 });
        at
    }

    pub(super) fn scalar(&mut self, member: Member, kind: Kind, text: &[u8]) {
        let start = self.here();
        self.text().extend_from_slice(text);
        self.push(member, kind, start);
    }

    pub(super) fn integer(&mut self, member: Member, value: i64) {
        let start = self.here();
        // Writing to a buffer does not fail.
        let _ = write!(Text(self.text()), "{value}");
        self.push(member, Kind::Int, start);
    }

    /// Writes a float in its stored form: a whole float within 64 bits as an integer, NaN and infinities as
    /// null.
    pub(super) fn float(&mut self, member: Member, value: f64) {
        if !value.is_finite() {
            self.scalar(member, Kind::Null, b"null");
        } else if self.as_key {
            let start = self.here();
            let _ = write!(Text(self.text()), "{value:?}");
            self.push(member, Kind::Float, start);
        } else if let Some(whole) = extensions::whole(value) {
            self.integer(member, whole);
            // The value is checked as a float, since serde writes one.
            if let Some(entry) = self.side.tape.last_mut() {
                entry.flags |= WHOLE_FLOAT;
            }
        } else {
            let (start, size) = (self.here(), value.abs());
            let _ = match (1e-6..1e21).contains(&size) {
                true => write!(Text(self.text()), "{value}"),
                false => write!(Text(self.text()), "{value:e}"),
            };
            self.sign_exponent(start as usize);
            self.side.floats = true;
            self.push(member, Kind::Float, start);
        }
    }

    /// Adds the sign of a positive exponent, as Go writes it: `1e+21`.
    pub(super) fn sign_exponent(&mut self, start: usize) {
        let text = self.text();
        let exponent = text.iter().skip(start).position(|byte| *byte == b'e').map(|at| start + at + 1);
        if let Some(at) = exponent
            && text.get(at) != Some(&b'-')
        {
            text.insert(at, b'+');
        }
    }

    /// Takes a buffer as an empty string.
    pub(super) fn borrow(&mut self) -> String {
        let mut bytes = core::mem::take(&mut self.side.fragments);
        bytes.clear();
        String::from_utf8(bytes).unwrap_or_default()
    }

    /// Returns the buffer of [`borrow`](Self::borrow).
    pub(super) fn give_back(&mut self, text: String) {
        self.side.fragments = text.into_bytes();
    }

    pub(super) fn string(&mut self, member: Member, content: &str) {
        let start = self.here();
        let escaped = self.quote(content);
        let at = self.push(member, Kind::String, start);
        if escaped {
            self.keep(at, content.as_bytes());
        }
    }

    /// Writes a string with its quotes. Returns whether it has escapes.
    #[inline]
    pub(super) fn quote(&mut self, content: &str) -> bool {
        let text = self.text();
        let start = text.len();
        escape::push_string(text, content);
        text.len() - start != content.len() + 2
    }

    /// Keeps the content of a string whose text has escapes.
    #[cold]
    pub(super) fn keep(&mut self, at: u32, content: &[u8]) {
        let place = self.side.strings.len() as u32;
        self.side.strings.extend_from_slice(&(content.len() as u32).to_le_bytes());
        self.side.strings.extend_from_slice(content);
        if let Some(entry) = self.side.tape.get_mut(at as usize) {
            entry.flags |= ESCAPED;
            entry.next = place;
        }
    }

    /// Makes the key of a map of the value at `at`: its text becomes a string.
    pub(super) fn end_key(&mut self, at: u32, start: u32) {
        match self.side.tape.get(at as usize).map(|entry| entry.kind) {
            Some(Kind::String) => {}
            // serde_json rejects lists and objects as keys.
            Some(Kind::Array | Kind::Object) => {
                self.fail(at);
                let text = self.text().split_off(start as usize);
                self.quote(core::str::from_utf8(&text).unwrap_or_default());
            }
            kind => {
                if kind == Some(Kind::Null) {
                    self.fail(at);
                }
                self.text().insert(start as usize, b'"');
                self.text().push(b'"');
            }
        }
        self.side.tape.truncate(at as usize);
    }

    pub(super) fn open(&mut self, member: Member, kind: Kind, begin: &[u8]) -> u32 {
        let start = self.here();
        self.text().extend_from_slice(begin);
        self.push(member, kind, start)
    }

    pub(super) fn close(&mut self, at: u32, end: &[u8]) {
        self.text().extend_from_slice(end);
        let (end, next) = (self.here(), self.mark());
        if let Some(entry) = self.side.tape.get_mut(at as usize) {
            (entry.end, entry.next) = (end, next);
            if entry.has(UNSORTED) {
                self.settle(at);
            }
        }
    }

    /// Keeps the last of equal keys.
    #[cold]
    pub(super) fn settle(&mut self, at: u32) {
        let Side { tape, normalized, order, .. } = &mut *self.side;
        dedup(tape, [normalized, b"", b"", b""], at, order);
    }

    /// Checks the constraints of all types of a value: of its type, and of the types that this one is like.
    #[inline(never)]
    pub(super) fn check_types(&mut self, at: u32, node: &'static Node) {
        for node in node.alike() {
            self.check(at, node.constraints);
            if let (Some(Kind::Null), Some(rule)) = (self.kind(at), node.null) {
                self.records.violations.push(Violation::schema(at, rule));
            }
        }
    }

    pub(super) fn kind(&self, at: u32) -> Option<Kind> {
        self.side.tape.get(at as usize).map(|entry| entry.kind)
    }

    /// Checks the constraints of a value.
    #[inline(never)]
    pub(super) fn check(&mut self, at: u32, constraints: &'static [Constraint]) {
        let violations = &mut self.records.violations;
        let tape = self.side.tape(b"", b"", b"");
        constraint::each_failing(constraints, tape, at, |rule| violations.push(Violation::schema(at, rule)));
    }
}
