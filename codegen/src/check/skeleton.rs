//! What the pruning design refuses of skeletons: values that are a struct and a map at once, and
//! keeping inside of what is kept. Both are asked of the skeleton, where branches have met.
//
// The pruning design (KEP 24), restriction 1 on object polymorphism and nested x-no-pruning.

use super::path::Path;
use super::report::Report;
use crate::diag::Code;
use crate::schema::Schema;
use crate::skeleton::{self, Keep, Mode, Skeleton, is_no_prune};
use crate::source::Span;

/// Says that the schema is not structural, and what a server says to that.
pub(super) fn unstructured(schema: &Schema, path: &Path<'_>, key: Span, report: &mut Report) {
    let mut refused = Report::default();
    let unusable = super::structural::unusable(schema);
    if unusable.is_none() {
        super::shape(schema, path, key, &mut refused);
    }
    let first = refused.finish().into_iter().next();
    let words = unusable.map(|(words, _)| path.invalid("", words).into());
    let place = unusable.map(|(_, key)| key).or(first.as_ref().map(|first| first.span)).unwrap_or(key);
    let finding = report
        .add(Code::SkeletonPruning, key, "this schema is not structural: objects are pruned by its skeleton")
        .note(place, "not structural, the first of the reasons")
        .help("`crdc skeleton` shows it; a server takes structural schemas alone where it is to prune");
    if let Some(words) = words.or(first.and_then(|first| first.server.into_iter().next())) {
        finding.server(words);
    }
}

/// The rules of skeletons, wherever one of them decides what is pruned.
pub(super) fn skeleton(schema: &Schema, mode: Mode, report: &mut Report) {
    let mut asked = mode == Mode::Skeleton;
    schema.visit(&mut |schema| asked |= schema.no_prune.iter().any(is_no_prune));
    if asked {
        let preserving = if mode == Mode::Structural { Keep::Unknown } else { Keep::All };
        walk(&skeleton::skeleton(schema, preserving), None, report);
    }
}

/// `kept` is what keeps this value from further out, and where it says so.
fn walk(skeleton: &Skeleton, kept: Option<(Keep, Span)>, report: &mut Report) {
    struct_or_map(skeleton, report);
    let own = skeleton.kept.map(|span| (skeleton.keep, span));
    if let (Some((outer, outside)), Some((inner, inside))) = (kept, own) {
        // Servers let what only preserves stand in what only preserves.
        if outer == Keep::All || inner == Keep::All {
            report
                .add(Code::NoPruneNested, inside, "this stands inside of what is not pruned already")
                .note(outside, "kept from here on")
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
        // Where one schema has both, the server says so itself.
        if report.has(Code::StructOrMap, key) {
            continue;
        }
        report
            .add(
                Code::SkeletonStructOrMap,
                key,
                format!("`{keyword}` and `properties` are specified for one value"),
            )
            .note(properties.key, "the properties")
            .help("a value is a struct, with `properties`, or a map: specify one of them in all branches");
    }
}
