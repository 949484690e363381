//! Handles duplicate keys: the last member wins, the earlier ones are flagged dead. Only called for objects
//! that have or may have duplicate keys.

use alloc::vec::Vec;

use super::{DEAD, Entry, Kind, MAP_KEY, NO_FIELD, REPEATED, Tape};

/// Flags all but the last of equal keys among the members of the object at `at` (its subtree is the end of
/// `entries`). Returns how many were flagged. `order` is a buffer of members, each with the end of its key,
/// which is computed once.
///
/// Known fields are compared by number, others by their bytes. Sorting keeps many equal keys at n log n.
pub fn dedup(entries: &mut [Entry], texts: [&[u8]; 4], at: u32, order: &mut Vec<[u32; 2]>) -> u32 {
    let tape = Tape { entries, texts, strings: b"" };
    order.clear();
    let mut child = at + 1;
    while (child as usize) < tape.entries.len() {
        let entry = tape.entry(child);
        let length = if entry.field == NO_FIELD { tape.raw_key(&entry).len() as u32 } else { 0 };
        order.push([child, entry.key.saturating_add(1 + length)]);
        child = tape.after(child);
    }
    let key = |[at, end]: [u32; 2]| {
        let entry = tape.entry(at);
        let start = entry.key.saturating_add(1);
        (entry.field, tape.source(&entry).get(start as usize..end as usize).unwrap_or(b""))
    };
    order.sort_unstable_by(|&a, &b| key(a).cmp(&key(b)).then(a.cmp(&b)));
    // Replaced members move to the front of the buffer.
    let mut died = 0;
    for next in 1..order.len() {
        if let (Some(&earlier), Some(&later)) = (order.get(next - 1), order.get(next))
            && key(earlier) == key(later)
            && let Some(slot) = order.get_mut(died)
        {
            *slot = earlier;
            died += 1;
        }
    }
    for &[at, _] in order.iter().take(died) {
        if let Some(entry) = entries.get_mut(at as usize) {
            entry.flags |= DEAD | REPEATED;
        }
    }
    died as u32
}

/// Sets the bits of the fields that are live members of the object at `at`.
#[inline]
pub fn present(entries: &[Entry], at: u32, seen: &mut [u64]) {
    seen.fill(0);
    let mut child = at as usize + 1;
    while let Some(entry) = entries.get(child) {
        let field = entry.field & !MAP_KEY;
        if !entry.is_dead()
            && entry.field != NO_FIELD
            && let Some(word) = seen.get_mut(usize::from(field) / 64)
        {
            *word |= 1 << (field % 64);
        }
        child = match entry.kind {
            Kind::Array | Kind::Object => (entry.next as usize).max(child + 1),
            _ => child + 1,
        };
    }
}
