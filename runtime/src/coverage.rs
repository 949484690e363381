//! Coverage of CEL rules by tests. For tests of crates that compile CRDs with `Config::rule_coverage(true)`.
//!
//! The counts are kept in the [`Scratch`] of the requests. A [`RuleCoverage`] is a copy of them: take one
//! from each scratch, and [merge](RuleCoverage::merge) them if there are several.
//!
//! ```ignore
//! #[test]
//! fn each_rule_is_tested() {
//!     let mut scratch = Scratch::new();
//!     for case in cases() {
//!         check(Gateway::create(case.object, &mut scratch), case);
//!     }
//!     RuleCoverage::of::<Gateway>(&scratch).expect("rule_coverage is on").assert_complete();
//! }
//! ```

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use crate::resource::Resource;
use crate::scratch::Scratch;

/// The coverage of a resource's rules by the requests of a scratch. `Display` writes it as a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleCoverage {
    rules: Vec<CoveredRule>,
}

/// A rule, and the counts of its results.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CoveredRule {
    /// The rule on one line.
    pub rule: &'static str,
    /// The path of the first values in the schema that have the rule, such as `spec.items[]`; empty for the
    /// object itself.
    pub path: &'static str,
    /// The file and line: `gateways.yaml:31`. The file alone if the line is not known.
    pub place: &'static str,
    /// The number of evaluations with the result true.
    pub held: u64,
    /// The number of evaluations with the result false.
    pub failed: u64,
    /// The number of times that the rule could not be evaluated.
    pub errors: u64,
    /// The operands of `&&` and `||` in the rule, and the conditions of `c ? a : b`.
    pub conditions: Vec<Condition>,
}

/// A condition in a rule, and the counts of its results. Operands that were not evaluated, because other
/// operands decided the result, do not count.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Condition {
    /// The condition on one line.
    pub text: &'static str,
    /// The number of evaluations with the result true.
    pub held: u64,
    /// The number of evaluations with the result false.
    pub failed: u64,
}

impl RuleCoverage {
    /// The coverage of a resource's rules by the requests of a scratch so far. `None` if its code records
    /// nothing: it was not compiled with `rule_coverage`, not in a test, or has no rules.
    #[must_use]
    pub fn of<R: Resource>(scratch: &Scratch) -> Option<RuleCoverage> {
        let table = R::compiled().steps.covered_rules?;
        let counts = scratch.buffers.rules.recorded(table);
        let count = |point: usize| counts.get(point).copied().unwrap_or_default();
        let rules = table.rules.iter().map(|rule| {
            let own = count(rule.point);
            let conditions = rule.conditions.iter().zip(rule.point + 1..).map(|(text, point)| {
                let counts = count(point);
                Condition { text, held: counts.held, failed: counts.failed }
            });
            CoveredRule {
                rule: rule.rule,
                path: rule.path,
                place: rule.place,
                held: own.held,
                failed: own.failed,
                errors: own.errors,
                conditions: conditions.collect(),
            }
        });
        Some(RuleCoverage { rules: rules.collect() })
    }

    /// The rules, in the order of the generated code.
    pub fn rules(&self) -> impl Iterator<Item = &CoveredRule> {
        self.rules.iter()
    }

    /// Adds the counts of the requests of another scratch. Rules of other resources are appended.
    pub fn merge(&mut self, other: RuleCoverage) {
        for theirs in other.rules {
            let same = |ours: &&mut CoveredRule| {
                (ours.rule, ours.path, ours.place) == (theirs.rule, theirs.path, theirs.place)
                    && ours.conditions.len() == theirs.conditions.len()
            };
            match self.rules.iter_mut().find(same) {
                Some(ours) => {
                    ours.held += theirs.held;
                    ours.failed += theirs.failed;
                    ours.errors += theirs.errors;
                    for (ours, theirs) in ours.conditions.iter_mut().zip(theirs.conditions) {
                        ours.held += theirs.held;
                        ours.failed += theirs.failed;
                    }
                }
                None => self.rules.push(theirs),
            }
        }
    }

    /// Asserts that each rule was both true and false.
    ///
    /// # Panics
    /// With the table, if a rule never held or never failed.
    #[track_caller]
    pub fn assert_rules(&self) {
        let missed = self.rules.iter().filter(|rule| !rule.is_tested()).count();
        assert!(missed == 0, "{missed} CEL rules were never made to hold, or never to fail\n{self}");
    }

