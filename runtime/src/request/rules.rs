//! The step of CEL rules. Broken rules become errors, or warnings if they use only unchanged values.
// apiextensions-apiserver: registry/customresource/{strategy,status_strategy}.go ValidateUpdate

use super::decode::decode_old_again;
use super::{Operation, Validation, ratchet};
use crate::error::FieldError;

/// A broken rule that may become an error or a warning.
#[derive(Clone, Debug)]
pub(crate) struct Broken {
    /// The value that has the rule.
    pub(crate) at: u32,
    /// Whether the rule uses the old value.
    pub(crate) transition: bool,
    pub(crate) error: FieldError,
}

impl Validation<'_> {
    /// Runs the step.
    pub(super) fn rules(&mut self) {
        let Some(step) = self.compiled.steps.rules else { return };
        step(self);
        if !self.findings.broken.is_empty() {
            self.tell_apart();
        }
    }

    /// Separates errors from warnings.
    fn tell_apart(&mut self) {
        let Validation { compiled, request, tapes, findings, .. } = self;
        let broken = core::mem::take(&mut findings.broken);
        // A status update has put the new status on the old object's tape.
        let before = match request.operation {
            Operation::UpdateStatus => decode_old_again(compiled, request.old),
            _ => None,
        };
        let old = match request.operation {
            Operation::Decode | Operation::Create => None,
            Operation::Update => Some(tapes.old),
            Operation::UpdateStatus => {
                before.as_ref().map(|side| side.tape(request.old, compiled.defaults, b""))
            }
        };
        let found = (&mut findings.after, &mut findings.warnings);
        ratchet::rules(compiled.ratcheting, (tapes.new, old), compiled.topology, broken, found);
    }
}
