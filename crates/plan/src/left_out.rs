//! Reports rules that the code of a version does not contain. In: the rules that `actions` left out. Out: a
//! problem at each place of each rule.
//!
//! crdc-check finds almost all of them earlier, at the character. Only the rules of published documents are
//! first reported here.

use std::collections::BTreeSet;

use crate::actions::UncompiledRule;
use crdc_check::cel::uncompiled;
use crdc_source::diag::{Code, Diagnostic};

/// The problems of rules that were left out, except for those that are in `known`. `skip` is whether the user
/// asked to leave such rules out.
pub fn problems(rules: &[UncompiledRule], known: &[Diagnostic], skip: bool) -> Vec<Diagnostic> {
    if rules.is_empty() {
        return Vec::new();
    }
    let of_rules = |problem: &&Diagnostic| matches!(problem.code, Code::RuleUncompiled | Code::RuleSkipped);
    let known: BTreeSet<u32> = known.iter().filter(of_rules).map(|problem| problem.span.start).collect();
    let places = rules.iter().flat_map(|rule| rule.spans.iter().map(move |place| (rule, place)));
    let unknown = places.filter(|(_, (whole, _))| known.range(whole.start..=whole.end).next().is_none());
    unknown.map(|(rule, (_, text))| uncompiled(*text, &rule.reason, "correct it", skip)).collect()
}
