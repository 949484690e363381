//! Runs the rules of a resource, for generated code and plans.
//
// apiextensions-apiserver: registry/customresource/{strategy,status_strategy}.go ValidateUpdate

use super::Validation;
use super::decode::decode_stored_to;
use super::extensions::normalize_status;
use crate::decode::field_numbers::root;
use crate::definition::Definition;
use crate::extensions;
use crate::operation::RequestKind;
use crate::rules::rule::Rules;
use crate::rules::{self, Expressions, Objects, OldObject};
use crate::side::{Records, Side};
use crdc_object::tape::Tape;
#[cfg(feature = "derive")]
use {
    super::ratchet, crate::correlate::Correlated, crate::rules::Frame, crate::rules::tree::RuleTree,
    alloc::vec::Vec,
};

/// Runs the rules of a resource over the object that would be stored. Errors of the rules are in the outcome.
pub fn run<'p>(validation: &mut Validation<'_, 'p>, rules: &'p Rules<'p>) {
    // Other rules cannot read the name.
    let of_metadata = rules.root.fields.iter().any(|(number, _)| *number == root::METADATA);
    let sees_name = of_metadata || !rules.root.rules.is_empty();
    let named = if sees_name { validation.named() } else { None };
    match named {
        Some(named) => run_on(&mut validation.with_generated_name(&named), rules),
        None => run_on(validation, rules),
    }
}

fn run_on<'p>(validation: &mut Validation<'_, 'p>, rules: &'p Rules<'p>) {
    let objects = Objects {
        operation: validation.request.kind,
        new: validation.tape,
        old: validation.old,
        candidates: validation.candidates(),
        has_distinct_items: validation.has_distinct_items(),
        fits_schema: validation.fits_schema(),
    };
    let Validation { definition, request, findings, buffers, .. } = validation;
    let crate::scratch::Buffers { rules: own, extensions, before, before_records, .. } = &mut **buffers;
    let (tape, undecoded) = match objects.operation {
        RequestKind::Decode | RequestKind::Create => (None, None),
        RequestKind::Update => (objects.old, None),
        RequestKind::UpdateStatus => {
            let side = (before, before_records);
            (None, Some(Undecoded { definition, text: request.old, side, buffers: extensions }))
        }
    };
    let mut old = Stored { tape, undecoded };
    findings.rule_cost = rules::check(&objects, rules, &mut old, own, &mut findings.broken);
}

/// The methods for rules of Rust values.
#[cfg(feature = "derive")]
impl Validation<'_, '_> {
    /// Whether there are errors already, ratcheted ones aside.
    pub(crate) fn has_errors(&self) -> bool {
        !self.violations.is_empty() || !self.findings.after.is_empty()
    }

    /// Runs the rules at and below the root of a value's tape. Errors of unchanged values, which `topology`
    /// correlates with old ones, are not in the outcome, as on servers, where they are warnings.
    pub(crate) fn rules_of_value<N: RuleTree<'static>, C: for<'c> Correlated<'c>>(
        &mut self,
        (root, frames): (N, &mut Vec<Frame<N>>),
        topology: C,
    ) {
        self.findings.blocked = self.is_blocked();
        if self.findings.blocked {
            return;
        }
        let (new, old, policy) = (self.tape, self.old, self.ratcheting());
        let distinct = self.has_distinct_items();
        let Validation { findings, buffers, .. } = self;
        let mut stored = Stored { tape: old, undecoded: None };
        rules::check_value(
            (new, distinct),
            (root, frames),
            &mut stored,
            &mut buffers.rules,
            &mut findings.broken,
        );
        if !findings.broken.is_empty() {
            let broken = core::mem::take(&mut findings.broken);
            ratchet::rules(policy, (new, old), topology, [None; 2], broken, findings);
        }
    }
}

/// Evaluates expressions, for tools: see [`Expressions`].
pub fn evaluate_expressions(validation: &mut Validation<'_, '_>, expressions: &'static Expressions) {
    let Validation { tape, findings, buffers, .. } = validation;
    findings.broken.extend(rules::evaluate_expressions(*tape, expressions, &mut buffers.rules));
}

/// The object that is stored. The object of a status update is decoded when the first rule uses it.
struct Stored<'r, 'p> {
    tape: Option<Tape<'r>>,
    undecoded: Option<Undecoded<'r, 'p>>,
}

struct Undecoded<'r, 'p> {
    definition: &'p Definition<'p>,
    text: &'r [u8],
    side: (&'r mut Side, &'r mut Records<'static>),
    buffers: &'r mut extensions::Buffers<'static>,
}

impl<'r, 'p: 'r> OldObject<'r> for Stored<'r, 'p> {
    fn tape(&mut self) -> Option<Tape<'r>> {
        let Some(Undecoded { definition, text, side: (side, records), buffers }) = self.undecoded.take()
        else {
            return self.tape;
        };
        let mut found = core::mem::take(records);
        if decode_stored_to(definition, text, side, &mut found) {
            normalize_status(definition, text, side, buffers);
            let side: &'r Side = side;
            self.tape = Some(side.tape(text, definition.defaults, b""));
        }
        *records = found.recycled();
        self.tape
    }
}
