//! What the schema asks of the object as a whole: alternatives of the root, how many members,
//! a required status. Asked once the object is what will be stored.

use super::{input, tape};
use crate::compiled::Compiled;
use crate::judge::Judge;
use crate::scratch::Scratch;

/// Judges the new object of a create or an update.
pub(super) fn judge(compiled: &Compiled, new: &[u8], old: &[u8], scratch: &mut Scratch) {
    let Some(judged) = compiled.whole else { return };
    let mut raised = core::mem::take(&mut scratch.new.raised);
    let tape = tape(compiled, &scratch.new, new, input(&scratch.old, old));
    judged(&mut Judge::new(tape, 0, &mut raised));
    scratch.new.raised = raised;
}
