//! Rules that the code of a version does not have, as diagnostics. In: what `emit` left out. Out: a problem at each such
//! rule of the document. A plan has no places, so rules are found by their texts, in the schema and in what it refers to.
//!
//! `check` finds almost all of them earlier, at the character. Only the rules of published documents come here first.

use std::collections::HashMap;

use crate::check::CheckedVersion;
use crate::check::cel::uncompiled;
use crate::diag::{Code, Diagnostic};
use crate::emit::UncompiledRule;
use crate::schema::Schema;
use crate::source::Span;

/// Whether a version or what it refers to has rules.
pub(crate) fn has_rules(version: CheckedVersion<'_>) -> bool {
    let mut has = false;
    visit(version, &mut |schema| has |= schema.x_validations.is_some());
    has
}

/// Visits all schemas of a version, and those that it refers to.
fn visit(version: CheckedVersion<'_>, see: &mut dyn FnMut(&Schema)) {
    let definitions = version.definitions().all().iter().map(|definition| &*definition.schema);
    let schemas = version.schema().map(|schema| &*schema.value).into_iter().chain(definitions);
    schemas.for_each(|schema| schema.visit(&mut |schema| see(schema)));
}

/// The problems of rules that were left out, except for those that are in `known`. `skip` is whether that is wanted.
pub(crate) fn problems(
    version: CheckedVersion<'_>,
    rules: &[UncompiledRule],
    known: &[Diagnostic],
    skip: bool,
) -> Vec<Diagnostic> {
    if rules.is_empty() {
        return Vec::new();
    }
    let places = places_by_text(version);
    let known = starts(known);
    let is_known = |whole: Span| {
        let first = known.partition_point(|start| *start < whole.start);
        known.get(first).is_some_and(|start| *start <= whole.end)
    };
    let unplaced = [(version.crd().span, version.crd().span)];
    let mut found = Vec::new();
    for left_out in rules {
        let spans = places.get(&left_out.rule).map_or(&unplaced[..], Vec::as_slice);
        let unknown = spans.iter().filter(|(whole, _)| !is_known(*whole));
        found.extend(unknown.map(|(_, rule)| uncompiled(*rule, &left_out.reason, "correct it", skip)));
    }
    found
}

/// The spans of all rules with a text, whole and of the text.
fn places_by_text(version: CheckedVersion<'_>) -> HashMap<String, Vec<(Span, Span)>> {
    let mut places: HashMap<String, Vec<(Span, Span)>> = HashMap::new();
    visit(version, &mut |schema| {
        for rule in schema.x_validations.iter().flat_map(|rules| &rules.value) {
            if let Some(text) = &rule.rule {
                places.entry(text.value.clone()).or_default().push((rule.span, text.span));
            }
        }
    });
    places
}

/// Where the problems of rules that were left out begin, sorted.
fn starts(known: &[Diagnostic]) -> Vec<u32> {
    let of_rules = |problem: &&Diagnostic| matches!(problem.code, Code::RuleUncompiled | Code::RuleSkipped);
    let mut starts: Vec<_> = known.iter().filter(of_rules).map(|problem| problem.span.start).collect();
    starts.sort_unstable();
    starts
}
