//! Checks rules and formats for an older server version. In: the version, which an option names. Out: errors
//! for rules that the server refuses, warnings for keys that it drops and formats that it ignores.
//
// apiextensions-apiserver: pkg/apis/apiextensions/v1/types_jsonschema.go,
// pkg/registry/customresourcedefinition/strategy.go

use super::place::place_of;
use super::refused::as_json;
use crate::ignored_formats::ignores;
use crate::kept_expressions::KeptExpressions;
use crate::path::Path;
use crate::report::Report;
use crate::rule_compiler::{Kind, RuleCompiler};
use crdc_cel::compile::types::DeclaredId;
use crdc_cel::compile::{Checked, Newer};
use crdc_schema::server::unrecognized_format;
use crdc_schema::{At, Rule, Schema};
use crdc_source::Span;
use crdc_source::diag::Code;
use crdc_vocabulary::Minor;

/// The most parts of a rule that a warning names besides the first.
const PARTS_NAMED: usize = 4;

/// A server, and the expressions that it may have stored.
#[derive(Clone, Copy)]
pub(super) struct Server<'s> {
    pub(super) minor: Minor,
    pub(super) kept: &'s KeptExpressions,
}

/// Reports features that a server lacks for the rules of a schema. `compiled` are the rules that compile.
pub(super) fn rules(
    server: Server<'_>,
    rules: &[Rule],
    compiled: &[(&Rule, Checked)],
    (of, path): (DeclaredId, &Path<'_>),
    compiler: &mut RuleCompiler,
    text: Option<&str>,
    report: &mut Report,
) {
    let mut compiled = compiled.iter().peekable();
    for (index, rule) in rules.iter().enumerate() {
        let checked = compiled.next_if(|(one, _)| std::ptr::eq(*one, rule));
        if let (Some((_, checked)), Some(at)) = (checked, &rule.rule) {
            let (all, kind) = (path.index(index), Kind::Rule);
            let place = Expression { rule, at, kind, of, path: &all.child("rule") };
            expression(server, place, checked, compiler, text, report);
        }
    }
    let minor = server.minor;
    for (index, rule) in rules.iter().enumerate() {
        let optional = rule.optional_old_self.as_ref().filter(|at| at.value);
        if let Some(at) = optional.filter(|_| minor < Minor::OPTIONAL_OLD_SELF) {
            let since = Minor::OPTIONAL_OLD_SELF;
            report
                .add(Code::RuleServer, at.key, format!("servers before {since} drop `optionalOldSelf`"))
                .label("without it `oldSelf` is the old value itself, and the rule does not compile")
                .help(format!("write a rule without it, or require servers from {since} on"))
                .done();
        }
        let message = rule.message_expression.as_ref().filter(|at| !at.value.is_empty());
        if let Some(at) = message.filter(|_| minor >= Minor::MESSAGE_EXPRESSION)
            // Messages that no server accepts are reported elsewhere.
            && let Some(checked) = compiler.checked(&at.value, of, optional.is_some())
        {
            let (all, kind) = (path.index(index), Kind::Message);
            let place = Expression { rule, at, kind, of, path: &all.child("messageExpression") };
            expression(server, place, &checked, compiler, text, report);
        }
        let key = |at: &Option<At<String>>| at.as_ref().filter(|at| !at.value.is_empty()).map(|at| at.key);
        dropped(minor, Minor::MESSAGE_EXPRESSION, ("messageExpression", message.map(|at| at.key)), report);
        dropped(minor, Minor::FIELD_PATH, ("reason", key(&rule.reason)), report);
        dropped(minor, Minor::FIELD_PATH, ("fieldPath", key(&rule.field_path)), report);
    }
}

/// An expression of a rule.
#[derive(Clone, Copy)]
struct Expression<'r> {
    rule: &'r Rule,
    at: &'r At<String>,
    kind: Kind,
    of: DeclaredId,
    path: &'r Path<'r>,
}

/// Reports an expression that uses features which a server lacks.
fn expression(
    Server { minor: server, kept }: Server<'_>,
    Expression { rule, at, kind, of, path }: Expression<'_>,
    checked: &Checked,
    compiler: &mut RuleCompiler,
    text: Option<&str>,
    report: &mut Report,
) {
    let functions = kept.functions(server, &at.value, kind == Kind::Message);
    let newer = compiler.environment().newer(checked, functions);
    let Some(since) = newer.iter().map(|newer| newer.since).max() else { return };
    let span = |newer: &Newer| {
        let (start, end) = checked.ast.node(newer.node).span;
        place_of(at, start, end, text)
    };
    let Some((first, others)) = newer.split_first() else { return };
    let span_of_first = span(first);
    let mut finding = report
        .add(
            Code::RuleServer,
            span_of_first,
            format!("servers before {since} refuse the rule: {server} has no {}", first.what),
        )
        .label(format!("from {} on", first.since))
        .help(format!("write the rule without it, or require servers from {since} on"));
    // An expression around the first part would only repeat it.
    let inside = |span: Span| span.start <= span_of_first.start && span_of_first.end <= span.end;
    let others = others.iter().map(|other| (span(other), other)).filter(|(place, _)| !inside(*place));
    for (place, other) in others.take(PARTS_NAMED) {
        finding = finding.note(place, format!("{}: from {} on", other.what, other.since));
    }
    // An older server drops `optionalOldSelf` before it compiles, so its error may differ from this one.
    let optional = rule.has_optional_old_self();
    let refusal = compiler.refusal_of(functions, (&at.value, kind), of, optional);
    if let Some(refusal) = refusal.filter(|_| !optional || server >= Minor::OPTIONAL_OLD_SELF) {
        finding = finding.server(path.invalid(as_json(rule), &refusal));
    }
    finding.done();
}

/// Reports a key that a server drops.
fn dropped(server: Minor, since: Minor, (name, key): (&str, Option<Span>), report: &mut Report) {
    let Some(key) = key.filter(|_| server < since) else { return };
    report
        .add(Code::RuleServerKey, key, format!("servers before {since} drop `{name}`"))
        .label("without it the rule decides the same, but its error is different")
        .help(format!("write a `message` that says enough, or require servers from {since} on"))
        .done();
}

/// Reports formats that a server ignores although newer ones check them.
pub(crate) fn formats(server: Minor, schema: &Schema, report: &mut Report) {
    let since = Minor::NAME_FORMATS;
    if server >= since {
        return;
    }
    schema.visit(&mut |schema| {
        let Some(at) = &schema.format else { return };
        if matches!(schema.type_name(), "" | "string") && ignores(schema, server) {
            let mut finding = report
                .add(
                    Code::FormatServer,
                    at.span,
                    format!("servers before {since} ignore the format `{}`", at.value),
                )
                .label("any string passes")
                .help(format!("write a `pattern` and a `maxLength`, or require servers from {since} on"));
            if server >= Minor::FORMAT_WARNINGS && schema.type_name() == "string" {
                finding = finding.server(unrecognized_format(&at.value));
            }
            finding.done();
        }
    });
}
