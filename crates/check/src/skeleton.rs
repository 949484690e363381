//! Checks skeletons by the pruning design: no value may be both a struct and a map, and no-prune may not be
//! inside of a preserved value. Both are checked on the skeleton, which merges the branches.
//
// The pruning design (KEP 24), restriction 1 on object polymorphism and nested x-no-pruning.

use super::mode::Mode;
use super::path::Path;
use super::report::Report;
use crdc_schema::skeleton::{self, Keep, Skeleton};
use crdc_schema::{NoPrune, Schema};
use crdc_source::Span;
use crdc_source::diag::Code;

/// Reports that the schema is not structural, with the server's message.
pub(super) fn unstructured(schema: &Schema, path: &Path<'_>, key: Span, report: &mut Report) {
    let mut refused = Report::default();
    let unusable = super::structural::unusable(schema);
    if unusable.is_none() {
        super::structural::shape(schema, path, key, &mut refused);
    }
    let first = refused.finish().into_iter().next();
    let words = unusable.map(|(words, _)| path.invalid("", words).into());
    let place = unusable.map(|(_, key)| key).or(first.as_ref().map(|first| first.span)).unwrap_or(key);
    let finding = report
        .add(Code::SkeletonPruning, key, "this schema is not structural: objects are pruned by its skeleton")
        .note(place, "the first reason why it is not structural")
        .help("run `crdc skeleton` to see it; a server only prunes with structural schemas");
    if let Some(words) = words.or(first.and_then(|first| first.server.into_iter().next())) {
        finding.server(words);
    }
}

/// Checks the skeleton if it decides what is pruned.
pub(super) fn skeleton(schema: &Schema, mode: Mode, report: &mut Report) {
    let mut asked = mode == Mode::Skeleton;
    schema.visit(&mut |schema| asked |= schema.no_prune.iter().any(NoPrune::is_true));
    if asked {
        let preserving = if mode == Mode::Structural { Keep::Unknown } else { Keep::All };
        walk(&skeleton::skeleton(schema, preserving), None, report);
    }
}

/// `kept` is what an enclosing value preserves, and the location of that keyword.
fn walk(skeleton: &Skeleton, kept: Option<(Keep, Span)>, report: &mut Report) {
    struct_or_map(skeleton, report);
    let own = skeleton.kept.map(|span| (skeleton.keep, span));
    if let (Some((outer, outside)), Some((inner, inside))) = (kept, own) {
        // Servers allow preserve-unknown-fields inside of preserve-unknown-fields.
        if outer == Keep::All || inner == Keep::All {
            report
                .add(Code::NoPruneNested, inside, "this is inside of a value that is already not pruned")
                .note(outside, "not pruned from here on")
                .help("keep one of the two: pruning cannot be nested");
        }
    }
    let kept = kept.or(own);
    let fields = skeleton.fields().iter().chain(skeleton.pattern_fields()).map(|field| &field.skeleton);
    let others = [&skeleton.items, &skeleton.additional_items].into_iter().flatten().map(|found| &**found);
    let additional = skeleton.additional.iter().map(|at| &*at.value);
    for inner in fields.chain(&skeleton.positions).chain(others).chain(additional) {
        walk(inner, kept, report);
    }
}

fn struct_or_map(skeleton: &Skeleton, report: &mut Report) {
    let Some(properties) = &skeleton.properties else { return };
    let additional = skeleton.additional.as_ref().map(|at| ("additionalProperties", at.key));
    let patterns = skeleton.patterns.as_ref().map(|at| ("patternProperties", at.key));
    for (keyword, key) in additional.into_iter().chain(patterns) {
        // If one schema has both, the server's own rule reports it.
        if report.has(Code::StructOrMap, key) {
            continue;
        }
        report
            .add(
                Code::SkeletonStructOrMap,
                key,
                format!("`{keyword}` and `properties` are specified for the same value"),
            )
            .note(properties.key, "the properties")
            .help("specify `properties` (a struct) or a map in all branches, not both");
    }
}
