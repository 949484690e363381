//! Checks CEL rules without parsing them: required strings, line breaks, reasons, field paths.
//
// apiextensions-apiserver: pkg/apis/apiextensions/validation/validation.go

use super::path::Path;
use super::report::Report;
use super::schema_context::SchemaContext;
use crdc_schema::REASONS;
use crdc_schema::field_path::{Fields, Notation};
use crdc_schema::{At, Rule, Schema};
use crdc_source::diag::{Code, ErrorType};
use crdc_source::diag::{meant_or, nearest};
use crdc_vocabulary::{RulePart, Wording};

pub(super) fn rules(place: &SchemaContext<'_>, report: &mut Report) {
    let path = place.path.child("x-kubernetes-validations");
    let rules = place.schema.x_validations.as_ref().map_or(&[][..], |rules| &rules.value);
    let paths = rules.iter().any(|rule| !text(&rule.field_path).is_empty());
    // The server does not resolve paths if it cannot convert the schema to a structural one.
    let mut fields = (paths && super::structural::unusable(place.schema).is_none()).then(Fields::default);
    for (index, rule) in rules.iter().enumerate() {
        let path = path.index(index);
        texts(rule, &path, report);
        reason(rule, &path, report);
        field_path(rule, place.schema, fields.as_mut(), &path, report);
    }
}

fn text(at: &Option<At<String>>) -> &str {
    at.as_ref().map_or("", |at| &at.value)
}

/// Whether the text has a line break, as defined by the CEL grammar.
fn breaks(text: &str) -> bool {
    text.contains(['\n', '\r'])
}

fn texts(rule: &Rule, path: &Path<'_>, report: &mut Report) {
    let (expression, message) = (text(&rule.rule).trim(), text(&rule.message));
    let place = |at: &Option<At<String>>| at.as_ref().map_or(rule.span, |at| at.span);
    if expression.is_empty() {
        report
            .add(Code::RuleText, place(&rule.rule), "a validation needs a rule")
            .help("write an expression, such as `rule: self.minReplicas <= self.maxReplicas`")
            .server(path.child("rule").required("rule is not specified"));
    } else if !message.is_empty() && message.trim().is_empty() {
        report
            .add(Code::RuleText, place(&rule.message), "the message is blank")
            .help("write a message, or remove `message`")
            .server(path.child("message").worded(
                ErrorType::Invalid,
                message,
                Wording::RuleBlank(RulePart::Message),
            ));
    } else if breaks(message.trim()) {
        report
            .add(Code::RuleText, place(&rule.message), "the message has a line break")
            .help("write it on one line (`>-` joins lines in YAML)")
            .server(path.child("message").worded(
                ErrorType::Invalid,
                message,
                Wording::RuleLineBreak(RulePart::Message),
            ));
    } else if breaks(expression) && message.trim().is_empty() {
        report
            .add(Code::RuleText, place(&rule.rule), "a multi-line rule needs a message")
            .help("add `message`, or write the rule on one line")
            .server(path.child("message").required("message must be specified if rule contains line breaks"));
    }
    let message_expression = text(&rule.message_expression);
    if !message_expression.is_empty() && message_expression.trim().is_empty() {
        report
            .add(Code::RuleText, place(&rule.message_expression), "`messageExpression` is blank")
            .help("write an expression, or remove `messageExpression`")
            .server(
                path.child("messageExpression").required("messageExpression must be non-empty if specified"),
            );
    }
}

fn reason(rule: &Rule, path: &Path<'_>, report: &mut Report) {
    let Some(reason) = rule.reason.as_ref().filter(|reason| !REASONS.contains(&reason.value.as_str())) else {
        return;
    };
    let help = meant_or(nearest(&reason.value, REASONS.into_iter()), || {
        format!("write one of {}", REASONS.join(", "))
    });
    report
        .add(Code::RuleText, reason.span, format!("unknown reason `{}`", reason.value))
        .help(help)
        .server(path.child("reason").unsupported(&reason.value, &REASONS));
}

fn field_path<'s>(
    rule: &Rule,
    schema: &'s Schema,
    fields: Option<&mut Fields<'s>>,
    path: &Path<'_>,
    report: &mut Report,
) {
    let Some(found) = rule.field_path.as_ref().filter(|found| !found.value.is_empty()) else {
        return;
    };
    let path = path.child("fieldPath");
    let mut refuse = |message: String, wording: Wording| {
        report
            .add(Code::RuleFieldPath, found.span, message)
            .help("write a path relative to the schema of the rule, such as `.spec.replicas` or `['a.b']`")
            .server(path.worded(ErrorType::Invalid, &found.value, wording));
    };
    if found.value.trim().is_empty() {
        refuse("`fieldPath` is blank".to_owned(), Wording::RuleBlank(RulePart::FieldPath));
    }
    if breaks(&found.value) {
        refuse("`fieldPath` has a line break".to_owned(), Wording::RuleLineBreak(RulePart::FieldPath));
    }
    if let Some(fields) = fields
        && let Err(error) = fields.resolve(&found.value, schema, Notation::Brackets)
    {
        refuse(format!("`{}` is not a valid path: {error}", found.value), Wording::RulePath);
    }
}
