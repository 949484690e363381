//! Detects while decoding whether the items of a set or a list map are all distinct.
//!
//! In: each item after it was decoded. Out: whether the closed list must be checked (`lists`). For each item
//! a fingerprint of four bytes is compared with the fingerprints of earlier items: **equal values have equal
//! fingerprints**. Only strings and integers that are present have a fingerprint; a list with fewer
//! fingerprints than items is checked.
//!
//! The first item of a list with several keys has no fingerprint until there is a second one.

#[cfg(test)]
mod tests;

use super::Decoder;
use super::array::Array;
use crate::error::Rule;
use crdc_object::hash;
use crdc_object::tape::{Entry, INPUT, Kind};

/// The number of fingerprints that are compared at a time.
const LANES: usize = 8;
/// The number of fingerprints that are compared with each other; a longer list is checked.
const MOST_COMPARED: usize = 64;
/// The value of `few` for more fingerprints than [`LANES`], or equal fingerprints.
const MANY: usize = usize::MAX;

/// The value of `first` after the first item has its fingerprint.
const NOTHING: u32 = u32::MAX;

/// The fingerprints of the items of one list.
#[derive(Debug)]
pub struct Fingerprints {
    /// The first item of a list with several keys while it waits for the second: many lists have one item,
    /// and to find several keys takes time. 0 before that, [`NOTHING`] after it.
    first: u32,
    /// The latest fingerprints.
    last: [u32; LANES],
    /// The number of items while they are few and distinct, or 1 while the first item waits; [`MANY`] after
    /// that.
    few: usize,
    /// The number of items, once `few` is [`MANY`].
    many: usize,
    /// The number of earlier fingerprints, which are stored in the decoder.
    earlier: usize,
    /// Whether two fingerprints are equal, or were not compared.
    equal: bool,
}

// Most items are short strings of short lists, and most keys are the first field. That path is one function
// without calls; everything else is a tail call.

impl Fingerprints {
    /// Creates an empty list of fingerprints.
    #[inline(always)]
    #[allow(clippy::new_without_default)]
    pub fn new() -> Self {
        Fingerprints { first: 0, last: [0; LANES], few: 0, many: 0, earlier: 0, equal: false }
    }

    /// Adds the fingerprint of the item at `at`, which was decoded last.
    #[inline(never)]
    pub fn item(&mut self, decoder: &mut Decoder<'_, '_>, at: u32) {
        match decoder.tape.get(at as usize).and_then(|item| of_short_string(decoder.text, item)) {
            Some(print) => self.keep(decoder, print),
            None => self.unusual_item(decoder, at),
        }
    }

    #[inline(never)]
    fn unusual_item(&mut self, decoder: &mut Decoder<'_, '_>, at: u32) {
        if let Some(print) = decoder.tape.get(at as usize).and_then(|item| print(decoder.text, item)) {
            self.keep(decoder, print);
        }
    }

    /// Adds the fingerprint of a member of the item at `at`, which was decoded last.
    #[inline(never)]
    pub fn member(&mut self, decoder: &mut Decoder<'_, '_>, at: u32, field: u16) {
        match keyed(decoder, at, field).and_then(|member| of_short_string(decoder.text, member)) {
            Some(print) => self.keep(decoder, print),
            None => self.unusual_member(decoder, at, field),
        }
    }

    #[inline(never)]
    fn unusual_member(&mut self, decoder: &mut Decoder<'_, '_>, at: u32, field: u16) {
        match keyed(decoder, at, field).and_then(|member| print(decoder.text, member)) {
            Some(print) => self.keep(decoder, print),
            None => self.add_members(decoder, at, &[field]),
        }
    }

    /// Adds one fingerprint of several members of the item at `at`, which was decoded last. A first item that
    /// is an object counts without one until there is a second.
    #[inline(never)]
    pub fn members(&mut self, decoder: &mut Decoder<'_, '_>, at: u32, fields: &[u16]) {
        if self.first == 0 {
            let is_object = decoder.tape.get(at as usize).is_some_and(|item| item.kind == Kind::Object);
            (self.first, self.few) = if is_object { (at, 1) } else { (NOTHING, 0) };
            return;
        }
        if self.first != NOTHING {
            let first = core::mem::replace(&mut self.first, NOTHING);
            self.few = 0;
            self.add_members(decoder, first, fields);
        }
        self.add_members(decoder, at, fields);
    }

    #[inline(never)]
    fn add_members(&mut self, decoder: &mut Decoder<'_, '_>, at: u32, fields: &[u16]) {
        let all = fields.iter().try_fold(0u32, |all, &field| {
            let member = member(decoder, at, field)?;
            Some(all.rotate_left(5).wrapping_mul(0x9E37_79B1) ^ print(decoder.text, member)?)
        });
        if let Some(print) = all {
            self.keep(decoder, print);
        }
    }

    #[inline(always)]
    fn keep(&mut self, decoder: &mut Decoder<'_, '_>, print: u32) {
        // Zero marks an empty slot.
        let print = print | 1;
        match self.last.get(self.few) {
            Some(_) if !has(&self.last, print) => {
                self.last[self.few] = print;
                self.few += 1;
            }
            _ => self.keep_more(decoder, print),
        }
    }

