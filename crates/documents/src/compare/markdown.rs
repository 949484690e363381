//! Renders changes as Markdown, for comments on pull requests. In: the changes of a document. Out: a heading
//! and a table, breaking changes first. The same change at several paths is one row.

use super::groups::{Group, fold, of_versions, update};
use super::sources::Compared;
use crdc_source::render::{Renderer, markdown};

/// The table of a document; empty without changes.
pub(super) fn table(compared: &Compared, old: &Renderer<'_>, new: &Renderer<'_>) -> String {
    if compared.changes.is_empty() {
        return String::new();
    }
    let name = markdown::cell(&compared.crd);
    let mut out =
        format!("\n### {name}\n\n| for stored objects | change | on updates | place |\n|---|---|---|---|\n");
    for group in fold(&compared.changes) {
        out += &row(compared, &group, old, new);
    }
    out
}

fn row(compared: &Compared, group: &Group<'_>, old: &Renderer<'_>, new: &Renderer<'_>) -> String {
    let change = group.first;
    let impact = match change.word() {
        word @ ("breaks" | "denied") => format!("**{word}**"),
        word => word.replace('-', " "),
    };
    let mut words = markdown::cell(&change.message());
    if let Some(versions) = of_versions(compared, group) {
        words += &format!(" ({})", markdown::cell(&versions));
    }
    match group.paths.len() {
        0 | 1 => {}
        2 => words += " and at 1 more path",
        count => words += &format!(" and at {} more paths", count - 1),
    }
    let update = update(change, group.paths.len() > 1).map(|update| markdown::cell(&update));
    let place = match (change.new, change.old) {
        (Some(span), _) => new.address(span),
        (None, Some(span)) => old.address(span),
        (None, None) => String::new(),
    };
    let place = if place.is_empty() { place } else { format!("`{}`", place.replace(['`', '|'], "?")) };
    format!("| {impact} | {words} | {} | {place} |\n", update.unwrap_or_default())
}
