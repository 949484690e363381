//! Coverage of rules and conditions by tests. A point is a rule or a condition in one. Generated code has the
//! table, and only its tests name it in programs.

#[cfg(feature = "coverage")]
pub(crate) mod recorder;

/// The points of a resource.
#[derive(Debug)]
pub struct CoveredRules {
    /// The number of them.
    pub points: usize,
    /// The rules.
    pub rules: &'static [CoveredRule],
}

/// A rule and its conditions.
#[derive(Debug)]
pub struct CoveredRule {
    /// The rule on one line.
    pub rule: &'static str,
    /// The path of the first values in the schema that have it.
    pub path: &'static str,
    /// The file and line.
    pub place: &'static str,
    /// The point of the rule; those of its conditions follow.
    pub point: usize,
    /// The conditions, in the order in which they are emitted.
    pub conditions: &'static [&'static str],
}

/// The record of a rule's program: the table, if the code is that of tests, and the point of the rule.
#[must_use]
pub const fn recorded(
    rules: Option<&'static CoveredRules>,
    point: usize,
) -> Option<(&'static CoveredRules, usize)> {
    match rules {
        Some(rules) => Some((rules, point)),
        None => None,
    }
}
