//! Schema constraints of the whole object: alternatives of the root, the number of members, a required
//! status. Validated when the object has its stored form.

use super::{input, tape};
use crate::compiled::Compiled;
use crate::scratch::Scratch;
use crate::validate::Validator;

/// Validates the new object of a create or an update.
pub(super) fn validate(compiled: &Compiled, new: &[u8], old: &[u8], scratch: &mut Scratch) {
    let Some(validated) = compiled.whole else { return };
    let mut violations = core::mem::take(&mut scratch.new.violations);
    let tape = tape(compiled, &scratch.new, new, input(&scratch.old, old));
    validated(&mut Validator::new(tape, 0, &mut violations));
    scratch.new.violations = violations;
}
