//! The step of CEL rules. Broken rules become errors, or warnings if they use only unchanged values.
// apiextensions-apiserver: registry/customresource/{strategy,status_strategy}.go ValidateUpdate

use super::{Objects, Operation, Request, input, ratchet, tape, update};
use crate::compiled::Compiled;
use crate::error::FieldError;
use crate::scratch::Scratch;
use crate::tape::Tape;

/// A broken rule that may become an error or a warning.
#[derive(Clone, Debug)]
pub(crate) struct Broken {
    /// The value that has the rule.
    pub(crate) at: u32,
    /// Whether the rule uses the old value.
    pub(crate) transition: bool,
    pub(crate) error: FieldError,
}

/// Runs the step.
pub(super) fn run(compiled: &'static Compiled, request: Request<'_>, scratch: &mut Scratch) {
    let Some(step) = compiled.steps.rules else { return };
    step(&mut Objects { compiled, request, scratch });
    if !scratch.broken.is_empty() {
        tell_apart(compiled, request, scratch);
    }
}

fn tell_apart(compiled: &'static Compiled, request: Request<'_>, scratch: &mut Scratch) {
    let broken = core::mem::take(&mut scratch.broken);
    // A status update has put the new status on the old object's tape.
    let before = match request.operation {
        Operation::UpdateStatus => update::old_again(compiled, request),
        _ => None,
    };
    let old = match request.operation {
        Operation::Decode | Operation::Create => None,
        Operation::Update => Some(tape(compiled, &scratch.old, request.old, b"")),
        Operation::UpdateStatus => before.as_ref().map(|side| tape(compiled, side, request.old, b"")),
    };
    let new = stored(compiled, request, scratch);
    let (mut errors, mut warnings) = (alloc::vec::Vec::new(), alloc::vec::Vec::new());
    let found = (&mut errors, &mut warnings);
    ratchet::rules(compiled.ratcheting, (new, old), compiled.topology, broken, found);
    scratch.after.append(&mut errors);
    scratch.warnings.append(&mut warnings);
}

/// The object that is stored if it is valid.
pub(super) fn stored<'s>(compiled: &Compiled, request: Request<'s>, scratch: &'s Scratch) -> Tape<'s> {
    let (new, old) = (&scratch.new, &scratch.old);
    match request.operation {
        Operation::UpdateStatus => tape(compiled, old, request.old, input(new, request.new)),
        _ => tape(compiled, new, request.new, input(old, request.old)),
    }
}
