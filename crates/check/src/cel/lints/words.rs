//! Words the warnings, and finds their spans.

use super::found::RuleFindings;
use super::hides::Hides;
use super::place::{Places, Written};
use super::unique::Unique;
use crate::cel::place::place_of;
use crate::report::{Finding, Report};
use crdc_cel::compile::Checked;
use crdc_cel::compile::ast::{ExprId, Kind};
use crdc_schema::Rule;
use crdc_source::Span;
use crdc_source::diag::Code;

/// The most rules that a warning names.
const RULES_NAMED: usize = 4;

/// A place where a rule reads a field.
pub(super) struct Read {
    pub(super) span: Span,
    pub(super) text: String,
    /// Whether the field may also be null.
    pub(super) null: bool,
    /// Whether the schema could require the field.
    pub(super) declared: bool,
    /// The fields that are read inside of this field and may be absent too.
    pub(super) inner: Vec<(Span, String)>,
    /// The condition that hides the error, for some values of other fields.
    pub(super) hidden: Option<Hidden>,
}

/// The condition under which the error of a read does not count.
pub(super) struct Hidden {
    /// The part after `the rule fails if … is absent`.
    unless: String,
    /// Whether the read is in an operand of `||`.
    or: bool,
}

/// The longest expression that a sentence quotes, in characters.
const QUOTED: usize = 60;

/// The place of a node in the document.
fn span(places: &Places<'_>, found: &RuleFindings<'_>, id: ExprId) -> Span {
    span_of(places, found.rule, found.checked, id)
}

fn span_of(places: &Places<'_>, rule: &Rule, checked: &Checked, id: ExprId) -> Span {
    let Some(scalar) = &rule.rule else { return rule.span };
    let (start, end) = checked.ast.node(id).span;
    place_of(scalar, start, end, places.text)
}

