//! Decodes lists: their items and how many there are.

use super::{DecodeResult, Decoder, Member, Shape};
use crate::error::Rule;
use crdc_object::tape::{CHANGED, Kind};

/// A list that is being decoded.
#[derive(Debug)]
pub struct Array {
    at: u32,
    /// Items so far.
    pub len: i64,
}

impl Array {
    /// A list that is not open yet.
    #[inline(always)]
    #[allow(clippy::new_without_default)]
    pub fn new() -> Self {
        Array { at: 0, len: 0 }
    }
}

impl<'p> Decoder<'_, 'p> {
    /// Opens a list. Handles any other value and returns `false`.
    #[inline(always)]
    pub fn array(&mut self, array: &mut Array, member: Member, shape: &'p Shape<'p>) -> DecodeResult<bool> {
        if self.peek() != b'[' {
            self.unexpected(member, shape)?;
            return Ok(false);
        }
        self.open_array(array, member)?;
        Ok(true)
    }

    /// Opens a list; its bracket must be the next byte.
    #[inline]
    pub fn open_array(&mut self, array: &mut Array, member: Member) -> DecodeResult {
        self.descend()?;
        array.at = self.push(member, Kind::Array, self.at, 0);
        self.at += 1;
        Ok(())
    }

    /// Whether there is another item; closes the list otherwise.
    #[inline]
    pub fn next_item(&mut self, array: &mut Array) -> DecodeResult<bool> {
        let byte = self.peek();
        let mut at = self.at;
        if array.len != 0 && byte == b',' {
            at += 1;
        } else if byte == b']' {
            self.at += 1;
            self.levels += 1;
            let (end, next, changed) = (self.at as u32, self.mark(), self.latest.change_in(array.at));
            if let Some(entry) = self.tape.get_mut(array.at as usize) {
                entry.end = end;
                entry.next = next;
                if changed {
                    entry.flags |= CHANGED;
                }
            }
            return Ok(false);
        } else if array.len != 0 {
            return self.refuse();
        }
        array.len += 1;
        self.at = at;
        Ok(true)
    }
}

impl Array {
    /// Records that this list breaks `rule`.
    #[cold]
    #[inline(never)]
    pub fn raise<'p>(&self, decoder: &mut Decoder<'_, 'p>, rule: &'p Rule<'p>) {
        decoder.raise_at(self.at, rule);
    }

    /// Records that this closed list is a set or a list map, unless it has too few items to be invalid.
    #[inline(never)]
    pub fn topology<'p>(&self, decoder: &mut Decoder<'_, 'p>, rule: &'p Rule<'p>) {
        let least = if matches!(rule, Rule::ListMap(_)) { 1 } else { 2 };
        if self.len >= least {
            decoder.records.lists.push((self.at, rule));
        }
    }

    /// Validates this closed list against an `enum`.
    #[cold]
    pub fn check_values<'p>(&self, decoder: &mut Decoder<'_, 'p>, rule: &'p Rule<'p>) {
        decoder.check_values(self.at, rule);
    }
}
