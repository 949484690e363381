//! Values that have CEL rules are noted as they are decoded, so that the step of rules finds them without going over the
//! whole object. Those whose rules hold because they lack a field are not (`emit/rules/settled.rs` of crdc-codegen).

use alloc::vec::Vec;

use super::{Decoder, Object};

/// A value that has rules of its own, if it is there and not null.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(not(feature = "cel"), expect(dead_code, reason = "only rules ask"))]
pub(crate) struct RuledValue {
    /// Its entry. It may be dead, below a dead one, or another value's if this one was dropped.
    pub(crate) at: u32,
    /// The number of its rules in [`crate::cel::Rules::noted`].
    pub(crate) rules: u16,
}

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