    /// Asserts that each rule, and each of its conditions, was both true and false.
    ///
    /// # Panics
    /// With the table, if that is not so.
    #[track_caller]
    pub fn assert_complete(&self) {
        self.assert_rules();
        let missed = self.rules.iter().filter(|rule| rule.missed().next().is_some()).count();
        assert!(
            missed == 0,
            "{missed} CEL rules have conditions that were never true, or never false\n{self}"
        );
    }
}

impl CoveredRule {
    /// Whether the rule or condition was both true and false.
    #[must_use]
    pub fn is_tested(&self) -> bool {
        self.held > 0 && self.failed > 0
    }

    /// The conditions that were never true or never false, and the value that is missing.
    pub fn missed(&self) -> impl Iterator<Item = (&Condition, bool)> {
        self.conditions.iter().flat_map(|condition| {
            let never_true = (condition.held == 0).then_some((condition, true));
            never_true.into_iter().chain((condition.failed == 0).then_some((condition, false)))
        })
    }
}

impl fmt::Display for RuleCoverage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const LONGEST: usize = 60;
        let texts: Vec<String> = self.rules.iter().map(|rule| cut(rule.rule, LONGEST)).collect();
        let widest = |lengths: &mut dyn Iterator<Item = usize>| lengths.max().unwrap_or_default().max(5);
        let rules = widest(&mut texts.iter().map(|text| text.chars().count()));
        let places = widest(&mut self.rules.iter().map(|rule| rule.place.chars().count()));
        writeln!(f, "{:rules$}  {:places$}  {:>6} {:>6} {:>6}", "rule", "place", "held", "failed", "errors")?;
        for (rule, text) in self.rules.iter().zip(&texts) {
            let CoveredRule { place, held, failed, errors, .. } = rule;
            writeln!(f, "{text:rules$}  {place:places$}  {held:>6} {failed:>6} {errors:>6}")?;
            for (condition, value) in rule.missed() {
                writeln!(f, "    never {value}: {}", condition.text)?;
            }
        }
        Ok(())
    }
}

/// Cuts a text to at most this number of characters.
fn cut(text: &str, longest: usize) -> String {
    if text.chars().count() <= longest {
        return text.to_owned();
    }
    text.chars().take(longest - 1).chain(['…']).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;
    use alloc::vec;

    fn rule(held: u64, failed: u64, conditions: Vec<Condition>) -> CoveredRule {
        CoveredRule {
            rule: "self.a > 1 && self.b",
            path: "spec",
            place: "a.yaml:7",
            held,
            failed,
            errors: 0,
            conditions,
        }
    }

    fn condition(text: &'static str, held: u64, failed: u64) -> Condition {
        Condition { text, held, failed }
    }

    #[test]
    fn the_table_names_what_never_happened() {
        let conditions = vec![condition("self.a > 1", 3, 1), condition("self.b", 3, 0)];
        let coverage = RuleCoverage { rules: vec![rule(3, 1, conditions)] };
        let expected = "\
rule                  place       held failed errors
self.a > 1 && self.b  a.yaml:7       3      1      0
    never false: self.b
";
        assert_eq!(coverage.to_string(), expected);
        coverage.assert_rules();
    }

    #[test]
    #[should_panic(expected = "1 CEL rules were never made to hold, or never to fail")]
    fn a_rule_that_never_failed_is_not_tested() {
        RuleCoverage { rules: vec![rule(3, 0, Vec::new())] }.assert_rules();
    }

    #[test]
    #[should_panic(expected = "never false: self.b")]
    fn a_condition_that_was_never_false_is_not_tested() {
        RuleCoverage { rules: vec![rule(3, 1, vec![condition("self.b", 3, 0)])] }.assert_complete();
    }

    #[test]
    fn counts_of_several_scratches_are_added() {
        let mut all = RuleCoverage { rules: vec![rule(3, 0, vec![condition("self.b", 3, 0)])] };
        all.merge(RuleCoverage { rules: vec![rule(0, 2, vec![condition("self.b", 0, 2)])] });
        assert_eq!(all.rules, [rule(3, 2, vec![condition("self.b", 3, 2)])]);
        all.assert_complete();
    }
}
