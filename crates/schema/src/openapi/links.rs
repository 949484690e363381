//! The references between definitions: which are on a cycle, and which of those cannot be compiled. A
//! subschema for the same value as its parent is distinguished from one below a field, an item or a map: only
//! the latter may be recursive.

use std::collections::HashSet;

use super::graph;
use super::kind::Kind;
use crate::references::{Definitions, Parts, says_nothing};
use crate::{Schema, Written};
use crdc_source::diag::{Code, Diagnostic};
use crdc_source::{MAX_DEPTH, Span};

/// The limit for schemas that are inlined because a reference has siblings, since an overlaid definition is a
/// separate schema. A hundred times what the largest published kind needs.
const MOST_LAID: usize = 1 << 18;

/// The references of one definition to others.
pub(super) struct Links {
    /// Indices of all definitions it refers to.
    pub(super) all: Vec<usize>,
    /// The references that apply to the same value.
    same: Vec<(usize, Span)>,
    /// The references in branches of alternatives.
    pub(super) branches: Vec<(usize, Span)>,
    /// The references with siblings.
    laid: Vec<(usize, Span)>,
    /// The nesting depth of its schemas.
    depth: usize,
    /// The number of its schemas.
    pub(super) count: usize,
}

/// The links of all definitions, then those of the root.
pub(super) fn links(root: &Schema, definitions: &Definitions, problems: &mut Vec<Diagnostic>) -> Vec<Links> {
    let schemas = definitions.all().iter().map(|one| &*one.schema).chain([root]);
    schemas.map(|schema| links_of(schema, definitions, problems)).collect()
}

fn links_of(schema: &Schema, definitions: &Definitions, problems: &mut Vec<Diagnostic>) -> Links {
    let mut links = Links {
        all: Vec::new(),
        same: Vec::new(),
        branches: Vec::new(),
        laid: Vec::new(),
        depth: 0,
        count: 0,
    };
    // A schema with its depth, whether it applies to the definition's value itself, and whether it is in a
    // branch.
    let mut waiting = vec![(schema, 1, true, false)];
    while let Some((schema, depth, same, branch)) = waiting.pop() {
        links.count += 1;
        links.depth = links.depth.max(depth);
        if let Some(at) = &schema.reference
            && let Some(index) = definitions.position(&at.value)
        {
            links.all.push(index);
            if same {
                links.same.push((index, at.span));
            }
            if branch {
                links.branches.push((index, at.span));
            }
            if !says_nothing(schema) {
                links.laid.push((index, at.span));
                contradiction(schema, definitions, problems);
            }
        }
        let junctors = [&schema.all_of, &schema.any_of, &schema.one_of].into_iter().flatten();
        let junctors = junctors.flat_map(|at| &at.value).chain(schema.not.as_ref().map(|at| &*at.value));
        let branches: HashSet<*const Schema> = junctors.map(std::ptr::from_ref).collect();
        for inner in schema.children() {
            let is_branch = branches.contains(&std::ptr::from_ref(inner));
            waiting.push((inner, depth + 1, same && is_branch, branch || is_branch));
        }
    }
    links
}

/// Reports a keyword next to a reference that the definition also has: one of the two would be lost.
fn contradiction(schema: &Schema, definitions: &Definitions, problems: &mut Vec<Diagnostic>) {
    for definition in definitions.chain(schema) {
        let Some(written) = conflict(&definition.schema, schema) else { continue };
        let message =
            format!("`{}` conflicts with the same keyword of the referenced definition", written.keyword);
        problems.push(Diagnostic {
            notes: vec![(definition.key, "the definition".to_owned())],
            help: Some("keep only one of the two".to_owned()),
            ..Diagnostic::new(Code::ReferenceConflict, written.key, message)
        });
        return;
    }
}

