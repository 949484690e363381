//! Values that have CEL rules are noted as they are decoded, so that the step of rules finds them without going over the
//! whole object.
//!
//! Generated functions of nodes with rules call `d.ruled(number)`; the fields of metadata have the runtime's numbers. The step of
//! rules asks these values first (`rules/noted.rs`); if all surely hold, nothing is walked.
//!
//! A note too many costs a question. **One too few would skip a rule**: notes are used only if the whole object was decoded by its
//! schema (`Side::has_all_ruled`), and nothing is noted for resources with rules on a discriminator, which may be deduced after
//! decoding, or on `apiVersion`, `kind` or metadata. Updates with a rule that uses `oldSelf` are walked.

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
