//! What the schema asks of the object as a whole: alternatives of the root, how many members,
//! a required status. Asked once the object is what will be stored.

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
