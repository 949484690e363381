//! Whether the items of a set or a list map are plainly different, found out while they are
//! decoded.
//!
//! In: each item after it was decoded. Out: whether the closed list must be looked at (`lists`).
//! Of each item a print of four bytes is kept, and held against the others when the list is
//! closed: **equal values have equal prints**. What is neither a string nor an integer, and what
//! is not there, has none; a list with fewer prints than items is looked at.

use super::Decoder;
use super::array::Array;
use crate::lists::hash;
use crate::tape::{Entry, Kind};

/// How many items are compared in pairs.
const FEW: usize = 64;
/// How many prints are compared at a time.
const LANES: usize = 8;

impl Array {
    /// Keeps the print of the item at `at`, which was decoded last.
    #[inline(never)]
    pub fn print(&mut self, decoder: &mut Decoder<'_>, at: u32) {
        if let Some(print) = decoder.tape.get(at as usize).and_then(|item| print(decoder.text, item)) {
            self.keep(decoder, print);
        }
    }

    /// Keeps the print of a member of the item at `at`, which was decoded last.
    #[inline(never)]
    pub fn print_member(&mut self, decoder: &mut Decoder<'_>, at: u32, field: u16) {
        if let Some(print) = member(decoder, at, field).and_then(|member| print(decoder.text, member)) {
            self.keep(decoder, print);
        }
    }

    /// Keeps the print of several members of the item at `at`, which was decoded last.
    #[inline(never)]
    pub fn print_members(&mut self, decoder: &mut Decoder<'_>, at: u32, fields: &[u16]) {
        let all = fields.iter().try_fold(1, |all, &field| {
            let member = member(decoder, at, field)?;
            Some(hash::mix(all, print(decoder.text, member)?))
        });
        if let Some(print) = all {
            self.keep(decoder, print);
        }
    }

    #[inline(always)]
    fn keep(&mut self, decoder: &mut Decoder<'_>, print: u64) {
        // Zero is where there is none.
        decoder.prints.push((print >> 32) as u32 | 1);
        self.prints += 1;
    }

    /// Whether all items have prints, and all of them their own. The prints are dropped.
    pub(super) fn is_distinct(&self, decoder: &mut Decoder<'_>) -> bool {
        let start = decoder.prints.len().saturating_sub(self.prints as usize);
        let prints = decoder.prints.get(start..).unwrap_or_default();
        let distinct = i64::from(self.prints) == self.len && are_distinct(prints);
        decoder.prints.truncate(start);
        distinct
    }
}

fn are_distinct(prints: &[u32]) -> bool {
    let mut before = [[0; LANES]; FEW / LANES];
    for (index, print) in prints.iter().enumerate() {
        let Some((last, full)) = before.get_mut(..=index / LANES).and_then(<[_]>::split_last_mut) else {
            return false;
        };
        if has(last, *print) || full.iter().any(|lanes| has(lanes, *print)) {
            return false;
        }
        last[index % LANES] = *print;
    }
    true
}

#[inline(always)]
fn has(lanes: &[u32; LANES], print: u32) -> bool {
    lanes.iter().fold(0, |seen, before| seen | u32::from(*before == print)) != 0
}

/// Equal for equal strings and for equal integers that stand in the text being decoded as they
/// are.
#[inline(always)]
fn print(text: &[u8], value: &Entry) -> Option<u64> {
    if value.flags != crate::tape::INPUT {
        return None;
    }
    let (start, end) = (value.start as usize, value.end as usize);
    let bytes = match value.kind {
        Kind::String => text.get(start + 1..end.wrapping_sub(1))?,
        // Zero has two spellings.
        Kind::Int => text.get(start..end).filter(|digits| *digits != b"-0")?,
        _ => return None,
    };
    // Up to sixteen bytes are looked at from both ends, where the two looks meet.
    let (first, last) = match bytes.len() {
        8..=16 => (u64::from_le_bytes(*bytes.first_chunk()?), u64::from_le_bytes(*bytes.last_chunk()?)),
        4..=7 => {
            let (first, last) = (bytes.first_chunk()?, bytes.last_chunk()?);
            (u64::from(u32::from_le_bytes(*first)), u64::from(u32::from_le_bytes(*last)))
        }
        _ => (hash::of_bytes(bytes), 0),
    };
    Some(hash::mix(hash::mix(first, last), (bytes.len() as u64) << 8 | value.kind as u64))
}

/// The live member of that number of the object at `at`, which was decoded last.
#[inline(always)]
fn member<'d>(decoder: &'d Decoder<'_>, at: u32, field: u16) -> Option<&'d Entry> {
    let (object, mut members) = decoder.tape.get(at as usize..)?.split_first()?;
    if object.kind != Kind::Object {
        return None;
    }
    let mut at = at + 1;
    loop {
        let (member, rest) = members.split_first()?;
        if member.field == field && !member.is_dead() {
            return Some(member);
        }
        let below = if member.is_container() { member.next.checked_sub(at + 1)? } else { 0 };
        members = rest.get(below as usize..)?;
        at += 1 + below;
    }
}
