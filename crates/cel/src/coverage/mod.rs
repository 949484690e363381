//! Coverage of rules and conditions by tests. A point is a rule or a condition in a rule. Generated code
//! contains the table of points, and only its tests refer to the table in programs.

#[cfg(feature = "coverage")]
pub(crate) mod recorder;

/// The points of a resource.
#[derive(Debug)]
pub struct CoveredRules {
    /// The number of points.
    pub points: usize,
    /// The rules.
    pub rules: &'static [CoveredRule],
}

/// A rule and its conditions.
#[derive(Debug)]
pub struct CoveredRule {
    /// The text of the rule on one line.
    pub rule: &'static str,
    /// The path of the first values in the schema that have the rule.
    pub path: &'static str,
    /// The file and line.
    pub place: &'static str,
    /// The number of the rule's point. The points of its conditions follow.
    pub point: usize,
    /// The conditions, in the order in which they are emitted.
    pub conditions: &'static [&'static str],
}

/// The record of a rule's program: the table and the point of the rule. `None` unless the code is compiled
/// for tests.
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
