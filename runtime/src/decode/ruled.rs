//! Values that have CEL rules are noted as they are decoded, so that the step of rules finds them without going over the
//! whole object.

use alloc::vec::Vec;

use super::{Decoder, Object};
use crate::side::RuledValue;

impl Decoder<'_, '_> {
    /// Notes that the next value has the rules of this number.
    #[inline(always)]
    pub fn ruled(&mut self, rules: u16) {
        let at = self.mark();
        self.side.ruled.push(RuledValue { at, rules });
    }
}

impl<const N: usize> Object<N> {
    /// Notes that this object has the rules of this number. Called for objects with a field without which the rules hold, which
    /// are few.
    #[inline(always)]
    pub fn ruled(&self, decoder: &mut Decoder<'_, '_>, rules: u16) {
        note(&mut decoder.side.ruled, RuledValue { at: self.at, rules });
    }
}

#[inline(never)]
fn note(ruled: &mut Vec<RuledValue>, value: RuledValue) {
    ruled.push(value);
}
