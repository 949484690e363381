//! Runs the rules of a resource over an object: the step of generated code.
//!
//! In: the constants of generated code, the object that is stored and the old one. Out: broken rules, which the
//! request turns into errors and warnings. `noted` asks first whether all rules of the values that decoding noted surely hold, which is all for most
//! objects. Otherwise `walk` visits the values that have rules, `counterparts` finds their
//! old values when a rule asks for one, `evaluate` runs one rule, `budget` counts costs, `message` writes errors.
//! Objects that cannot exceed the budget are not counted, unless a rule does not hold: then the step starts again,
//! counting, because messages may exceed it. `expressions` is for tools: it evaluates single expressions, whose values `shown` writes.
//!
//! Easy to break: **an object whose rules hold allocates nothing** once the buffers have grown, and an old
//! object costs nothing unless a rule compares with it.
//
// apiextensions-apiserver: pkg/apiserver/schema/cel/validation.go; the registry passes the whole object

mod budget;
mod counterparts;
mod evaluate;
mod expressions;
mod message;
mod noted;
mod old;
mod shown;
mod size;
mod walk;

#[cfg(test)]
mod tests;

use alloc::vec::Vec;
use core::cell::OnceCell;

use super::{Document, Indexes, Memory, Rules};
use crate::decode::meta::root;
use crate::error::Texts;
use crate::recycle::recycle;
use crate::request::Validation;
use crate::side::{Records, Side};
use budget::Budget;
use counterparts::Index;
use evaluate::Runner;
use old::OldObject;
use walk::Frame;

pub use expressions::{Expression, Expressions, evaluate as evaluate_expressions};
pub use shown::write as write_value;

/// Working memory of the step.
#[derive(Debug, Default)]
pub(crate) struct Buffers {
    memory: Memory,
    /// Values that enclose the current one, and itself.
    frames: Vec<Frame<'static>>,
    /// Sorted children of old values.
    index: Index,
    /// Indexes of large values of both objects.
    indexes: [Indexes; 2],
    /// The old object of a status update, whose own tape has the new status.
    before: Side,
    records: Records<'static>,
    /// Whether costs are counted even if no object of that size can exceed its budget.
    counts: bool,
}

impl Buffers {
    /// Whether costs are counted even if no object of that size can exceed its budget.
    pub(crate) fn count_costs(&mut self, counts: bool) {
        self.counts = counts;
    }

    /// What was recorded of the rules of a resource, by point.
    #[cfg(feature = "coverage")]
    pub(crate) fn recorded(
        &self,
        rules: &'static super::coverage::CoveredRules,
    ) -> Vec<super::coverage::Counts> {
        self.memory.recorder.counts(rules)
    }
}

/// Runs the rules of a resource over the object that would be stored. Errors of the rules are in the outcome.
pub fn run<'p>(validation: &mut Validation<'_, 'p>, rules: &'p Rules<'p>) {
    // No other rules see the name.
    let of_metadata = rules.root.fields.iter().any(|(number, _)| *number == root::METADATA);
    let sees_name = of_metadata || !rules.root.rules.is_empty();
    let named = if sees_name { validation.named() } else { None };
    match named {
        Some(named) => run_on(&mut validation.with_generated_name(&named), rules),
        None => run_on(validation, rules),
    }
}

fn run_on<'p>(validation: &mut Validation<'_, 'p>, rules: &'p Rules<'p>) {
    let distinct = validation.has_distinct_items();
    let fits = validation.fits_schema();
    let ruled = validation.ruled();
    let Validation { compiled, request, tape, old, findings, buffers, .. } = validation;
    let crate::scratch::Buffers { rules: own, extensions, .. } = &mut **buffers;
    let Buffers { memory, frames, index, indexes, before, records, counts } = own;
    let counts = *counts || !fits || !size::is_at_most(tape, old.as_ref(), rules.uncounted_up_to);
    for indexes in &mut *indexes {
        indexes.clear();
    }
    let [indexes, old_indexes] = &*indexes;
    let document = Document::new(*tape, indexes);
    if !counts
        && let Some(ruled) = ruled
        && noted::surely_hold(&document, rules, ruled, request.operation)
    {
        findings.rule_cost = None;
        return;
    }
    let checked = OnceCell::new();
    let mut open: Vec<Frame<'p>> = core::mem::take(frames);
    let mut walk = |counts| {
        let runner = Runner {
            tape: &document,
            checked: &checked,
            visits_unchecked: document.visits_unchecked(),
            old: OldObject::new(compiled, request, old.unwrap_or(*tape), (before, records), extensions),
            old_indexes,
            memory,
            budget: Budget::new(counts),
            index,
            distinct,
            path: None,
            broken: &mut findings.broken,
            texts: Texts::default(),
        };
        walk::walk(runner, &mut open, rules.root)
    };
    let mut budget = walk(counts);
    if budget.is_needed() {
        budget = walk(true);
    }
    *frames = recycle(open);
    findings.rule_cost = budget.spent();
}
