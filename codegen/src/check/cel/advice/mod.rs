//! How rules get under their budgets: which limits on which paths, found by estimating costs again. In: a rule, or
//! all rules of a version, that cost too much. Out: the smallest change that works, with the largest limits that work.
//!
//! `places` knows the limits of a schema, `costing` the costs under other limits, `search` finds the change.
//!
//! Easy to break: the work is bounded for each version, since hostile documents have many expensive rules.

mod costing;
mod places;
mod search;

use std::fmt;

use super::budget::{OF_RULE, OF_VERSION};
use super::compile::RuleCompiler;
use super::declare::Declare;
use crate::cel::types::DeclaredId;
use crate::schema::{Rule, Schema};
use costing::Costing;
use places::Places;

/// How many nodes of expressions are visited for the rules of a version, and for their total.
const WORK: u64 = 1_000_000;
/// How many limits are named.
const NAMED: usize = 32;

/// How a rule or version gets under its budget.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Advice {
    /// With these limits. Without one of them, or with one of them one higher, the budget is exceeded.
    Set(Vec<Bound>),
    /// With no limits.
    Impossible,
    /// Finding out takes too long.
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
}

/// A rule or message whose cost counts.
#[derive(Clone, Copy)]
pub(super) struct Counted<'s> {
    /// The schema that has the rule.
    pub(super) schema: &'s Schema,
    /// The rule.
    pub(super) rule: &'s Rule,
    /// The type of its value.
    pub(super) of: DeclaredId,
    /// Whether it is the message.
    pub(super) message: bool,
}

/// Advises on the rules of a version, then on the version.
#[derive(Default)]
pub(super) struct Adviser<'s> {
    places: Option<Places<'s>>,
    /// The limits that were advised, by the indices of places.
    advised: Vec<(usize, u64)>,
    spent: u64,
}

impl<'s> Adviser<'s> {
    /// Advice for one rule or message.
    pub(super) fn rule(
        &mut self,
        counted: Counted<'s>,
        root: &'s Schema,
        declare: &Declare,
        compiler: &mut RuleCompiler,
    ) -> Advice {
        let places = self.places.get_or_insert_with(|| Places::of(root, declare));
        if self.spent >= WORK {
            return Advice::Unknown;
        }
        let costing = Costing::new(&[counted], places, &[], OF_RULE, WORK - self.spent, compiler);
        let (found, spent) = search::smallest(costing);
        self.spent += spent;
        if let Ok(Some(bounds)) = &found {
            self.advised.extend(bounds);
        }
        advice(found, places)
    }

    /// Advice for all rules of the version, besides what was advised for single ones.
    pub(super) fn version(
        &mut self,
        counted: &[Counted<'s>],
        root: &'s Schema,
        declare: &Declare,
        compiler: &mut RuleCompiler,
    ) -> Advice {
        let places = self.places.get_or_insert_with(|| Places::of(root, declare));
        let costing = Costing::new(counted, places, &self.advised, OF_VERSION, WORK, compiler);
        advice(search::smallest(costing).0, places)
    }

    /// Whether limits were advised for a rule.
    pub(super) fn has_advised(&self) -> bool {
        !self.advised.is_empty()
    }
}

fn advice(found: search::Found, places: &Places<'_>) -> Advice {
    match found {
        Ok(Some(bounds)) => Advice::Set(
            bounds
                .into_iter()
                .filter_map(|(place, value)| {
                    let keyword = places.limit(place)?.keyword;
                    Some(Bound { path: places.path(place), keyword, value })
                })
                .collect(),
        ),
        Ok(None) => Advice::Impossible,
        Err(costing::Exhausted) => Advice::Unknown,
    }
}

/// Limits to set, as help.
pub(super) struct Set<'b>(pub(super) &'b [Bound]);

impl fmt::Display for Set<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (named, others) = self.0.split_at(self.0.len().min(NAMED));
        f.write_str("set ")?;
        for (index, Bound { path, keyword, value }) in named.iter().enumerate() {
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
        f.write_str(", or less")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_few_limits_are_named() {
        let bounds = |n: u64| -> Vec<Bound> {
            (1..=n).map(|n| Bound { path: format!(".p{n}"), keyword: "maxItems", value: n }).collect()
        };
        assert_eq!(Set(&bounds(1)).to_string(), "set `maxItems: 1` on `.p1`, or less");
        assert_eq!(
            Set(&bounds(2)).to_string(),
            "set `maxItems: 1` on `.p1` and `maxItems: 2` on `.p2`, or less"
        );
        let many = Set(&bounds(40)).to_string();
        let end = "`maxItems: 32` on `.p32` and limits of 33 on 8 other lists, maps or strings that are read, or less";
        assert!(many.ends_with(end), "{many}");
    }
}
