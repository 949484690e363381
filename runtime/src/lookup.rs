//! Finds members of the stored object on its tape: members of containers before it are not read.
//!
//! In: an outcome, and the keys from the root to a member. Out: the member's text, as a search in the text of
//! the object finds it. Easy to break: a container that differs from its text has no text on the tape.

use core::ops::Range;

use crate::decode::field_numbers::number;
use crate::outcome::Outcome;
use crate::request::system::{WIPED, metadata_field};
use crdc_object::json::scan;
use crdc_object::tape::{CHANGED, ESCAPED, INPUT, Kind, ORIGIN};

/// The result of looking for a member of the stored object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lookup<'a> {
    /// A string without escapes, with its quotes.
    String(&'a [u8]),
    /// The text of another value.
    Other(&'a [u8]),
    /// There is no such member.
    Absent,
    /// Only a search in the text can find the member.
    Unknown,
}

/// Looks up the member at the path `keys` of the object.
// Inlined: keys are mostly constants, whose field is known at compile time then.
#[inline(always)]
pub fn look_up<'a>(outcome: &Outcome<'a>, keys: &[&str]) -> Lookup<'a> {
    if let ["metadata", key, below @ ..] = keys
        && let Some(number) = number(key.as_bytes())
    {
        // Most lookups are for absent members.
        if outcome.lacks_metadata_field(number) {
            return Lookup::Absent;
        }
        return in_metadata(outcome, number, below);
    }
    find(outcome, 0, keys)
}

/// Looks up a member of a field of metadata, or the field itself.
fn in_metadata<'a>(outcome: &Outcome<'a>, number: u16, below: &[&str]) -> Lookup<'a> {
    // If metadata cannot be decoded, its fields have no numbers.
    let decoded = outcome.decoded().filter(|(side, _)| side.bad_metadata.is_none());
    let Some((side, text)) = decoded else { return Lookup::Unknown };
    let Some(at) = metadata_field(side, number) else { return Lookup::Absent };
    // The usual value.
    match side.tape.get(at as usize) {
        Some(entry)
            if below.is_empty()
                && entry.kind == Kind::String
                && entry.flags & (ORIGIN | ESCAPED) == INPUT =>
        {
            Lookup::String(text.get(entry.start as usize..entry.end as usize).unwrap_or_default())
        }
        _ => find(outcome, at, below),
    }
}

/// Searches below the value at `at`.
#[inline(never)]
fn find<'a>(outcome: &Outcome<'a>, mut at: u32, keys: &[&str]) -> Lookup<'a> {
    let Some(tape) = outcome.decoded_object() else { return Lookup::Unknown };
    for key in keys {
        match tape.member(at, key.as_bytes()) {
            Some(member) => at = member,
            // Keys on the tape have only the escapes that JSON requires.
            None if scan::special(key.as_bytes(), 0) == key.len() => return Lookup::Absent,
            None => return Lookup::Unknown,
        }
    }
    let entry = tape.entry(at);
    match entry.kind {
        Kind::String if !entry.has(ESCAPED) => Lookup::String(tape.text(&entry)),
        Kind::Array | Kind::Object if entry.has(CHANGED) => Lookup::Unknown,
        _ => Lookup::Other(tape.text(&entry)),
    }
}

/// The location of the text of metadata.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Metadata {
    /// The object, with the braces.
    pub range: Range<usize>,
    /// Whether the object has a field of the given name.
    pub has_field: bool,
}

/// The place of the object's metadata, and whether the field `name` is in it. `None` if only a search in the
/// text can find it.
#[inline]
pub fn metadata<'a>(outcome: &Outcome<'a>, name: &str) -> Option<Metadata> {
    let (side, _) = outcome.decoded().filter(|(side, _)| side.bad_metadata.is_none())?;
    // Positions on the tape are those of the text that was given.
    if outcome.is_rendered() {
        return None;
    }
    let number = number(name.as_bytes())?;
    let entry = side.tape.get(side.live_metadata()? as usize)?;
    let is_given = entry.kind == Kind::Object && entry.flags & (ORIGIN | CHANGED) == INPUT;
    is_given.then(|| Metadata {
        range: entry.start as usize..entry.end as usize,
        has_field: side.metadata_fields >> number & 1 != 0,
    })
}

/// The object, accepted or not, for as long as the request and the scratch live.
#[inline]
pub fn lasting_object<'a>(outcome: &Outcome<'a>) -> Option<&'a [u8]> {
    outcome.processed_object()
}

/// Whether there may be warnings. If not, callers need not create them.
#[inline]
pub fn may_warn(outcome: &Outcome<'_>) -> bool {
    outcome.may_warn()
}

/// Whether the metadata may have fields that clients cannot set on a create.
#[inline]
pub fn may_be_wiped(outcome: &Outcome<'_>) -> bool {
    outcome.decoded().is_none_or(|(side, _)| side.bad_metadata.is_some() || side.metadata_fields & WIPED != 0)
}
