//! Renders the tree of fields. A field with more content than its line is a `details` element, which browsers
//! open without a script.
//!
//! Recursion is bounded by the depth of documents.

use super::{constraint, description, mark, rule, value};
use crdc_documents::outline::{Field, Step};
use maud::{Markup, html};

/// Gives fields anchors that links can refer to. Two fields of a version can have the same path, and long
/// paths would make the page long, so only the first field with a path has it as its anchor.
pub(super) struct Anchors<'v> {
    version: &'v str,
    seen: std::collections::HashSet<String>,
}

impl<'v> Anchors<'v> {
    pub(super) fn new(version: &'v str) -> Anchors<'v> {
        Anchors { version, seen: std::collections::HashSet::new() }
    }

    fn of(&mut self, field: &Field<'_>) -> Option<String> {
        const LONGEST: usize = 200;
        // Ids have no spaces.
        let usable = field.path.len() <= LONGEST && !field.path.chars().any(char::is_whitespace);
        let new = usable && !field.is_branch() && self.seen.insert(field.path.clone());
        new.then(|| format!("{}{}", self.version, field.path))
    }
}

/// The fields of a version.
pub(super) fn tree(root: &Field<'_>, anchors: &mut Anchors<'_>) -> Markup {
    html! {
        @if let Some(text) = root.description() { (description::paragraphs(text)) }
        (details(root))
        (list(root, 0, anchors))
    }
}

fn list(field: &Field<'_>, depth: usize, anchors: &mut Anchors<'_>) -> Markup {
    let shown = |child: &&Field<'_>| has_more(child) || matches!(child.step, Step::Property(_));
    html! {
        ul.fields { @for child in field.children.iter().filter(shown) { li { (one(child, depth, anchors)) } } }
    }
}

fn one(field: &Field<'_>, depth: usize, anchors: &mut Anchors<'_>) -> Markup {
    let id = anchors.of(field);
    // A list or map of objects is opened together with its objects.
    let open = !field.children.is_empty() && (depth == 0 || !matches!(field.step, Step::Property(_)));
    html! {
        @if has_more(field) {
            details id=[id] open[open] {
                summary { (line(field)) @if let Some(text) = field.description() { " " span.preview { (description::preview(text)) } } }
                div.field {
                    @if let Some(text) = field.description() { (description::paragraphs(text)) }
                    (details(field))
                    @if !field.children.is_empty() { (list(field, depth + 1, anchors)) }
                }
            }
        } @else {
            p.leaf id=[id] { (line(field)) }
        }
    }
}

/// Whether a field has more content than its name and its type.
fn has_more(field: &Field<'_>) -> bool {
    let schema = field.schema;
    field.description().is_some()
        || !field.constraints.is_empty()
        || mark::shown(field).next().is_some()
        || !field.rules.is_empty()
        || schema.default.is_some()
        || schema.example.is_some()
        || schema.external_docs.is_some()
        || schema.title.is_some()
        || field.children.iter().any(|child| has_more(child) || matches!(child.step, Step::Property(_)))
}

/// The line of a field: name, type, marks.
fn line(field: &Field<'_>) -> Markup {
    html! {
        @match field.step {
            Step::Root => {}
            Step::Property(name) => code.name { (name) }
            Step::Items => span.step { "each item" }
            Step::Position(index) => span.step { "item " (index) }
            Step::Values => span.step { "each value" }
            Step::Branch(alternative, index) => span.step { (alternative.keyword()) @if alternative.keyword() != "not" { " " (index + 1) } }
        }
        @if !(field.is_branch() && field.type_name == "any") { " " span.type { (field.type_name) } }
        (mark::badges(field))
        @if let Some(default) = field.schema.default.as_ref().map(|at| value::line(&at.value)).filter(|text| text.len() <= 40) {
            " " span.default { "= " (default) }
        }
    }
}

/// The content of a field, apart from its description and the fields in it.
fn details(field: &Field<'_>) -> Markup {
    let schema = field.schema;
    let title = schema.title.as_ref().map(|at| at.value.trim()).filter(|title| !title.is_empty());
    let any = !field.constraints.is_empty()
        || mark::shown(field).next().is_some()
        || schema.default.is_some()
        || schema.example.is_some()
        || schema.external_docs.is_some()
        || title.is_some();
    html! {
        @if any {
            dl.facts {
                @if let Some(title) = title { div { dt { "Title" } dd { (title) } } }
                @if let Some(default) = &schema.default { div { dt { "Default" } dd { (value::shown(&default.value)) } } }
                (constraint::constraints(field))
                (mark::meanings(field))
                @if let Some(example) = &schema.example { div { dt { "Example" } dd { (value::shown(&example.value)) } } }
                @if let Some(docs) = &schema.external_docs { div { dt { "Documentation" } dd { (value::shown(&docs.value)) } } }
            }
        }
        (rule::rules(field))
    }
}
