//! Runs the rules of a resource over an object.
//!
//! In: the constants of generated code, the object that is stored and the old one. Out: broken rules, which
//! the request turns into errors and warnings. `candidates` first runs the pre-checks of the values that
//! decoding recorded, which suffices for most objects. Otherwise `walk` visits the values that have rules,
//! `counterparts` finds their old values when a rule uses one, `evaluate` runs one rule, `budget` counts
//! costs, `message` writes errors. Objects that cannot exceed the budget are not counted, unless a rule does
//! not hold: then the step starts again, counting, because messages may exceed it. `expressions` is for
//! tools: it evaluates single expressions.
//!
//! Easy to break: **an object whose rules hold allocates nothing** once the buffers have grown, and an old
//! object costs nothing unless a rule compares with it.
//!
//! Rules have a correlation of their own: the server finds `oldSelf` without regard to
//! `x-kubernetes-map-type`, and a rule that holds must not allocate. One walk visits the values with rules,
//! by a tree of constants. **Old values are looked up only when a transition rule runs**: the walk keeps the
//! enclosing values, and the first lookup resolves their old values from the root. The old object of a status
//! update, whose tape has the new status, is decoded again when the first rule uses it.
//
// apiextensions-apiserver: pkg/apiserver/schema/cel/validation.go; the registry passes the whole object

mod budget;
mod buffers;
mod candidates;
mod counterparts;
mod evaluate;
mod expressions;
mod frame;
mod message;
mod old;
pub(crate) mod rule;
mod size;
pub(crate) mod tree;
mod walk;

#[cfg(test)]
mod tests;

use alloc::vec::Vec;
use core::cell::OnceCell;

use crate::error::{Broken, Texts};
use crate::operation::RequestKind;
use crate::recycle::recycle;
use crate::side::Candidate;
use budget::Budget;
use counterparts::Index;
use crdc_cel::{Document, Indexes, Memory};
use crdc_object::tape::Tape;
use evaluate::Runner;
use rule::{RuleNode, Rules};
use tree::RuleTree;

pub(crate) use buffers::Buffers;
pub use expressions::Expressions;
pub(crate) use expressions::evaluate as evaluate_expressions;
pub(crate) use frame::Frame;
pub(crate) use old::OldObject;

/// The objects that the rules of a resource run over.
pub(crate) struct Objects<'v> {
    pub(crate) operation: RequestKind,
    /// The object that is stored.
    pub(crate) new: Tape<'v>,
    /// The old object of an update.
    pub(crate) old: Option<Tape<'v>>,
    /// The values of the new object that have rules which may not hold, if all are known.
    pub(crate) candidates: Option<&'v [Candidate]>,
    /// Whether no list of the new object has two items that must be distinct and are not.
    pub(crate) has_distinct_items: bool,
    /// Whether no value of the new object breaks its schema.
    pub(crate) fits_schema: bool,
}

/// Runs the rules of a resource. Appends the broken rules, and returns the cost of the rules, if it was
/// counted. `old` is the object that rules compare with.
pub(crate) fn check<'r, 'p: 'r>(
    objects: &Objects<'_>,
    rules: &'p Rules<'p>,
    old: &mut dyn OldObject<'r>,
    buffers: &mut Buffers,
    broken: &mut Vec<Broken>,
) -> Option<u64> {
    let Objects { operation, new, old: before, candidates, has_distinct_items: distinct, fits_schema } =
        *objects;
    let Buffers { memory, frames, index, indexes, counts } = buffers;
    // On request, if the schema is broken, or if an object is larger than the bound of `actions/rules/bound`
    // in crdc-plan.
    let counts = *counts || !fits_schema || !size::is_at_most(&new, before.as_ref(), rules.uncounted_up_to);
    for indexes in &mut *indexes {
        indexes.clear();
    }
    let [indexes, old_indexes] = &*indexes;
    let document = Document::new(new, indexes);
    if !counts
        && let Some(candidates) = candidates
        && candidates::passes_precheck(&document, rules, candidates, operation)
    {
        return None;
    }
    let mut open: Vec<Frame<&RuleNode<'p>>> = core::mem::take(frames);
    let mut walk = |counts| {
        let of = (&document, distinct, counts);
        run(of, (rules.root, &mut open), (&mut *old, old_indexes), (memory, index), broken)
    };
    let mut budget = walk(counts);
    if budget.is_needed() {
        budget = walk(true);
    }
    *frames = recycle(open);
    budget.spent()
}

/// Runs the rules of a Rust value. `root` is the rule tree at the root of the tape, `distinct` is whether no
/// list has two items that must be distinct and are not. Costs are counted.
#[cfg(feature = "derive")]
pub(crate) fn check_value<'r, N: RuleTree<'static>>(
    (tape, distinct): (Tape<'_>, bool),
    (root, open): (N, &mut Vec<Frame<N>>),
    old: &mut dyn OldObject<'r>,
    buffers: &mut Buffers,
    broken: &mut Vec<Broken>,
) {
    let Buffers { memory, index, indexes, .. } = buffers;
    for indexes in &mut *indexes {
        indexes.clear();
    }
    let [indexes, old_indexes] = &*indexes;
    let of = (&Document::new(tape, indexes), distinct, true);
    run(of, (root, open), (old, old_indexes), (memory, index), broken);
}

/// Visits the values of an object, and returns the remaining budget for its rules.
fn run<'p, N: RuleTree<'p>>(
    (tape, distinct, counts): (&Document<'_>, bool, bool),
    (root, open): (N, &mut Vec<Frame<N>>),
    (old, old_indexes): (&mut dyn OldObject<'_>, &Indexes),
    (memory, index): (&mut Memory, &mut Index),
    broken: &mut Vec<Broken>,
) -> Budget {
    let runner = Runner {
        tape,
        checked: &OnceCell::new(),
        visits_unchecked: tape.visits_unchecked(),
        old,
        old_indexes,
        memory,
        budget: Budget::new(counts),
        index,
        distinct,
        path: None,
        broken,
        texts: Texts::default(),
    };
    walk::walk(runner, open, root)
}
