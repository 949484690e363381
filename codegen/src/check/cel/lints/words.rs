//! The words and places of the warnings.

use super::unique::Unique;
use super::{Absent, Found, Site};
use crate::cel::ast::{ExprId, Kind};
use crate::check::cel::place::place_of;
use crate::check::report::{Finding, Report};
use crate::diag::Code;
use crate::source::Span;

/// The place of a node in the document.
fn span(site: &Site<'_>, found: &Found<'_>, id: ExprId) -> Span {
    let Some(scalar) = &found.rule.rule else { return found.rule.span };
    let (start, end) = found.checked.ast.node(id).span;
    place_of(scalar, start, end, site.text)
}

/// The text of a node on one line.
fn text(found: &Found<'_>, id: ExprId) -> String {
    let (start, end) = found.checked.ast.node(id).span;
    let rule = found.rule.rule.as_ref().map_or("", |at| at.value.as_str());
    let text: String = rule.chars().take(end as usize).skip(start as usize).collect();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

pub(super) fn absent(site: &Site<'_>, found: &Found<'_>, absent: &Absent, report: &mut Report) {
    let read = text(found, absent.node);
    let place = span(site, found, absent.node);
    let label =
        if absent.null { "may be absent or null: `no such key`" } else { "may be absent: `no such key`" };
    let schema = if absent.declared { ", make the field required, or give it a default" } else { "" };
    let mut finding = report
        .add(Code::RuleAbsentField, place, format!("the rule fails if `{read}` is absent"))
        .label(label)
        .help(format!("write `!has({read}) || …` or `has({read}) && …`{schema}"));
    for inner in &absent.inner {
        finding =
            finding.note(span(site, found, *inner), format!("`{}` may be absent too", text(found, *inner)));
    }
    finding.done();
}

pub(super) fn overload(
    site: &Site<'_>,
    found: &Found<'_>,
    id: ExprId,
    (operand, wrong): (ExprId, &'static str),
    report: &mut Report,
) {
    let value = text(found, operand);
    let right = if wrong == "int" { "string" } else { "int" };
    // Most strings are no integers, so only the other conversion helps.
    let convert =
        if right == "string" { format!(", or convert it: `string({value})`") } else { String::new() };
    let help = format!("write `type({value}) == {right} ? … : …`, with an expression for each type{convert}");
    let (a_wrong, name) = (article(wrong), function(found, id));
    report
        .add(
            Code::RuleDynOverload,
            span(site, found, operand),
            format!("the rule fails if `{value}` is {a_wrong}"),
        )
        .label(format!("an integer or a string: `no such overload` of {name}"))
        .help(help)
        .done();
}

fn article(of: &str) -> &str {
    if of == "int" { "an integer" } else { "a string" }
}

/// The name of a function, as it is written.
fn function(found: &Found<'_>, id: ExprId) -> String {
    match found.checked.ast.kind(id) {
        Kind::Call { function, .. } => format!("`{}`", function.trim_matches('_')),
        _ => "the function".to_owned(),
    }
}

pub(super) fn constant(site: &Site<'_>, found: &Found<'_>, value: bool, report: &mut Report) {
    let Some(root) = found.checked.ast.root() else { return };
    let place = span(site, found, root);
    if found.used_same {
        let (message, help) = if value {
            (
                "the rule compares values that are equal in every update",
                "remove the rule: an item with another key is another item, without an old value, and names of resources never change",
            )
        } else {
            ("the rule is false in every update", "remove the rule, or compare another field")
        };
        let finding = report.add(Code::RuleOldSelfSame, place, message);
        finding.label("the key or name finds the old value, so it never differs").help(help).done();
        return;
    }
    let finding: Finding<'_> = if value {
        report
            .add(Code::RuleConstant, place, "the rule is always true")
            .label("every value that the schema accepts fulfils it")
            .help("remove the rule, or correct what it compares")
    } else {
        report
            .add(Code::RuleConstant, place, "the rule is always false")
            .label("no value fulfils it")
            .help("correct what it compares; if the value must not be set, remove it from the schema")
    };
    finding.done();
}

pub(super) fn unique(site: &Site<'_>, found: &Found<'_>, unique: &Unique, report: &mut Report) {
    let place = span(site, found, unique.node);
    let keys = unique.keys.join(", ");
    if unique.said {
        report
            .add(Code::RuleUniqueList, place, "the list type already says that the items are unique")
            .label("each item is compared with all others")
            .help("remove the rule: the server checks lists of type `map` and `set` itself")
            .done();
        return;
    }
    let help = if unique.keys.is_empty() {
        "write `x-kubernetes-list-type: set` beside the items of the list; it costs nothing, and server-side apply then merges items".to_owned()
    } else {
        format!(
            "write `x-kubernetes-list-type: map` and `x-kubernetes-list-map-keys: [{keys}]` beside the items of the list; it costs nothing, and server-side apply then merges items by their keys"
        )
    };
    report
        .add(Code::RuleUniqueList, place, "the rule compares each item with all others")
        .label("quadratic in the number of items")
        .help(help)
        .done();
}

pub(super) fn reserved(site: &Site<'_>, found: &Found<'_>, node: ExprId, field: &str, report: &mut Report) {
    let since = super::reserved::SINCE;
    report
        .add(
            Code::RuleReservedName,
            span(site, found, node),
            format!("servers before {since} refuse the rule: `{field}` is a reserved word"),
        )
        .label(format!("accepted from {since} on"))
        .help(format!("write `__{field}__`, with two underscores on each side, which all servers accept"))
        .done();
}
