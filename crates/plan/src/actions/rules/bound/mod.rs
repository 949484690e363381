//! Computes the size of objects up to which the rules cannot exceed a budget, whatever the objects contain,
//! so that costs need not be counted. In: the programs of the rules. Out: a number of bytes.
//!
//! For a given size of objects, the cost of each program has a bound (`parts`, `calls`), which grows with the
//! sizes of the values that the program reads (`linear`, `values`, with the limits of `schema`). `concave`
//! sums these bounds over all values of an object. The server's estimate is far higher, because it ignores
//! that values share the bytes of the object.
//!
//! Messages have no bound: when a rule does not hold, the runtime evaluates again and counts costs.

mod calls;
mod concave;
mod limits;
mod linear;
mod parts;
mod schema;
#[cfg(test)]
mod tests;
mod values;

use std::collections::HashMap;

use super::builder::RuleBuilder;
use crate::{NodeId, Others};
use concave::Concave;
use crdc_cel::compile::program::Program;
use crdc_check::rule_compiler::Seen;
use crdc_vocabulary::rules::{COST_OF_CALL, COST_OF_OBJECT};
use limits::Limits;
use linear::{OLD, SELF};
use parts::Parts;

/// The largest size of an object, whose offsets have 32 bits.
const LARGEST: u32 = u32::MAX;

/// The programs of the rules of each node.
pub(super) type Programs<'r> = HashMap<NodeId, Vec<&'r Program>>;

impl RuleBuilder<'_> {
    /// The size of an object up to which neither a rule nor the whole object can exceed its budget; 0 if
    /// there is no such size.
    pub(super) fn uncounted_up_to(&self, programs: &Programs<'_>) -> u32 {
        if self.are_within(programs, LARGEST) {
            return LARGEST;
        }
        let (mut within, mut beyond) = (0, LARGEST);
        while beyond - within > 1 {
            let middle = within + (beyond - within) / 2;
            if self.are_within(programs, middle) { within = middle } else { beyond = middle }
        }
        within
    }

    /// Whether all objects of this size are within the budgets.
    fn are_within(&self, programs: &Programs<'_>, size: u32) -> bool {
        let size = f64::from(size);
        let mut known = HashMap::new();
        // One less, since floating point rounds.
        self.cost_below(programs, self.plan.root, size, &mut known)
            .is_some_and(|cost| cost.at(size) <= as_cost(COST_OF_OBJECT) - 1.0)
    }

    /// The highest cost of the rules of a value and of all values below it, as a function of its size. `None`
    /// if a rule exceeds its budget.
    fn cost_below(
        &self,
        programs: &Programs<'_>,
        id: NodeId,
        size: f64,
        known: &mut HashMap<NodeId, Concave>,
    ) -> Option<Concave> {
        if let Some(cost) = known.get(&id) {
            return Some(cost.clone());
        }
        let (node, seen) = (&self.plan.nodes[id], self.seen(id));
        let mut own = Concave::default();
        for program in programs.get(&id).into_iter().flatten() {
            let (most, lines) = self.cost_of(program, seen, true, size);
            if most > as_cost(COST_OF_CALL) - 1.0 {
                return None;
            }
            own = own.plus(&Concave::smallest_of(&lines));
        }
        let mut below = Concave::default();
        for field in node.object.fields.iter().filter(|field| self.holds[field.node]) {
            below = below.sharing(&self.cost_below(programs, field.node, size, known)?);
        }
        let each = match node.object.others {
            Others::Each(each) => Some((each, node.object.max)),
            _ => node.array.items.map(|items| (items, node.array.max)),
        };
        if let Some((each, most)) = each.filter(|(each, _)| self.holds[*each]) {
            let each = self.cost_below(programs, each, size, known)?;
            below = below.sharing(&each.of_items(most.map(schema::as_size), self.smallest_part(seen, true)));
        }
        let cost = own.plus(&below);
        known.insert(id, cost.clone());
        Some(cost)
    }

    /// The highest cost of a program in objects of a size, and as lines by the size of `self`.
    pub(super) fn cost_of(
        &self,
        program: &Program,
        seen: Seen,
        trusted: bool,
        size: f64,
    ) -> (f64, Vec<(f64, f64)>) {
        let bounds = Limits::ALL.map(|limits| {
            let mut parts = Parts::new(self, seen, trusted, limits, size);
            let cost = parts.expr(&program.root).0;
            let without_self = cost.constant + linear::times(cost.rate(OLD), size);
            (cost.most(&parts.maxima), (without_self, cost.rate(SELF)))
        });
        let most = bounds.iter().map(|(most, _)| *most).fold(f64::INFINITY, f64::min);
        (most, bounds.map(|(_, line)| line).to_vec())
    }
}

#[expect(clippy::cast_precision_loss, reason = "both budgets are small")]
fn as_cost(budget: u64) -> f64 {
    budget as f64
}
