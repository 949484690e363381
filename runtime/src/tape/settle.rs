//! Repeated keys: the last one wins, the earlier ones die. Only called for objects in
//! which a key did come again, or might have.

use alloc::vec::Vec;

use super::{DEAD, Entry, Kind, NO_FIELD, REPEATED, Tape};

/// Marks all but the last of equal keys among the members of the closed-up object at
/// `at` (its subtree reaches to the end of `entries`). Gives how many died.
///
/// Known fields are told apart by number, others by their bytes; sorting keeps a flood of
/// equal keys at n log n.
pub(crate) fn settle(entries: &mut [Entry], texts: [&[u8]; 4], at: u32) -> u32 {
    let tape = Tape { entries, texts, strings: b"" };
    let mut members: Vec<(u16, &[u8], u32)> = Vec::new();
    let mut child = at + 1;
    while (child as usize) < tape.entries.len() {
        let entry = tape.entry(child);
        let key = if entry.field == NO_FIELD { tape.raw_key(&entry) } else { b"" };
        members.push((entry.field, key, child));
        child = tape.after(child);
    }
    members.sort_unstable();
    let superseded: Vec<u32> = members
        .windows(2)
        .filter_map(|pair| match pair {
            [earlier, later] if earlier.0 == later.0 && earlier.1 == later.1 => Some(earlier.2),
            _ => None,
        })
        .collect();
    for &at in &superseded {
        if let Some(entry) = entries.get_mut(at as usize) {
            entry.flags |= DEAD | REPEATED;
        }
    }
    superseded.len() as u32
}

/// Sets the bits of the fields that live members of the object at `at` have.
pub(crate) fn present(entries: &[Entry], at: u32, seen: &mut [u64]) {
    seen.fill(0);
    let mut child = at as usize + 1;
    while let Some(entry) = entries.get(child) {
        if !entry.is_dead()
            && let Some(word) = seen.get_mut(usize::from(entry.field) / 64)
        {
            *word |= 1 << (entry.field % 64);
        }
        child = match entry.kind {
            Kind::Array | Kind::Object => (entry.next as usize).max(child + 1),
            _ => child + 1,
        };
    }
}
