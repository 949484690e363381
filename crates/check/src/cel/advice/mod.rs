//! Advice for rules over their budgets: finds limits by estimating costs again. In: a rule, or all rules of a
//! version, that cost too much. Out: the smallest change that works, with the largest limits that work.
//!
//! `places` has the limits of a schema. `expression` estimates the cost of one rule under assumed limits,
//! `costing` the cost of several rules. `others` has the rules that must stay within their budgets. `search`
//! finds the change, and `unbounded` finds values that no limit helps.
//!
//! Easy to break: the work is bounded for each version, since hostile documents have many expensive rules.

mod costing;
mod counted;
mod expression;
mod others;
mod places;
mod search;
mod unbounded;

use std::collections::HashMap;
use std::fmt;

use super::budget::{OF_RULE, OF_VERSION};
use crate::rule_compiler::RuleCompiler;
use costing::{Constraints, Costing};
pub(super) use counted::Counted;
use crdc_schema::Schema;
use expression::{Estimate, compiled};
use others::Others;
use places::{BranchLimit, Places};
pub(super) use unbounded::unbounded;

/// The most nodes of expressions that are visited for all single rules of a version, and again for the budget
/// of the version.
const WORK: u64 = 1_000_000;
/// The most limits that a message names.
const LIMITS_NAMED: usize = 32;

/// The advice for a rule or version over its budget.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Advice {
    /// The limits to set. If one of them is left out, or is higher by one, the budget is exceeded.
    Set(Vec<Bound>),
    /// No limits make the rule fit.
    Impossible,
    /// The search for limits takes too long, or the rule does not compile.
    Unknown,
}

/// A limit to set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Bound {
    /// The path of the values, such as `.spec.items[*]`.
    path: String,
    /// `maxItems`, `maxProperties` or `maxLength`.
    keyword: &'static str,
    /// The limit.
    value: u64,
    /// The limit of the same values inside of `allOf`, `anyOf` or `oneOf`, if there is one.
    in_branch: Option<BranchLimit>,
}

/// Advises on single rules of a version, then on the budget of the version.
#[derive(Default)]
pub(super) struct Adviser<'s> {
    schemas: Option<(Places<'s>, Others)>,
    /// The limits that were advised, by the indices of places.
    advised: HashMap<usize, u64>,
    spent: u64,
}

impl<'s> Adviser<'s> {
    /// Advice for one rule or message. No other rule exceeds its budget under these limits, nor under these
    /// and all limits advised before.
    pub(super) fn rule(
        &mut self,
        counted: Counted<'s>,
        root: &'s Schema,
        compiler: &mut RuleCompiler,
    ) -> Advice {
        if self.spent >= WORK {
            return Advice::Unknown;
        }
        let (places, others) = schemas(&mut self.schemas, root, compiler);
        let Some(expression) = compiled(counted, places, compiler) else { return Advice::Unknown };
        // Later advice must keep this rule within its budget.
        others.set_fits(counted, true);
        let limits = Constraints { budget: OF_RULE, others, advised: &self.advised, left: WORK - self.spent };
        let costing = Costing::new(vec![expression], HashMap::new(), Estimate { compiler, places }, limits);
        let (found, spent) = search::smallest(costing);
        self.spent += spent;
        match &found {
            Ok(Some(bounds)) => self.assume(bounds),
            _ => others.set_fits(counted, false),
        }
        self.advice(found)
    }

