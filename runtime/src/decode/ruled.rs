//! Values that have CEL rules are noted as they are decoded, so that the step of rules finds them without going over the
//! whole object.

use super::Decoder;

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
