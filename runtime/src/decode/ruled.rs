//! Values that have CEL rules are noted as they are decoded, so that the step of rules finds them without going over the
//! whole object.
//!
//! Generated functions of nodes with rules call `d.ruled(number)`; the fields of metadata have the runtime's numbers. The step of
//! rules asks these values first (`rules/noted.rs`); if all surely hold, nothing is walked.
//!
//! A note too many costs a question. **One too few would skip a rule**: notes are used only if the whole object was decoded by its
//! schema (`Side::has_all_ruled`), and nothing is noted for resources with rules on a discriminator, which may be deduced after
//! decoding, or on `apiVersion`, `kind` or metadata. Updates with a rule that uses `oldSelf` are walked.

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