    #[inline(never)]
    fn keep_more(&mut self, decoder: &mut Decoder<'_, '_>, print: u32) {
        if self.few != MANY {
            self.many = self.few;
            self.few = MANY;
        }
        let lane = self.many % LANES;
        if lane == 0 && self.many != 0 {
            if self.many < MOST_COMPARED {
                decoder.side.fingerprints.extend_from_slice(&self.last);
                self.earlier = self.many;
            } else {
                self.equal = true;
            }
            self.last = [0; LANES];
        }
        self.equal = self.equal || has(&self.last, print) || self.was_earlier(decoder, print);
        self.last[lane] = print;
        self.many += 1;
    }

    fn was_earlier(&self, decoder: &Decoder<'_, '_>, print: u32) -> bool {
        let start = decoder.side.fingerprints.len().saturating_sub(self.earlier);
        let (earlier, _) = decoder.side.fingerprints.get(start..).unwrap_or_default().as_chunks();
        earlier.iter().any(|fingerprints| has(fingerprints, print))
    }

    /// Records a closed list that is a set or a list map, unless its items are known to be distinct or too
    /// few to be invalid.
    #[inline(always)]
    pub fn validate<'p>(&self, decoder: &mut Decoder<'_, 'p>, list: &Array, rule: &'p Rule<'p>) {
        if self.few as i64 != list.len {
            self.doubt(decoder, list, rule);
        }
    }

    #[inline(never)]
    fn doubt<'p>(&self, decoder: &mut Decoder<'_, 'p>, list: &Array, rule: &'p Rule<'p>) {
        decoder.side.fingerprints.truncate(decoder.side.fingerprints.len().saturating_sub(self.earlier));
        if self.equal || self.many as i64 != list.len {
            list.topology(decoder, rule);
        }
    }
}

#[inline(always)]
fn has(fingerprints: &[u32; LANES], print: u32) -> bool {
    fingerprints.iter().fold(0, |seen, before| seen | u32::from(*before == print)) != 0
}

/// The member of the item at `at` that is the list-map key, if it was recorded for that item and is alive.
#[inline(always)]
fn keyed<'d>(decoder: &'d Decoder<'_, '_>, at: u32, field: u16) -> Option<&'d Entry> {
    let (item, member) = decoder.keyed;
    let member = decoder.tape.get(member as usize)?;
    (item == at && member.field == field && member.flags == INPUT).then_some(member)
}

/// The fingerprint of a string of at most sixteen bytes, without escapes and not near the end of the text.
#[inline(always)]
fn of_short_string(text: &[u8], value: &Entry) -> Option<u32> {
    if value.flags != INPUT || value.kind != Kind::String {
        return None;
    }
    let start = value.start as usize + 1;
    of_first(text, start, (value.end as usize).wrapping_sub(start + 1))
}

/// The fingerprint of at most sixteen bytes that are not near the end of the text. Sixteen are read whatever
/// the number.
#[inline(always)]
fn of_first(text: &[u8], start: usize, length: usize) -> Option<u32> {
    let bytes = text.get(start..start + 16)?.first_chunk()?;
    Some(of_short(u128::from_le_bytes(*bytes) & SHORT.get(length)?))
}

/// The fingerprint of a value: equal for equal strings and for equal integers that are written unescaped in
/// the text being decoded.
#[inline(never)]
fn print(text: &[u8], value: &Entry) -> Option<u32> {
    if value.flags != INPUT {
        return None;
    }
    let (start, end) = match value.kind {
        Kind::String => (value.start as usize + 1, value.end as usize - 1),
        Kind::Int => (value.start as usize, value.end as usize),
        _ => return None,
    };
    let bytes = text.get(start..end)?;
    // Zero has two spellings.
    if value.kind == Kind::Int && bytes == b"-0" {
        return None;
    }
    if let Some(print) = of_first(text, start, bytes.len()) {
        return Some(print);
    }
    if bytes.len() > 16 {
        return Some((hash::of_bytes(bytes) >> 32) as u32);
    }
    let mut short = [0; 16];
    short.get_mut(..bytes.len())?.copy_from_slice(bytes);
    Some(of_short(u128::from_le_bytes(short)))
}

/// Masks for the first bytes of sixteen, by their number.
static SHORT: [u128; 17] = {
    let mut masks = [0; 17];
    let mut length = 1;
    while length < 17 {
        masks[length] = u128::MAX >> (128 - 8 * length);
        length += 1;
    }
    masks
};

/// Strings contain no zero byte, so a prefix of a string has another value.
#[inline(always)]
fn of_short(bytes: u128) -> u32 {
    let both = bytes as u64 ^ ((bytes >> 64) as u64).rotate_left(29);
    (both.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32) as u32
}

/// The live member with field number `field` of the object at `at`, which was decoded last.
#[inline(always)]
fn member<'d>(decoder: &'d Decoder<'_, '_>, at: u32, field: u16) -> Option<&'d Entry> {
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
