//! The stored object as text: clean subtrees are copied as they stand, containers that
//! lost or gained members are written member by member.

use alloc::vec::Vec;

use super::{CHANGED, Kind, NO_KEY, Tape};

/// A changed container that is being written.
struct Open {
    next: u32,
    end: u32,
    close: u8,
    empty: bool,
}

/// Appends the value at `at` to `out`. Iterative: a changed container may be ten thousand deep.
pub(crate) fn render(tape: Tape<'_>, at: u32, out: &mut Vec<u8>) {
    let mut open: Vec<Open> = Vec::new();
    value(tape, at, out, &mut open);
    while let Some(container) = open.last_mut() {
        if container.next >= container.end {
            out.push(container.close);
            open.pop();
            continue;
        }
        let child = container.next;
        container.next = tape.after(child);
        let entry = tape.entry(child);
        if entry.is_dead() {
            continue;
        }
        if !container.empty {
            out.push(b',');
        }
        container.empty = false;
        if entry.key != NO_KEY {
            out.push(b'"');
            out.extend_from_slice(tape.raw_key(&entry));
            out.extend_from_slice(b"\":");
        }
        value(tape, child, out, &mut open);
    }
}

fn value(tape: Tape<'_>, at: u32, out: &mut Vec<u8>, open: &mut Vec<Open>) {
    let entry = tape.entry(at);
    if !entry.has(CHANGED) {
        out.extend_from_slice(tape.text(&entry));
        return;
    }
    let (opening, close) = if entry.kind == Kind::Array { (b'[', b']') } else { (b'{', b'}') };
    out.push(opening);
    open.push(Open { next: at + 1, end: entry.next, close, empty: true });
}
