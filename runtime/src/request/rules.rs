//! The step of CEL rules. Broken rules become errors, or warnings if they use only unchanged values.
// apiextensions-apiserver: registry/customresource/{strategy,status_strategy}.go ValidateUpdate

use super::decode::decode_old_again;
use super::{Steps, Validated, Validation, ratchet};
use crate::decode::field_numbers::root;
use crate::error::{ErrorSource, ErrorType, FieldError, Report};
use crate::operation::RequestKind;

impl<'p> Validation<'_, 'p> {
    /// Runs the step.
    pub(super) fn rules(&mut self, steps: &Steps<'p>) {
        let step = steps.rules;
        if step.is_none() && !self.definition.has_rules {
            return;
        }
        self.findings.blocked = self.is_blocked();
        let Some(step) = step.filter(|_| !self.findings.blocked) else { return };
        step.run(self);
        if !self.findings.broken.is_empty() {
            self.tell_apart();
        }
    }

    /// Whether there are errors that prevent rules from running.
    // apiextensions-apiserver: registry/customresource/strategy.go hasBlockingErr
    pub(super) fn is_blocked(&mut self) -> bool {
        // On updates names and namespaces are validated elsewhere, and the step of rules ignores those that
        // are missing. It sees the sizes of annotations and managed fields.
        // apiserver: registry/rest/update.go validateCommonFields; apiextensions-apiserver:
        // registry/customresource/validator.go ValidateUpdate, ValidateStatusUpdate
        let create = self.request.kind == RequestKind::Create;
        let asked = |error: &FieldError| {
            error.source != ErrorSource::Metadata || create || error.error_type == ErrorType::TooLong
        };
        let blocks = |error: &FieldError| error.error_type.blocks_rules() && asked(error);
        if self.findings.before.iter().chain(&self.findings.after).any(blocks) {
            return true;
        }
        if self.violations.is_empty() {
            return false;
        }
        let Validated { root, prefix } = match self.request.kind {
            RequestKind::UpdateStatus => self.validated_status(),
            _ => Validated::OBJECT,
        };
        self.violations.sort_by_key(|violation| violation.at());
        let mut report = Report::new(self.tape, self.violations, root, prefix);
        Iterator::any(&mut report, |error| blocks(&error))
    }

    /// Separates broken rules into errors and warnings.
    fn tell_apart(&mut self) {
        let policy = self.ratcheting();
        let Validation { definition, request, tape, old, findings, buffers, .. } = self;
        let broken = core::mem::take(&mut findings.broken);
        // A status update has put the new status on the old object's tape.
        let before = match request.kind {
            RequestKind::UpdateStatus => decode_old_again(definition, request.old, &mut buffers.extensions),
            _ => None,
        };
        let old = match request.kind {
            RequestKind::Decode | RequestKind::Create => None,
            RequestKind::Update => *old,
            RequestKind::UpdateStatus => {
                before.as_ref().map(|(side, _)| side.tape(request.old, definition.defaults, b""))
            }
        };
        let type_meta = [tape.field(0, root::API_VERSION), tape.field(0, root::KIND)];
        ratchet::rules(policy, (*tape, old), definition.topology, type_meta, broken, findings);
    }
}
