//! One version: whether it is served, its subresources, columns and rules, and the tree of its fields.

use super::field::{Anchors, tree};
use super::value::{self, text};
use crdc_check::{CheckedVersion, Mode};
use crdc_documents::outline::{Outline, RuleSummary, outline};
use crdc_schema::{At, Scale, Subresources, Version};
use crdc_source::{Node, Value};
use maud::{Markup, html};

/// The anchor of a version, below that of its CRD.
pub(super) fn anchor(crd: &str, version: usize) -> String {
    format!("{crd}-version-{}", version + 1)
}

pub(super) fn section(id: String, checked: CheckedVersion<'_>) -> Markup {
    let (crd, version) = (checked.crd(), checked.version());
    let outline = outline(checked);
    let columns = version.parts.printer_columns.as_ref().or(crd.common.printer_columns.as_ref());
    let selectable = version.parts.selectable_fields.as_ref().or(crd.common.selectable_fields.as_ref());
    html! {
        section #(id) {
            h2 { (text(&version.name)) " " (badges(version)) }
            @let warning = text(&version.deprecation_warning);
            @if !warning.is_empty() { p.warning { (warning) } }
            dl.facts {
                div { dt { "Unknown fields" } dd { (unknown(checked.mode())) } }
                @if let Some(subresources) = crd.subresources(version) { (subresource(&subresources.value)) }
                @if let Some(rules) = outline.as_ref().and_then(|outline| outline.rules.as_ref()) { (rule_summary(rules)) }
                @if let Some(fields) = selectable { (paths("Selectable fields", fields)) }
            }
            @if let Some(columns) = columns { (printer_columns(columns)) }
            @match &outline {
                Some(Outline { root, .. }) => (tree(root, &mut Anchors::new(&id)))
                None => p { "This version has no schema." }
            }
        }
    }
}

fn badges(version: &Version) -> Markup {
    let is = |flag: &Option<At<bool>>| flag.as_ref().is_some_and(|at| at.value);
    html! {
        @if is(&version.storage) { span.badge { "stored" } " " }
        @if is(&version.served) { span.badge { "served" } " " } @else { span.badge.bad { "not served" } " " }
        @if is(&version.deprecated) { span.badge.bad { "deprecated" } " " }
    }
}

fn unknown(mode: Mode) -> &'static str {
    match mode {
        Mode::Off => "kept",
        Mode::Structural => "pruned",
        Mode::Skeleton => "pruned, by the parts of all alternatives",
    }
}

fn subresource(Subresources { status, scale }: &Subresources) -> Markup {
    html! {
        @if status.is_some() { div { dt { "Status" } dd { "written by its own subresource" } } }
        @if let Some(At { value: Scale { spec_replicas_path, status_replicas_path, label_selector_path }, .. }) = scale {
            div { dt { "Scale" } dd {
                code { (text(spec_replicas_path)) } ", " code { (text(status_replicas_path)) }
                @if label_selector_path.is_some() { ", " code { (text(label_selector_path)) } }
            } }
        }
    }
}

fn rule_summary(rules: &RuleSummary) -> Markup {
    html! {
        div { dt { "Rules" } dd {
            (rules.rules) ", at most " (rules.share) " of the cost that servers allow for a version"
        } }
        div { dt { "Servers" } dd { "since Kubernetes " (rules.since) ", because of the rules" } }
    }
}

/// The `jsonPath` of each item.
fn paths(name: &str, fields: &At<Node>) -> Markup {
    html! { div { dt { (name) } dd { @for (index, field) in items(&fields.value).iter().enumerate() {
        @if index > 0 { ", " }
        code { (member(field, "jsonPath").unwrap_or_default()) }
    } } } }
}

fn printer_columns(columns: &At<Node>) -> Markup {
    html! {
        details.columns {
            summary { "Columns of " code { "kubectl get" } }
            div.wide {
                table {
                    thead { tr { th scope="col" { "Column" } th scope="col" { "Type" } th scope="col" { "Path" } th scope="col" { "Description" } } }
                    tbody { @for column in items(&columns.value) {
                        tr {
                            th scope="row" { (member(column, "name").unwrap_or_default())
                                @if wide(column) { " " span.badge { "wide" } } }
                            td { (member(column, "type").unwrap_or_default()) }
                            td { code { (member(column, "jsonPath").or(member(column, "JSONPath")).unwrap_or_default()) } }
                            td { (member(column, "description").unwrap_or_default()) }
                        }
                    } }
                }
            }
        }
    }
}

/// Whether a column is only in the output of `-o wide`.
fn wide(column: &Node) -> bool {
    column.get("priority").is_some_and(|priority| value::line(priority) != "0")
}

fn items(node: &Node) -> &[Node] {
    match &node.value {
        Value::Array(items) => items,
        _ => &[],
    }
}

fn member<'n>(node: &'n Node, key: &str) -> Option<&'n str> {
    node.get(key)?.as_str()
}