/// Finds cycles and reports what cannot be compiled: cycles of references without a field or an item in
/// between, recursive alternatives, definitions that nest too deep. Returns the definitions in components,
/// each after everything it leads to.
pub(super) fn order(
    kind: &Kind<'_>,
    links: &[Links],
    definitions: &mut Definitions,
    problems: &mut Vec<Diagnostic>,
) -> Vec<Vec<usize>> {
    let all: Vec<Vec<usize>> = links.iter().map(|links| links.all.clone()).collect();
    let same: Vec<Vec<usize>> =
        links.iter().map(|links| links.same.iter().map(|(index, _)| *index).collect()).collect();
    for component in graph::components(&same) {
        let members: HashSet<usize> = component.iter().copied().collect();
        let within = |at: &usize| {
            let links = links.get(*at)?;
            links.same.iter().find(|(to, _)| members.contains(to)).map(|(_, span)| *span)
        };
        // The same span wherever the walk began.
        if let Some(span) = component.iter().filter_map(within).min() {
            problems.push(invalid(
                span,
                "this reference leads back to itself without a field, an item or a map in between".to_owned(),
                "put the reference in a field, an item or a map, or inline the definition".to_owned(),
            ));
        }
    }
    let mut recurses = vec![false; links.len()];
    let mut height = vec![0usize; links.len()];
    let mut laid = 0usize;
    let components = graph::components(&all);
    for component in &components {
        let members: HashSet<usize> = component.iter().copied().collect();
        let of = |at: &usize| links.get(*at);
        let cyclic = component.iter().filter_map(of).any(|one| one.all.iter().any(|to| members.contains(to)));
        let variants = |one: &Links| one.laid.iter().filter(|(to, _)| members.contains(to)).count();
        let variants: usize = component.iter().filter_map(of).map(variants).sum();
        let own: usize = component.iter().filter_map(of).map(|one| one.depth).sum();
        let below = component.iter().filter_map(of).flat_map(|one| &one.all);
        let below = below.filter(|to| !members.contains(to)).filter_map(|to| height.get(*to)).max();
        let total = own.saturating_mul(1 + variants).saturating_add(below.copied().unwrap_or(0));
        let leads = component.iter().filter_map(of).flat_map(|one| &one.all);
        let leads = cyclic || leads.into_iter().any(|to| recurses.get(*to).copied().unwrap_or(false));
        for at in component {
            height[*at] = total;
            recurses[*at] = leads;
            if let Some(definition) = definitions.all_mut().get_mut(*at) {
                definition.cyclic = cyclic;
            }
            for (to, _) in links.get(*at).iter().flat_map(|one| &one.laid) {
                laid = laid.saturating_add(links.get(*to).map_or(0, |one| one.count));
            }
        }
    }
    if height.last().is_some_and(|height| *height > MAX_DEPTH) {
        let message = format!("the definitions that {} reaches nest more than {MAX_DEPTH} deep", kind.kind);
        problems.push(Diagnostic {
            help: Some("cut the chain with `x-kubernetes-preserve-unknown-fields: true`".to_owned()),
            ..Diagnostic::new(Code::SchemaTooDeep, kind.definition.key_span, message)
        });
    }
    if laid > MOST_LAID {
        let message = format!(
            "{} has too many keywords next to its references: the definitions would be inlined too often",
            kind.kind
        );
        problems.push(Diagnostic {
            help: Some("move defaults and extensions into the definitions".to_owned()),
            ..Diagnostic::new(Code::SchemaTooDeep, kind.definition.key_span, message)
        });
    }
    for (to, span) in links.iter().flat_map(|one| &one.branches) {
        // Fields described only by a branch would be pruned, and a recursive branch never ends.
        let holds = |schema: &Schema| {
            schema.properties.is_some() || schema.items.is_some() || schema.additional_properties.is_some()
        };
        let holds =
            definitions.all().get(*to).is_some_and(|one| Parts::of(&one.schema, definitions).any(holds));
        if holds || recurses.get(*to).copied().unwrap_or(false) {
            problems.push(invalid(
                *span,
                "a branch of alternatives cannot refer to an object or a list".to_owned(),
                "refer to it outside of the alternatives, and write in the branch only what it restricts"
                    .to_owned(),
            ));
        }
    }
    components
}

/// A reference that is not followed.
pub(super) fn invalid(span: Span, message: String, help: String) -> Diagnostic {
    Diagnostic { help: Some(help), ..Diagnostic::new(Code::ReferenceInvalid, span, message) }
}

/// Keywords that replace the definition's. Any other may appear on one side only.
const REPLACED: &[&str] = &[
    "$ref",
    "description",
    "title",
    "default",
    "nullable",
    "example",
    "externalDocs",
    "x-kubernetes-list-type",
    "x-kubernetes-list-map-keys",
    "x-kubernetes-map-type",
];

/// The first keyword next to a reference that the definition also has, so that one of them would be lost.
fn conflict(base: &Schema, over: &Schema) -> Option<Written> {
    let below = base.written();
    let same_type = base.type_name() == over.type_name();
    over.written().into_iter().find(|written| {
        let agrees = REPLACED.contains(&written.keyword) || (written.keyword == "type" && same_type);
        !agrees && below.iter().any(|other| other.keyword == written.keyword)
    })
}
