//! The cost of one rule or message under assumed limits.

use std::cell::RefCell;
use std::collections::BTreeSet;

use super::counted::Counted;
use super::places::Places;
use crate::rule_compiler::RuleCompiler;
use crdc_cel::compile::Checked;
use crdc_cel::compile::types::DeclaredId;

/// A compiled rule or message, with its cost and the limits that the cost depends on.
pub(super) struct Expression {
    pub(super) checked: Checked,
    of: DeclaredId,
    /// The places whose limits the estimate of one evaluation reads.
    pub(super) reads: BTreeSet<usize>,
    /// The places of the lists and maps around `self`, whose limits multiply the cost. `None` for a message,
    /// which is evaluated once.
    pub(super) around: Option<Vec<usize>>,
    /// The number of evaluations that the server assumes if a limit around `self` is missing.
    cardinality: u64,
    /// The cost of one evaluation.
    pub(super) each: u64,
    /// The cost of all evaluations.
    pub(super) cost: u64,
}

/// The assumed limit of a place; `None` if the limit of the schema counts.
pub(super) type Assumed<'a> = &'a dyn Fn(usize) -> Option<u64>;

/// Estimates the costs of expressions.
#[derive(Clone, Copy)]
pub(super) struct Estimate<'c> {
    pub(super) compiler: &'c RuleCompiler,
    pub(super) places: &'c Places<'c>,
}

/// Compiles a rule or message; `None` if the server refuses it.
pub(super) fn compiled(
    Counted { schema, rule, of, message }: Counted<'_>,
    places: &Places<'_>,
    compiler: &mut RuleCompiler,
) -> Option<Expression> {
    let text = rule.expression(message);
    let optional = rule.has_optional_old_self();
    let checked = compiler.checked(text, of, optional)?;
    let around = (!message).then(|| places.around(schema));
    let cardinality = compiler.cardinality(of);
    let mut expression =
        Expression { checked, of, reads: BTreeSet::new(), around, cardinality, each: 0, cost: 0 };
    let (estimate, seen) = (Estimate { compiler, places }, RefCell::new(BTreeSet::new()));
    expression.each = estimate.each(&expression, &|place| {
        seen.borrow_mut().insert(place);
        None
    });
    expression.reads = seen.into_inner();
    expression.cost = estimate.all(&expression, expression.each, &|_| None);
    Some(expression)
}

impl Expression {
    /// The places whose limits change the cost.
    pub(super) fn concerns(&self) -> impl Iterator<Item = usize> {
        let around = self.around.iter().flatten().filter(|place| !self.reads.contains(place));
        self.reads.iter().chain(around).copied()
    }

    /// The work of an estimate, in visited nodes. `reads` is whether the expression reads a limit that
    /// changed.
    pub(super) fn work(&self, reads: bool) -> usize {
        let visited = if reads { self.checked.ast.len() } else { 0 };
        1 + self.around.as_ref().map_or(0, Vec::len) + visited
    }
}

impl Estimate<'_> {
    /// The lower of the schema's limit and the assumed one.
    fn lowered(self, place: usize, assumed: Assumed<'_>) -> Option<u64> {
        let set = self.places.limit(place).and_then(|limit| limit.now);
        set.into_iter().chain(assumed(place)).min()
    }

    /// The cost of one evaluation.
    pub(super) fn each(self, expression: &Expression, assumed: Assumed<'_>) -> u64 {
        let limits = |of| {
            let declared = self.compiler.scope().declarations.get(of).max_elements;
            let Some(place) = self.places.of_type(self.compiler.seen(of)) else { return declared };
            let lowered = assumed(place).and_then(|_| self.lowered(place, assumed));
            let bytes = self.places.limit(place).map_or(1, |limit| limit.bytes);
            lowered.map_or(declared, |limit| limit.saturating_mul(bytes))
        };
        self.compiler.max_cost_within(&expression.checked, expression.of, &limits)
    }

    /// The cost of all evaluations, if one evaluation costs `each`.
    pub(super) fn all(self, expression: &Expression, each: u64, assumed: Assumed<'_>) -> u64 {
        let Some(around) = &expression.around else { return each };
        let limits = around.iter().map(|place| self.lowered(*place, assumed));
        let times = limits.into_iter().try_fold(1_u64, |times, limit| Some(times.saturating_mul(limit?)));
        each.saturating_mul(times.unwrap_or(expression.cardinality))
    }
}
