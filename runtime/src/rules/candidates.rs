//! Runs the pre-checks of the values that decoding recorded. If they do not prove all rules, a walk over the
//! object evaluates the rules.

use super::rule::{RuleNode, Rules};
use crate::operation::RequestKind;
use crate::side::Candidate;
use crdc_cel::{Document, PrecheckReader};
use crdc_object::tape::Kind;

/// Whether all rules of an object are known to hold. `candidates` are its values with rules that may not
/// hold, except the object itself.
pub(super) fn passes_precheck(
    document: &Document<'_>,
    rules: &Rules<'_>,
    candidates: &[Candidate],
    operation: RequestKind,
) -> bool {
    if rules.candidates.is_empty() {
        return false;
    }
    let is_create = operation == RequestKind::Create;
    let node = |value: &Candidate| rules.candidates.get(usize::from(value.rules));
    let knows = |value| node(value).is_some_and(|node| can_know(node, is_create));
    // The pre-checks are useless if one of them cannot prove its rules.
    if !(rules.all_prechecked || can_know(rules.root, is_create) && candidates.iter().all(knows)) {
        return false;
    }
    hold(document, 0, rules.root)
        && candidates.iter().all(|value| {
            let Some(entry) = document.entries.get(value.at as usize) else { return true };
            entry.is_dead()
                || entry.kind == Kind::Null
                || node(value).is_some_and(|node| hold(document, value.at, node))
        })
}

/// Whether a pre-check, which proves the rules of a value without `oldSelf`, proves all rules of the value
/// that run.
#[inline]
fn can_know(node: &RuleNode<'_>, is_create: bool) -> bool {
    if node.transitions {
        return is_create && !node.rules.iter().any(|rule| rule.optional_old_self);
    }
    node.precheck.is_some() || node.rules.is_empty()
}

#[inline]
fn hold(document: &Document<'_>, at: u32, node: &RuleNode<'_>) -> bool {
    match &node.precheck {
        Some(precheck) => precheck.passes(PrecheckReader::new(document), at),
        None => node.rules.iter().all(|rule| rule.transition),
    }
}
