//! Writes lists, objects and tuples of keys as canonical bytes, which are equal if the server's marshalled
//! JSON is equal: members without order, strings by content, `1.0` as `1`.
//!
//! In: an index. Out: bytes at the end of a buffer, such that no value is a prefix of another. Iterative:
//! values may nest up to the depth limit.
// apimachinery: util/json Marshal, which is encoding/json's

use alloc::vec::Vec;
use core::fmt::Write;

use crdc_object::json::Text;
use crdc_object::tape::{Entry, Kind, Tape};

/// The buffers.
#[derive(Debug, Default)]
pub(super) struct Canonical {
    pub(super) bytes: Vec<u8>,
    /// Whether numbers are compared by value, as in stored objects, not by the server's text.
    pub(super) by_value: bool,
    /// Children of the open containers, those of inner containers after those of outer ones.
    pub(super) children: Vec<u32>,
    open: Vec<Open>,
}

#[derive(Debug)]
struct Open {
    /// The start of the container's children in `children`, and the next child.
    start: usize,
    next: usize,
    object: bool,
}

impl Canonical {
    pub(super) fn clear(&mut self) {
        self.bytes.clear();
        self.by_value = false;
    }

    /// Writes a missing key.
    pub(super) fn absent(&mut self) {
        self.bytes.push(b'-');
    }

    /// Writes the value at `at`.
    pub(super) fn value(&mut self, tape: Tape<'_>, at: u32) {
        self.begin(tape, at);
        while let Some(open) = self.open.last_mut() {
            // The children of the innermost container are at the end.
            let Some(&child) = self.children.get(open.next) else {
                let start = open.start;
                self.open.pop();
                self.close(start);
                continue;
            };
            open.next += 1;
            if open.object {
                self.key(tape, &tape.entry(child));
            }
            self.begin(tape, child);
        }
    }

    pub(super) fn key(&mut self, tape: Tape<'_>, member: &Entry) {
        self.text(b'k', tape.raw_key(member));
    }

    /// Begins a container, and returns the start of its children in `children`.
    pub(super) fn enter(&mut self, tape: Tape<'_>, at: u32, object: bool) -> usize {
        self.bytes.push(if object { b'o' } else { b'a' });
        let start = self.children.len();
        self.children.extend(tape.children(at));
        if object && let Some(members) = self.children.get_mut(start..) {
            // Equal keys are equal bytes, so any consistent order is correct.
            members.sort_unstable_by_key(|&member| tape.raw_key(&tape.entry(member)));
        }
        start
    }

    /// Ends the innermost container.
    pub(super) fn close(&mut self, start: usize) {
        self.children.truncate(start);
        self.bytes.push(b'.');
    }

    /// Writes a scalar, or opens a container.
    fn begin(&mut self, tape: Tape<'_>, at: u32) {
        let entry = tape.entry(at);
        match entry.kind {
            Kind::Null => self.bytes.push(b'n'),
            Kind::False => self.bytes.push(b'f'),
            Kind::True => self.bytes.push(b't'),
            Kind::Int => {
                self.bytes.push(b'i');
                self.bytes.extend_from_slice(digits(tape.text(&entry)));
                self.bytes.push(b'.');
            }
            Kind::Float => self.float(tape.float(&entry)),
            Kind::String => self.text(b's', tape.string(&entry)),
            Kind::Array | Kind::Object => {
                let object = entry.kind == Kind::Object;
                let start = self.enter(tape, at, object);
                self.open.push(Open { start, next: start, object });
            }
        }
    }

    fn text(&mut self, mark: u8, text: &[u8]) {
        self.bytes.push(mark);
        self.bytes.extend_from_slice(&(text.len() as u32).to_le_bytes());
        self.bytes.extend_from_slice(text);
    }

    /// A float that Go writes without point or exponent is written as an integer; negative zero keeps its
    /// sign. Floats beyond the range of integers are written by their bits, like all others.
    fn float(&mut self, value: f64) {
        const LIMIT: f64 = 9_223_372_036_854_775_808.0;
        let whole = (-LIMIT..=LIMIT).contains(&value) && value == value as i64 as f64;
        if self.by_value && whole && value < LIMIT {
            let _ = write!(Text(&mut self.bytes), "i{}.", value as i64);
        } else if whole && !(value == 0.0 && value.is_sign_negative()) {
            self.bytes.push(b'i');
            // Both languages write the shortest digits that round-trip, then zeros.
            let _ = write!(Text(&mut self.bytes), "{value}");
            self.bytes.push(b'.');
        } else {
            self.bytes.push(b'd');
            self.bytes.extend_from_slice(&value.to_bits().to_le_bytes());
        }
    }
}

/// The canonical spelling of an integer: JSON has no leading zeros, but zero may have a sign.
pub(super) fn digits(text: &[u8]) -> &[u8] {
    if text == b"-0" { b"0" } else { text }
}
