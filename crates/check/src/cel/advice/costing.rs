//! The total cost of several rules under assumed limits. In: rules, limits and a budget. Out: whether the
//! rules fit in the budget.
//!
//! Easy to break: a new limit changes the estimates of the rules that it concerns, and of no others. Only the
//! expressions that read the limit are visited again.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use super::expression::{Estimate, Expression};
use super::others::Others;
use super::places::Limit;

/// Limits to set: the index of a place, and its limit.
pub(super) type Limits = [(usize, u64)];

/// The error that no work is left: finding the answer takes longer than allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Exhausted;

/// Rules and messages with a common budget.
pub(super) struct Costing<'c> {
    estimate: Estimate<'c>,
    expressions: Vec<Expression>,
    /// The indices of the expressions whose cost a limit changes, by the place of the limit.
    concerned: HashMap<usize, Vec<usize>>,
    /// The limits that are assumed, by place.
    assumed: HashMap<usize, u64>,
    total: u128,
    limits: Constraints<'c>,
    /// The work so far, in visited nodes.
    pub(super) spent: u64,
}

/// The constraints on new limits, and the work that is left.
pub(super) struct Constraints<'c> {
    /// The budget of all expressions together.
    pub(super) budget: u64,
    /// The rules that must stay within their own budgets.
    pub(super) others: &'c Others,
    /// The limits that were advised before, by place.
    pub(super) advised: &'c HashMap<usize, u64>,
    /// The nodes of expressions that may be visited.
    pub(super) left: u64,
}

/// The places of lists, maps and strings whose limits are set together.
pub(super) type Unit = Vec<usize>;

impl<'c> Costing<'c> {
    /// The costs of expressions under assumed limits.
    pub(super) fn new(
        expressions: Vec<Expression>,
        assumed: HashMap<usize, u64>,
        estimate: Estimate<'c>,
        limits: Constraints<'c>,
    ) -> Costing<'c> {
        let mut costing = Costing {
            estimate,
            expressions: Vec::new(),
            concerned: HashMap::new(),
            assumed,
            total: 0,
            limits,
            spent: 0,
        };
        for expression in expressions {
            costing.add(expression);
        }
        costing
    }

    fn add(&mut self, mut expression: Expression) {
        let assumed = |place: usize| self.assumed.get(&place).copied();
        if !self.assumed.is_empty() {
            expression.each = self.estimate.each(&expression, &assumed);
            expression.cost = self.estimate.all(&expression, expression.each, &assumed);
        }
        for place in expression.concerns() {
            self.concerned.entry(place).or_default().push(self.expressions.len());
        }
        self.total += u128::from(expression.cost);
        self.expressions.push(expression);
    }

    /// The limit that a place has or may have.
    pub(super) fn limit(&self, place: usize) -> Option<&Limit> {
        self.estimate.places.limit(place)
    }

    /// The limit of a place now: the lower of the schema's and the assumed one.
    pub(super) fn now(&self, place: usize) -> Option<u64> {
        let set = self.limit(place).and_then(|limit| limit.now);
        let assumed = self.assumed.get(&place).copied();
        set.into_iter().chain(assumed).min()
    }

    /// Whether the expressions fit in the budget without new limits.
    pub(super) fn is_within(&self) -> bool {
        self.total <= u128::from(self.limits.budget)
    }

    /// Whether the expressions fit in the budget with these limits, and no other rule exceeds its own budget.
    pub(super) fn is_within_with(&mut self, limits: &Limits) -> Result<bool, Exhausted> {
        let lower: BTreeMap<usize, u64> = limits.iter().copied().collect();
        let mut work = limits.len();
        let found = self.fits(&lower, &mut work);
        let done = (work as u64).min(self.limits.left);
        self.limits.left -= done;
        self.spent += done;
        found.ok_or(Exhausted)
    }

    /// Whether the rules fit with the limits `lower`. Adds the visited nodes to `work`; `None` if these are
    /// more than are left.
    fn fits(&self, lower: &BTreeMap<usize, u64>, work: &mut usize) -> Option<bool> {
        let mut concerned: BTreeSet<usize> = BTreeSet::new();
        for place in lower.keys() {
            concerned.extend(self.concerned.get(place).into_iter().flatten());
        }
        let assumed =
            |place: usize| lower.get(&place).into_iter().chain(self.assumed.get(&place)).min().copied();
        let mut total = self.total;
        for index in concerned {
            let expression = &self.expressions[index];
            let reads = lower.keys().any(|place| expression.reads.contains(place));
            *work += expression.work(reads);
            if *work as u64 > self.limits.left {
                return None;
            }
            let each = if reads { self.estimate.each(expression, &assumed) } else { expression.each };
            total -= u128::from(expression.cost);
            total += u128::from(self.estimate.all(expression, each, &assumed));
        }
        if total > u128::from(self.limits.budget) {
            return Some(false);
        }
        let Constraints { others, advised, left, .. } = self.limits;
        others.stay_within(lower, advised, self.estimate, (work, left))
    }

    /// The units to try: first those without a limit now, then those with one. In each list, the units of the
    /// most expensive rules come first, and outer lists and maps before the values inside. Missing limits
    /// around one value form one unit, since a cost falls only when all of them are set.
    pub(super) fn units(&self) -> (Vec<Unit>, Vec<Unit>) {
        let mut by_cost: Vec<&Expression> = self.expressions.iter().collect();
        // Rules are as many as the document has; their sizes do not matter.
        by_cost.sort_by_key(|expression| std::cmp::Reverse(expression.cost));
        let (mut missing, mut set) = (Vec::new(), Vec::new());
        let (mut inner, mut alone) = (HashSet::new(), HashSet::new());
        for expression in by_cost {
            let around = expression.around.iter().flatten().copied();
            let (limited, unlimited): (Unit, Unit) = around.partition(|place| self.now(*place).is_some());
            if let Some(innermost) = unlimited.first().copied()
                && inner.insert(innermost)
            {
                missing.push(unlimited.into_iter().rev().collect());
            }
            for place in limited.into_iter().rev().chain(expression.reads.iter().copied()) {
                if alone.insert(place) {
                    let list = if self.now(place).is_some() { &mut set } else { &mut missing };
                    list.push(vec![place]);
                }
            }
        }
        (missing, set)
    }
}
