//! Values that have CEL rules are noted as they are decoded, so that the step of rules finds them without going over the
//! whole object.

use super::Decoder;
use crate::side::RuledValue;

impl Decoder<'_, '_> {
    /// Notes that the next value has the rules of this number.
    #[inline(always)]
    pub fn ruled(&mut self, rules: u16) {
        let at = self.mark();
        self.side.ruled.push(RuledValue { at, rules });
    }
}