/// The text of a node on one line.
fn text(found: &RuleFindings<'_>, id: ExprId) -> String {
    let (start, end) = found.checked.ast.node(id).span;
    let rule = found.rule.expression(false);
    let text: String = rule.chars().take(end as usize).skip(start as usize).collect();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The text about the place where a rule reads a field.
pub(super) fn read(places: &Places<'_>, found: &RuleFindings<'_>, node: ExprId) -> Read {
    Read {
        span: span(places, found, node),
        text: text(found, node),
        null: false,
        declared: true,
        inner: Vec::new(),
        hidden: None,
    }
}

/// The end of the sentence about an absent field, for the operators that can hide the error, the innermost
/// first.
pub(super) fn hidden(found: &RuleFindings<'_>, hides: &[Hides]) -> Option<Hidden> {
    // A short expression, if it is the only one.
    let quoted = |ids: &[ExprId]| match ids {
        [one] => Some(text(found, *one)).filter(|text| {
            let count = |c: char| text.chars().filter(|other| *other == c).count();
            !text.is_empty() && text.chars().count() <= QUOTED && count('(') == count(')')
        }),
        _ => None,
    };
    let (mut and, mut unless) = (String::new(), Vec::new());
    for hides in hides {
        match hides {
            Hides::Or(others) => unless.push(match quoted(others) {
                Some(other) => format!("`{other}` is true"),
                None => "another side of `||` is true".to_owned(),
            }),
            Hides::And(others) => unless.push(match quoted(others) {
                Some(other) => format!("`{other}` is false"),
                None => "another side of `&&` is false".to_owned(),
            }),
            Hides::Branch(condition, holds) => {
                and += &match quoted(&[*condition]) {
                    Some(condition) => format!(" and `{condition}` is {holds}"),
                    None => format!(" and the condition of `? :` is {holds}"),
                }
            }
        }
    }
    if !unless.is_empty() {
        and += &format!(", unless {}", unless.join(" or "));
    }
    let or = matches!(hides.first()?, Hides::Or(_));
    Some(Hidden { unless: and, or })
}

/// A field that rules read although it may be absent; the reads are in the order of the document.
pub(super) fn absent(reads: &[Read], report: &mut Report) {
    let Some((first, others)) = reads.split_first() else { return };
    let read = &first.text;
    let label =
        if first.null { "may be absent or null: `no such key`" } else { "may be absent: `no such key`" };
    let schema = if first.declared { ", make the field required, or give it a default" } else { "" };
    let unless = first.hidden.as_ref().map_or("", |hidden| hidden.unless.as_str());
    // On one side of `||`, the second one accepts objects without any of the fields.
    let guard = match &first.hidden {
        Some(Hidden { or: true, .. }) => {
            format!(
                "`has({read}) && …`, which is false without it, or `!has({read}) || …`, which makes the rule true"
            )
        }
        _ => format!("`!has({read}) || …` or `has({read}) && …`"),
    };
    let mut finding = report
        .add(Code::RuleAbsentField, first.span, format!("the rule fails if `{read}` is absent{unless}"))
        .label(label)
        .help(format!("write {guard}{schema}"));
    for (span, text) in &first.inner {
        finding = finding.note(*span, format!("`{text}` may be absent too"));
    }
    for (index, other) in others.iter().enumerate().take(RULES_NAMED) {
        let more = others.len() - RULES_NAMED.min(others.len());
        let words = match (more, index + 1 == RULES_NAMED) {
            (1.., true) => format!("so does this one, and {more} more"),
            _ => "so does this one".to_owned(),
        };
        finding = finding.note(other.span, words);
    }
    finding.done();
}

/// A value that two updates can replace, and the rules that do not see it.
pub(super) fn unset(places: &Places<'_>, link: usize, rules: &[Written<'_>], report: &mut Report) {
    let (Some(place), Some(first)) = (places.list.get(link), rules.first()) else { return };
    let name = place.property.unwrap_or_default();
    let path = places.path(link);
    let around = place.around.map(|around| places.path(around)).filter(|path| !path.is_empty());
    let whole = |written: &Written<'_>| {
        let root = written.checked.ast.root();
        root.map_or(written.rule.span, |root| span_of(places, written.rule, written.checked, root))
    };
    let field = crdc_cel::compile::escape(name);
    let write = field.map_or(String::new(), |field| {
        let beside =
            around.map_or_else(|| "to the whole object".to_owned(), |around| format!("to `{around}`"));
        format!(", or add a rule {beside}: `has(self.{field}) == has(oldSelf.{field})`")
    });
    // Null stands for an absent value.
    let make = match place.schema.is_nullable() {
        true => format!("make `{name}` required and not nullable"),
        false => format!("make `{name}` required"),
    };
    let mut finding = report
        .add(
            Code::RuleUnset,
            whole(first),
            format!("two updates get around the rule: one removes `{path}`, the next sets it again"),
        )
        .label("not run if the value is absent before or after the update")
        .help(format!("{make}{write}"))
        .note(place.key, if place.schema.is_nullable() { "optional, or null" } else { "optional" });
    for (index, other) in rules.iter().skip(1).enumerate().take(RULES_NAMED) {
        let more = rules.len() - 1 - RULES_NAMED.min(rules.len() - 1);
        let words = match (more, index + 1 == RULES_NAMED) {
            (1.., true) => format!("this rule too, and {more} more"),
            _ => "this rule too".to_owned(),
        };
        finding = finding.note(whole(other), words);
    }
    finding.done();
}

pub(super) fn overload(
    places: &Places<'_>,
    found: &RuleFindings<'_>,
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
            span(places, found, operand),
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
fn function(found: &RuleFindings<'_>, id: ExprId) -> String {
    match found.checked.ast.kind(id) {
        Kind::Call { function, .. } => format!("`{}`", function.trim_matches('_')),
        _ => "the function".to_owned(),
    }
}

pub(super) fn constant(places: &Places<'_>, found: &RuleFindings<'_>, value: bool, report: &mut Report) {
    let Some(root) = found.checked.ast.root() else { return };
    let place = span(places, found, root);
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

pub(super) fn unique(places: &Places<'_>, found: &RuleFindings<'_>, unique: &Unique, report: &mut Report) {
    let place = span(places, found, unique.node);
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

pub(super) fn reserved(
    places: &Places<'_>,
    found: &RuleFindings<'_>,
    node: ExprId,
    field: &str,
    report: &mut Report,
) {
    let since = super::reserved::SINCE;
    report
        .add(
            Code::RuleReservedName,
            span(places, found, node),
            format!("servers before {since} refuse the rule: `{field}` is a reserved word"),
        )
        .label(format!("accepted from {since} on"))
        .help(format!("write `__{field}__`, with two underscores on each side, which all servers accept"))
        .done();
}