    /// Advice for the budget of all rules of the version, on top of the limits advised for single rules.
    pub(super) fn version(
        &mut self,
        counted: &[Counted<'s>],
        root: &'s Schema,
        compiler: &mut RuleCompiler,
    ) -> Advice {
        let (places, others) = schemas(&mut self.schemas, root, compiler);
        let expressions = counted.iter().filter_map(|counted| compiled(*counted, places, compiler)).collect();
        let limits = Constraints { budget: OF_VERSION, others, advised: &self.advised, left: WORK };
        let estimate = Estimate { compiler, places };
        let costing = Costing::new(expressions, self.advised.clone(), estimate, limits);
        let found = search::smallest(costing).0;
        self.advice(found)
    }

    /// Whether limits were advised for a rule.
    pub(super) fn has_advised(&self) -> bool {
        !self.advised.is_empty()
    }

    fn assume(&mut self, bounds: &[(usize, u64)]) {
        for (place, value) in bounds {
            let limit = self.advised.entry(*place).or_insert(*value);
            *limit = (*limit).min(*value);
        }
    }

    fn advice(&self, found: search::Found) -> Advice {
        let Some((places, _)) = &self.schemas else { return Advice::Unknown };
        let named = |(place, value): (usize, u64)| {
            let keyword = places.limit(place)?.keyword;
            Some(Bound { path: places.path(place), keyword, value, in_branch: places.limit_in_branch(place) })
        };
        match found {
            Ok(Some(bounds)) => Advice::Set(bounds.into_iter().filter_map(named).collect()),
            Ok(None) => Advice::Impossible,
            Err(costing::Exhausted) => Advice::Unknown,
        }
    }
}

/// The limits and the rules of a version, collected when they are first needed.
fn schemas<'a, 's>(
    known: &'a mut Option<(Places<'s>, Others)>,
    root: &'s Schema,
    compiler: &mut RuleCompiler,
) -> (&'a Places<'s>, &'a mut Others) {
    let (places, others) = known.get_or_insert_with(|| {
        let places = Places::of(root);
        let others = Others::of(&places, compiler);
        (places, others)
    });
    (places, others)
}

/// Shows limits to set as the help of a diagnostic.
pub(super) struct Set<'b>(pub(super) &'b [Bound]);

impl fmt::Display for Set<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (named, others) = self.0.split_at(self.0.len().min(LIMITS_NAMED));
        let is_values = |bound: &&Bound| bound.in_branch == Some(BranchLimit::Enum);
        if let Some(Bound { path, .. }) = self.0.iter().find(is_values) {
            write!(
                f,
                "write the `enum` of `{path}` beside its `type`: inside of `allOf` it is not counted. If that does not suffice, "
            )?;
        }
        f.write_str("set ")?;
        for (index, Bound { path, keyword, value, .. }) in named.iter().enumerate() {
            if index > 0 {
                f.write_str(if index + 1 == self.0.len() { " and " } else { ", " })?;
            }
            let path = if path.is_empty() { "." } else { path };
            write!(f, "`{keyword}: {value}` on `{path}`")?;
        }
        if let Some(least) = others.iter().map(|bound| bound.value).min() {
            let count = others.len();
            write!(f, " and limits of {least} on {count} other lists, maps or strings that are read")?;
        }
        f.write_str(", or less")?;
        // apiserver: pkg/cel/common/schemas.go reads the structural part of a schema.
        match self.0.iter().any(|bound| bound.in_branch == Some(BranchLimit::Keyword)) {
            true => f.write_str("; limits inside of `allOf`, `anyOf` and `oneOf` are not counted"),
            false => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_few_limits_are_named() {
        let bounds = |n: u64| -> Vec<Bound> {
            (1..=n)
                .map(|n| Bound { path: format!(".p{n}"), keyword: "maxItems", value: n, in_branch: None })
                .collect()
        };
        assert_eq!(Set(&bounds(1)).to_string(), "set `maxItems: 1` on `.p1`, or less");
        assert_eq!(
            Set(&bounds(2)).to_string(),
            "set `maxItems: 1` on `.p1` and `maxItems: 2` on `.p2`, or less"
        );
        let in_branch = vec![Bound { in_branch: Some(BranchLimit::Keyword), ..bounds(1).remove(0) }];
        assert_eq!(
            Set(&in_branch).to_string(),
            "set `maxItems: 1` on `.p1`, or less; limits inside of `allOf`, `anyOf` and `oneOf` are not counted"
        );
        let many = Set(&bounds(40)).to_string();
        let end = "`maxItems: 32` on `.p32` and limits of 33 on 8 other lists, maps or strings that are read, or less";
        assert!(many.ends_with(end), "{many}");
    }
}
