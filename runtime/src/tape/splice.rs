//! The stored object as text where all that happened to it is that members were added behind those
//! it had: the input with pieces put in. No walk over the tape is needed for that.
//!
//! In: what was added, in the order of the text. Out: the bytes that `render` would write, or none
//! where that would leave out white space. Easy to break: only what is counted here may have changed,
//! so **whoever changes the tape counts it** (`Side::changes`).

#[cfg(test)]
mod tests;

use alloc::vec::Vec;

use super::{INPUT, ORIGIN, Tape};

/// A member that was added to an object of the input.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Splice {
    /// Offset of the brace that closes the object.
    pub(crate) at: u32,
    /// Index of the member.
    pub(crate) entry: u32,
    /// Whether it is the object's only member so far.
    pub(crate) first: bool,
}

/// Writes the object with what was added to it. Gives `false`, and writes nothing, where white space
/// stands around the places.
pub(crate) fn splice(tape: Tape<'_>, splices: &[Splice], out: &mut Vec<u8>) -> bool {
    splice_all(tape, splices, out).is_some() || {
        out.clear();
        false
    }
}

#[inline(never)]
fn splice_all(tape: Tape<'_>, splices: &[Splice], out: &mut Vec<u8>) -> Option<()> {
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

/// Whether no white space stands before the brace at `at`, nor behind it and the brackets that close
/// what is around it. From `next` on somebody else looks, so that no bracket is looked at twice.
fn is_tight(text: &[u8], at: usize, next: usize) -> bool {
    if text.get(at.wrapping_sub(1)).is_none_or(|&before| before <= b' ') {
        return false;
    }
    let mut after = at;
    while after < next && matches!(text.get(after), Some(b'}' | b']')) {
        after += 1;
    }
    after == next
        || (text.get(after) == Some(&b',') && text.get(after + 1).is_some_and(|&behind| behind > b' '))
}
