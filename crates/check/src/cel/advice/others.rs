//! The other rules of a version, which must stay within their budgets when limits are advised for one rule.
//!
//! The server multiplies the cost of a rule by the number of its values. As long as a limit around a value is
//! missing, this is the number of values that fit in a request. Once all limits are set, it is their product,
//! which may be larger. So limits for one rule can bring another one over its budget.

use std::collections::{BTreeMap, HashMap};

use super::counted::Counted;
use super::expression::{Estimate, Expression, compiled};
use super::places::Places;
use crate::cel::budget::OF_RULE;
use crate::rule_compiler::RuleCompiler;
use crdc_schema::Rule;

/// All rules and messages of a version.
pub(super) struct Others {
    list: Vec<OtherRule>,
    /// The indices of the rules whose cost a limit changes, by the place of the limit.
    concerned: HashMap<usize, Vec<usize>>,
    by_rule: HashMap<(*const Rule, bool), usize>,
}

struct OtherRule {
    expression: Expression,
    /// Whether the rule must stay within its budget: it is so now, or with the limits advised for it.
    fits: bool,
}

impl Others {
    pub(crate) fn of(places: &Places<'_>, compiler: &mut RuleCompiler) -> Others {
        let mut others = Others { list: Vec::new(), concerned: HashMap::new(), by_rule: HashMap::new() };
        for schema in places.schemas() {
            let Some(of) = compiler.own(schema) else { continue };
            for rule in schema.x_validations.iter().flat_map(|rules| &rules.value) {
                for message in [false, true] {
                    let counted = Counted { schema, rule, of, message };
                    if message && rule.message_expression.is_none() {
                        continue;
                    }
                    if let Some(expression) = compiled(counted, places, compiler) {
                        others.add(counted, expression);
                    }
                }
            }
        }
        others
    }

    fn add(&mut self, counted: Counted<'_>, expression: Expression) {
        let index = self.list.len();
        for place in expression.concerns() {
            self.concerned.entry(place).or_default().push(index);
        }
        self.by_rule.insert((std::ptr::from_ref(counted.rule), counted.message), index);
        let fits = expression.cost <= OF_RULE;
        self.list.push(OtherRule { expression, fits });
    }

    /// Sets whether a rule must be within its budget from now on.
    pub(super) fn set_fits(&mut self, counted: Counted<'_>, fits: bool) {
        let index = self.by_rule.get(&(std::ptr::from_ref(counted.rule), counted.message));
        if let Some(other) = index.and_then(|index| self.list.get_mut(*index)) {
            other.fits = fits;
        }
    }

    /// Whether all rules that fit in their budgets with the limits in `advised` still fit when those in
    /// `lower` are added. Counts the visited nodes as work; `None` if these are more than are left.
    pub(super) fn stay_within(
        &self,
        lower: &BTreeMap<usize, u64>,
        advised: &HashMap<usize, u64>,
        estimate: Estimate<'_>,
        (work, left): (&mut usize, u64),
    ) -> Option<bool> {
        let mut concerned: Vec<usize> =
            lower.keys().filter_map(|place| self.concerned.get(place)).flatten().copied().collect();
        concerned.sort_unstable();
        concerned.dedup();
        let assumed = |place: usize| lower.get(&place).into_iter().chain(advised.get(&place)).min().copied();
        for index in concerned {
            let OtherRule { expression, fits } = &self.list[index];
            // A message is evaluated once, so limits only make it cheaper.
            if !fits || expression.around.is_none() {
                continue;
            }
            let reads = expression.reads.iter().any(|place| assumed(*place).is_some());
            *work += expression.work(reads);
            if *work as u64 > left {
                return None;
            }
            let each = if reads { estimate.each(expression, &assumed) } else { expression.each };
            if estimate.all(expression, each, &assumed) > OF_RULE {
                return Some(false);
            }
        }
        Some(true)
    }
}
