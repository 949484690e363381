//! Reports rules that a server refuses.

use super::names;
use super::place::{UNFOLD, folded_comment, place};
use crate::path::Path;
use crate::report::Report;
use crate::rule_compiler::{ExpressionError, ExpressionProblem};
use crdc_cel::compile::IssueKind;
use crdc_cel::compile::help::help;
use crdc_schema::{At, Rule, Schema};
use crdc_source::Span;
use crdc_source::diag::{BadValue, Code, ErrorType, FieldError, json_text};

/// The schema that has a rule, and its surroundings.
#[derive(Clone, Copy)]
pub(super) struct Place<'a> {
    /// The schema that has the rule.
    pub(super) schema: &'a Schema,
    /// The name of the property, if the schema is that of a property.
    pub(super) property: Option<&'a str>,
    /// The list around the schema whose items have no old values.
    pub(super) uncorrelatable: Option<&'a Path<'a>>,
    /// The text of the document, if it is known.
    pub(super) text: Option<&'a str>,
}

impl Place<'_> {
    /// Reports an expression that does not compile.
    pub(super) fn refused(
        self,
        error: &ExpressionError,
        (scalar, span): (Option<&At<String>>, Span),
        shown: FieldError,
        report: &mut Report,
    ) {
        let plain = |message: &str, help: &str, report: &mut Report, shown: FieldError| {
            report.add(Code::RuleType, span, message).label(error.detail.clone()).help(help).server(shown);
        };
        let issues = match &error.problem {
            ExpressionProblem::Compile(issues) => issues,
            ExpressionProblem::Type => {
                let help = "a rule must be a bool, a message a string";
                return plain("the expression has the wrong type", help, report, shown);
            }
            ExpressionProblem::Constant => {
                return plain("the expression always fails", "correct the conversion", report, shown);
            }
        };
        let mut shown = Some(shown);
        // Errors after a syntax error are usually its consequences. The server's message has all errors.
        let sorted = issues.sorted();
        let syntax = sorted.first().is_some_and(|issue| matches!(issue.kind, IssueKind::Syntax(_)));
        let most = if syntax { 1 } else { sorted.len() };
        let folded = scalar.zip(self.text).and_then(|(at, text)| folded_comment(&at.value, at.span, text));
        for issue in sorted.into_iter().take(most) {
            let at = match (scalar, issue.at) {
                (Some(scalar), Some(at)) => place(scalar, at, self.text),
                _ => span,
            };
            let text = scalar.map_or("", |scalar| scalar.value.as_str());
            let help = names::help(&issue.kind, text, self.schema, self.property).unwrap_or_else(|| {
                let before: String = text.chars().take(issue.at.unwrap_or(0) as usize).collect();
                help(&issue.kind, &before).to_owned()
            });
            let help = if folded.is_some() { UNFOLD.to_owned() } else { help };
            let mut finding = report
                .add(Code::RuleCompile, at, "the rule does not compile")
                .label(issue.message())
                .help(help);
            if let Some(comment) = folded {
                finding = finding.note(comment, "all of this is a comment");
            }
            // The server has one error for all problems of a rule.
            if let Some(shown) = shown.take() {
                finding = finding.server(shown);
            }
            finding.done();
        }
    }

    /// Reports `oldSelf` where there is no old value, or `optionalOldSelf` without `oldSelf`.
    pub(super) fn old_self(
        self,
        rule: &Rule,
        uses_old_self: bool,
        span: Span,
        path: &Path<'_>,
        report: &mut Report,
    ) {
        if uses_old_self {
            let Some(list) = self.uncorrelatable else { return };
            let within = list.shown();
            let detail =
                format!("oldSelf cannot be used on the uncorrelatable portion of the schema within {within}");
            let text = rule.expression(false);
            report
                .add(Code::RuleOldSelf, span, "`oldSelf` cannot be used within this list")
                .help("items of a list have old values only with `x-kubernetes-list-type: map`; otherwise put the rule on the list")
                .server(path.child("rule").invalid(text, &detail));
        } else if let Some(at) = &rule.optional_old_self {
            report
                .add(Code::RuleOldSelf, at.span, "the rule does not use `oldSelf`")
                .help("remove `optionalOldSelf`")
                .server(
                    path.child("optionalOldSelf")
                        .invalid(at.value, "may not be set if oldSelf is not used in rule"),
                );
        }
    }
}

/// Reports a schema whose values rules cannot see.
pub(super) fn no_type(key: Span, path: &Path<'_>, detail: &str, report: &mut Report) {
    report
        .add(Code::RuleSchema, key, "rules cannot see the values of this schema")
        .help(
            "declare the types of its items, values and fields, or move the rules to a schema that has them",
        )
        .server(path.error(ErrorType::Internal, BadValue::Json("{}".to_owned()), detail));
}

/// A rule as the server shows it.
pub(super) fn as_json(rule: &Rule) -> BadValue {
    let text = |at: &Option<At<String>>| json_text(at.as_ref().map_or("", |at| &at.value));
    let reason = rule.reason.as_ref().map_or("null".to_owned(), |at| json_text(&at.value));
    let optional = rule.optional_old_self.as_ref().map_or("null".to_owned(), |at| at.value.to_string());
    let Rule { rule, message, message_expression, field_path, .. } = rule;
    let (rule, message) = (text(rule), text(message));
    let (expression, path) = (text(message_expression), text(field_path));
    let first = format!("\"Rule\":{rule},\"Message\":{message},\"MessageExpression\":{expression}");
    BadValue::json(&format!(
        "{{{first},\"Reason\":{reason},\"FieldPath\":{path},\"OptionalOldSelf\":{optional}}}"
    ))
}
