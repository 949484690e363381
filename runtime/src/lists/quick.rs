//! The usual list: a few items, told apart by one string or integer each.
//!
//! In: a list. Out: whether it is plainly right; of any other the long way finds out what is
//! the matter, if anything is. Nothing is written down here.

use super::value::digits;
use crate::tape::{Entry, Kind, Tape};

/// How many items are compared in pairs here.
const FEW: usize = 16;

/// Whether no two items, or no two values of the field in them, are equal.
pub(super) fn is_right(tape: Tape<'_>, at: u32, field: Option<u16>) -> bool {
    plainly(tape, at, field).is_some()
}

fn plainly(tape: Tape<'_>, at: u32, field: Option<u16>) -> Option<()> {
    let mut seen = [b"".as_slice(); FEW];
    let mut count = 0;
    let mut kind = Kind::Null;
    let end = entry(tape, at)?.next;
    let mut at = at + 1;
    while at < end {
        let item = entry(tape, at)?;
        let after = after(item, at);
        if !item.is_dead() {
            let value = match field {
                Some(field) => member(tape, at, after, field)?,
                None => item,
            };
            if count == 0 {
                kind = value.kind;
            }
            let content = match value.kind {
                Kind::String if kind == Kind::String => tape.string(value),
                Kind::Int if kind == Kind::Int => digits(tape.text(value)),
                _ => return None,
            };
            let (before, rest) = seen.split_at_mut_checked(count)?;
            if before.contains(&content) {
                return None;
            }
            *rest.first_mut()? = content;
            count += 1;
        }
        at = after;
    }
    Some(())
}

/// The live member of that number of the object before `after`; a scalar has none.
fn member<'t>(tape: Tape<'t>, object: u32, end: u32, field: u16) -> Option<&'t Entry> {
    if entry(tape, object)?.kind != Kind::Object {
        return None;
    }
    let mut at = object + 1;
    while at < end {
        let member = entry(tape, at)?;
        if member.field == field && !member.is_dead() {
            return Some(member);
        }
        at = after(member, at);
    }
    None
}

#[inline]
fn entry<'t>(tape: Tape<'t>, at: u32) -> Option<&'t Entry> {
    tape.entries.get(at as usize)
}

#[inline]
fn after(entry: &Entry, at: u32) -> u32 {
    if entry.is_container() { entry.next.max(at + 1) } else { at + 1 }
}
