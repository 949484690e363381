//! The costs of rules under other limits.
//!
//! Easy to break: only the rules that a limit concerns are estimated again, and only those that read it are visited.

use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap, HashSet};

use super::Counted;
use super::places::{Limit, Places};
use crate::cel::Checked;
use crate::cel::types::DeclaredId;
use crate::check::cel::compile::RuleCompiler;

/// Limits to set: the index of a place, and its limit.
pub(super) type Limits = [(usize, u64)];

/// The work that is allowed is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Exhausted;

/// Rules and messages with a common budget.
pub(super) struct Costing<'c> {
    compiler: &'c RuleCompiler,
    places: &'c Places<'c>,
    expressions: Vec<Expression>,
    /// The expressions that a limit concerns.
    concerned: HashMap<usize, Vec<usize>>,
    /// The limits that are assumed.
    assumed: HashMap<usize, u64>,
    total: u128,
    budget: u64,
    left: u64,
    /// The work that is done.
    pub(super) spent: u64,
}

struct Expression {
    checked: Checked,
    of: DeclaredId,
    /// The places whose limits it reads.
    reads: BTreeSet<usize>,
    /// The lists and maps around its value, whose limits multiply its cost. A message has none.
    around: Option<Vec<usize>>,
    /// How often its value can be in an object if a limit is missing.
    cardinality: u64,
    /// The cost of one evaluation, and of all.
    each: u64,
    cost: u64,
}

/// Lists, maps and strings whose limits are set together.
pub(super) type Unit = Vec<usize>;

impl<'c> Costing<'c> {
    /// Compiles expressions, and assumes limits.
    pub(super) fn new(
        counted: &[Counted<'_>],
        places: &'c Places<'c>,
        assumed: &Limits,
        budget: u64,
        left: u64,
        compiler: &'c mut RuleCompiler,
    ) -> Costing<'c> {
        let mut compiled = Vec::new();
        for Counted { schema, rule, of, message } in counted {
            let text = if *message { &rule.message_expression } else { &rule.rule };
            let text = text.as_ref().map_or("", |at| at.value.as_str());
            let optional = rule.optional_old_self.as_ref().is_some_and(|at| at.value);
            if let Some(checked) = compiler.checked(text, *of, optional) {
                compiled.push((checked, *of, (!message).then(|| places.around(schema))));
            }
        }
        let mut lowest = HashMap::new();
        for (place, value) in assumed {
            let limit = lowest.entry(*place).or_insert(*value);
            *limit = (*limit).min(*value);
        }
        let mut costing = Costing {
            compiler,
            places,
            expressions: Vec::new(),
            concerned: HashMap::new(),
            assumed: lowest,
            total: 0,
            budget,
            left,
            spent: 0,
        };
        for (checked, of, around) in compiled {
            costing.add(checked, of, around);
        }
        costing
    }

    fn add(&mut self, checked: Checked, of: DeclaredId, around: Option<Vec<usize>>) {
        let cardinality = self.compiler.cardinality(of);
        let mut expression =
            Expression { checked, of, reads: BTreeSet::new(), around, cardinality, each: 0, cost: 0 };
        let index = self.expressions.len();
        let (none, seen) = (HashMap::new(), RefCell::new(BTreeSet::new()));
        expression.each = self.each(&expression, &none, Some(&seen));
        expression.reads = seen.into_inner();
        expression.cost = self.all(&expression, expression.each, &none);
        let around = expression.around.iter().flatten().copied();
        let concerned: HashSet<usize> = expression.reads.iter().copied().chain(around).collect();
        for place in concerned {
            self.concerned.entry(place).or_default().push(index);
        }
        self.total += u128::from(expression.cost);
        self.expressions.push(expression);
    }

    /// The limit of a place.
    pub(super) fn limit(&self, place: usize) -> Option<&Limit> {
        self.places.limit(place)
    }

    /// The limit that values have.
    pub(super) fn now(&self, place: usize) -> Option<u64> {
        let set = self.places.limit(place).and_then(|limit| limit.now);
        let assumed = self.assumed.get(&place).copied();
        set.into_iter().chain(assumed).min()
    }

    fn lowered(&self, place: usize, lower: &HashMap<usize, u64>) -> Option<u64> {
        self.now(place).into_iter().chain(lower.get(&place).copied()).min()
    }

    /// The cost of one evaluation.
    fn each(
        &self,
        expression: &Expression,
        lower: &HashMap<usize, u64>,
        seen: Option<&RefCell<BTreeSet<usize>>>,
    ) -> u64 {
        let limits = |of| {
            let declared = self.compiler.scope().declarations.get(of).max_elements;
            let Some(place) = self.places.of_type(of) else { return declared };
            if let Some(seen) = seen {
                seen.borrow_mut().insert(place);
            }
            let is_lower = lower.contains_key(&place) || self.assumed.contains_key(&place);
            let lowered = is_lower.then(|| self.lowered(place, lower)).flatten();
            let bytes = self.places.limit(place).map_or(1, |limit| limit.bytes);
            lowered.map_or(declared, |limit| limit.saturating_mul(bytes))
        };
        self.compiler.max_cost_within(&expression.checked, expression.of, &limits)
    }

    /// The cost of all evaluations.
    fn all(&self, expression: &Expression, each: u64, lower: &HashMap<usize, u64>) -> u64 {
        let Some(around) = &expression.around else { return each };
        let limits = around.iter().map(|place| self.lowered(*place, lower));
        let times = limits.into_iter().try_fold(1_u64, |times, limit| Some(times.saturating_mul(limit?)));
        each.saturating_mul(times.unwrap_or(expression.cardinality))
    }

    /// Whether the budget suffices already.
    pub(super) fn is_within(&self) -> bool {
        self.total <= u128::from(self.budget)
    }

    /// Whether the budget suffices with these limits.
    pub(super) fn is_within_with(&mut self, limits: &Limits) -> Result<bool, Exhausted> {
        let lower: HashMap<usize, u64> = limits.iter().copied().collect();
        let mut work = limits.len();
        let mut concerned: BTreeSet<usize> = BTreeSet::new();
        for place in lower.keys() {
            concerned.extend(self.concerned.get(place).into_iter().flatten());
        }
        let mut total = self.total;
        for index in concerned {
            let expression = &self.expressions[index];
            let reads = lower.keys().any(|place| expression.reads.contains(place));
            work += 1 + expression.around.as_ref().map_or(0, Vec::len);
            if reads {
                work += expression.checked.ast.len();
            }
            if work as u64 > self.left {
                self.spent += self.left;
                self.left = 0;
                return Err(Exhausted);
            }
            let each = if reads { self.each(expression, &lower, None) } else { expression.each };
            total -= u128::from(expression.cost);
            total += u128::from(self.all(expression, each, &lower));
        }
        self.left = self.left.saturating_sub(work as u64);
        self.spent += work as u64;
        Ok(total <= u128::from(self.budget))
    }

    /// What can be limited, without and with a limit now: of the most expensive rules first; around a value before
    /// inside of it. The limits that are missing around a value count only together.
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
