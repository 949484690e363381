//! Writes the stored object as text if members were only appended to objects: the input with insertions,
//! without a walk over the tape.
//!
//! In: the added members, in the order of the text. Out: the bytes that `render` would write, or nothing if
//! `render` would drop white space. Easy to break: no other changes may have happened, so **every change of
//! the tape must be counted** (`Side::changes`).

use alloc::vec::Vec;

use super::{INPUT, ORIGIN, Tape};

/// A member that was added to an object of the input.
#[derive(Clone, Copy, Debug)]
pub struct Splice {
    /// Offset of the object's closing brace.
    pub at: u32,
    /// Index of the member.
    pub entry: u32,
    /// Whether the object has no other members so far.
    pub first: bool,
}

/// Writes the object with its additions. Returns `false` and writes nothing if there is white space around
/// the positions.
pub fn splice(tape: &Tape<'_>, splices: &[Splice], out: &mut Vec<u8>) -> bool {
    splice_all(tape, splices, out).is_some() || {
        out.clear();
        false
    }
}

#[inline(never)]
fn splice_all(tape: &Tape<'_>, splices: &[Splice], out: &mut Vec<u8>) -> Option<()> {
    let root = tape.entries.first().filter(|root| root.flags & ORIGIN == INPUT)?;
    let text = tape.texts[usize::from(INPUT)].get(..root.end as usize)?;
    let mut from = root.start as usize;
    for (index, splice) in splices.iter().enumerate() {
        let at = splice.at as usize;
        let next = splices.get(index + 1).map_or(root.end, |next| next.at);
        if next != splice.at && !is_tight(text, at, next as usize) {
            return None;
        }
        out.extend_from_slice(text.get(from..at)?);
        from = at;
        if !splice.first {
            out.push(b',');
        }
        let member = tape.entries.get(splice.entry as usize)?;
        let source = tape.texts[usize::from(member.flags & ORIGIN)];
        out.extend_from_slice(source.get(member.key as usize..member.end as usize)?);
    }
    out.extend_from_slice(text.get(from..)?);
    Some(())
}

/// Whether there is no white space before the brace at `at`, nor after it and the closing brackets that
/// follow. Brackets from `next` on are checked by another call, so that none is checked twice.
fn is_tight(text: &[u8], at: usize, next: usize) -> bool {
    if text.get(at.wrapping_sub(1)).is_none_or(|&before| before <= b' ') {
        return false;
    }
    let mut after = at;
    while after < next && matches!(text.get(after), Some(b'}' | b']')) {
        after += 1;
    }
    after == next
        || (text.get(after) == Some(&b',') && text.get(after + 1).is_some_and(|&next_byte| next_byte > b' '))
}
