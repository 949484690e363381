//! Rules that the code of a version does not have, as diagnostics. In: what `emit` left out. Out: a problem at each such
//! rule of the document. A plan has no places, so rules are found by their texts, in the schema and in what it refers to.
//!
//! `check` finds almost all of them earlier, at the character. Only the rules of published documents come here first.

use crate::check::CheckedVersion;
use crate::check::cel::uncompiled;
use crate::diag::{Code, Diagnostic};
use crate::emit::UncompiledRule;
use crate::schema::Schema;

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
    let mut found = Vec::new();
    for left_out in rules {
        let mut spans = Vec::new();
        let mut see = |schema: &Schema| {
            let rules = schema.x_validations.iter().flat_map(|rules| &rules.value);
            let same = rules.filter(|rule| rule.rule.as_ref().is_some_and(|at| at.value == left_out.rule));
            spans.extend(same.map(|rule| (rule.span, rule.rule.as_ref().map_or(rule.span, |at| at.span))));
        };
        visit(version, &mut see);
        if spans.is_empty() {
            spans.push((version.crd().span, version.crd().span));
        }
        let is_known = |whole: crate::source::Span| {
            known.iter().any(|problem| {
                matches!(problem.code, Code::RuleUncompiled | Code::RuleSkipped)
                    && (whole.start..=whole.end).contains(&problem.span.start)
            })
        };
        spans.retain(|(whole, _)| !is_known(*whole));
        found.extend(
            spans.into_iter().map(|(_, rule)| uncompiled(rule, &left_out.reason, "correct it", skip)),
        );
    }
    found
}
