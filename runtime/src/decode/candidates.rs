//! Records values with CEL rules while they are decoded, so that the step of rules finds them without a walk
//! over the whole object.
//!
//! Generated functions of nodes with rules call `d.candidate(number)`; the fields of metadata have the
//! runtime's numbers. The step of rules first runs the pre-checks of these values (`rules/candidates.rs`); if
//! all pass, no walk is needed.
//!
//! An unneeded candidate costs one pre-check. **A missing candidate would skip a rule**: they are used only
//! if the whole object was decoded by its schema (`Side::has_all_candidates`), and none are recorded for
//! resources with rules on a discriminator, which may be deduced after decoding, or on `apiVersion`, `kind`
//! or metadata. Updates with a rule that uses `oldSelf` are walked.

use super::Decoder;
use crate::side::Candidate;

impl Decoder<'_, '_> {
    /// Records that the next value has the rules of this number.
    #[inline(always)]
    pub fn candidate(&mut self, rules: u16) {
        let at = self.mark();
        self.side.candidates.push(Candidate { at, rules });
    }
}
