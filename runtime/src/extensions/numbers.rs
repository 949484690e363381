//! Converts numbers to their stored form: a float that is a whole number is stored as an integer and read
//! back as one.
//!
//! The steps of extensions run between decoding and the server's own steps, as if their result had been
//! stored and read again. So later steps must find integers.

use alloc::vec::Vec;
use core::fmt::Write;

use super::changes::Changes;
use crdc_object::json::Text;
use crdc_object::tape::{Entry, FRAGMENTS, Kind, NO_KEY, Tape};

/// Collects the entries that become integers. Their text must be appended to the fragments of the side.
pub(crate) fn normalize(tape: Tape<'_>, range: core::ops::Range<u32>, changes: &mut Changes) {
    let before = tape.texts[usize::from(FRAGMENTS)].len();
    let mut at = range.start;
    while at < range.end {
        let entry = tape.entry(at);
        if entry.is_dead() {
            at = tape.after(at);
            continue;
        }
        if entry.kind == Kind::Float
            && let Some(integer) = whole(tape.float(&entry))
        {
            changes.normalized.push((at, write(tape, entry, integer, before, &mut changes.fragments)));
        }
        at += 1;
    }
}

/// The entry of the integer. Its text follows `before` bytes and the fragments so far.
fn write(tape: Tape<'_>, entry: Entry, integer: i64, before: usize, fragments: &mut Vec<u8>) -> Entry {
    let mut normalized = Entry { kind: Kind::Int, flags: FRAGMENTS, ..entry };
    if entry.key != NO_KEY {
        normalized.key = (before + fragments.len()) as u32;
        fragments.push(b'"');
        fragments.extend_from_slice(tape.raw_key(&entry));
        fragments.extend_from_slice(b"\":");
    }
    normalized.start = (before + fragments.len()) as u32;
    let _ = write!(Text(fragments), "{integer}");
    normalized.end = (before + fragments.len()) as u32;
    // A number needs a delimiter after it.
    fragments.push(b'\n');
    normalized
}

/// The integer that equals a float, if there is one within 64 bits.
pub(crate) fn whole(value: f64) -> Option<i64> {
    const LIMIT: f64 = 9_223_372_036_854_775_808.0;
    ((-LIMIT..LIMIT).contains(&value) && value == value as i64 as f64).then_some(value as i64)
}
