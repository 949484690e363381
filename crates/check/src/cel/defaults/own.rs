//! Runs the rules of one value in a default, and reports the server's errors.
//
// apiextensions-apiserver: pkg/apiserver/schema/cel/validation.go validateExpressions, evalMessageExpression

use crdc_vocabulary::{go, rules};

use super::prepared::Compiled;
use super::runs::{Budget, Runs};
use super::site::Site;
use crate::cel::load::load;
use crate::defaults::NOT_APPLIED;
use crate::path::Path;
use crate::report::Report;
use crate::rule_compiler::ExpressionError;
use crdc_cel::EvalError;
use crdc_cel::compile::help;
use crdc_cel::compile::program::Program;
use crdc_cel::compile::{Evaluation, On};
use crdc_schema::field_path::{Fields, Notation};
use crdc_schema::value::bad_value;
use crdc_schema::{At, Rule, Schema};
use crdc_source::diag::{BadValue, Code, ErrorType, FieldError};

/// Runs the rules of a value.
pub(super) fn rules(runs: &mut Runs<'_, '_>, site: Site<'_>, path: &Path<'_>, report: &mut Report) {
    let Some(rules) = site.schema.x_validations.as_ref().filter(|rules| !rules.value.is_empty()) else {
        return;
    };
    let Some(of) = site.of else {
        let failed =
            "rule compiler initialization error: failed to convert to declType for CEL validation rules";
        report
            .add(Code::RuleSchema, rules.key, "rules cannot see the values of this schema")
            .note(runs.default.key, "the rules apply to this default")
            .help("declare the types of its items, values and fields, or move the rules to a schema that has them")
            .server(path.error(ErrorType::Invalid, site.schema.type_name(), failed));
        return;
    };
    if !runs.walk.spend(rules.value.len(), runs.default, report) {
        return;
    }
    let compiled = runs.walk.prepared.rules(site.schema, &rules.value, of);
    // The server binds `oldSelf` in messages if any rule of the value uses it.
    let compares = compiled.iter().any(|rule| matches!(rule, Compiled::Rule { uses_old_self: true, .. }));
    let mut own = Own { runs, site, path, report, compares };
    if own.runs.walk.budget == Budget::new(0) {
        own.out_of_budget(None);
        return;
    }
    for (rule, compiled) in rules.value.iter().zip(compiled.iter()) {
        match compiled {
            Compiled::Empty => {}
            Compiled::Wrong(error) => own.does_not_compile(rule, error),
            Compiled::Rule { rule: program, message, uses_old_self } => {
                let optional = rule.has_optional_old_self();
                own.runs.again |= optional;
                if *uses_old_self && site.old.is_none() && !optional {
                    continue;
                }
                own.run(rule, program.as_ref(), message.as_ref());
            }
        }
        if own.runs.walk.budget.is_over() {
            return;
        }
    }
}

fn text(at: &Option<At<String>>) -> &str {
    at.as_ref().map_or("", |at| &at.value)
}

/// An error for the value at `path`, or for the field that the `fieldPath` of its rule names.
fn said_at(path: &Path<'_>, below: &str, kind: ErrorType, bad: BadValue, detail: &str) -> FieldError {
    match below {
        "" => path.error(kind, bad, detail),
        below => path.child(below).error(kind, bad, detail),
    }
}

/// A value whose rules run.
struct Own<'o, 'r, 'w, 's> {
    runs: &'o mut Runs<'r, 'w>,
    site: Site<'s>,
    path: &'o Path<'o>,
    report: &'o mut Report,
    /// Whether a rule uses `oldSelf`.
    compares: bool,
}

impl Own<'_, '_, '_, '_> {
    fn run(&mut self, rule: &Rule, program: Option<&Program>, message: Option<&Program>) {
        let on = self.on();
        let optional = rule.has_optional_old_self();
        let evaluate = |(program, on)| self.runs.walk.evaluator.rule(program, on, optional);
        let Some(Evaluation { result, cost }) = program.zip(on).map(evaluate) else {
            self.runs.walk.not_run(self.runs.default, self.report);
            return;
        };
        if !self.runs.walk.budget.pay(cost) {
            self.out_of_budget(Some(rule));
            return;
        }
        match result {
            Ok(true) => {}
            Ok(false) => self.failed(rule, message),
            Err(error) => self.unevaluated(rule, &error),
        }
    }

    /// The input of rules and messages, which is loaded then.
    fn on(&mut self) -> Option<On> {
        let of = self.runs.walk.values.id(self.site.schema)?;
        if !std::mem::replace(&mut self.runs.loaded, true) {
            load(&mut self.runs.walk.evaluator, &self.runs.default.value, self.runs.of);
        }
        let old = self.site.old.filter(|_| self.compares).map(|(at, _)| at);
        Some(On { new: self.site.at, old, of })
    }

    /// A rule is false.
    fn failed(&mut self, rule: &Rule, message: Option<&Program>) {
        let path = Fields::default().resolve(text(&rule.field_path), self.site.schema, Notation::Brackets);
        let path = path.map_or_else(|_| String::new(), |found| found.canonical);
        let mut said = None;
        if let Some((message, on)) = message.zip(self.on()) {
            let Evaluation { result, cost } = self.runs.walk.evaluator.message(message, on);
            if !self.runs.walk.budget.pay(cost) {
                self.unsaid(rule, &path, rules::MESSAGE_OUT_OF_BUDGET.to_owned());
                return;
            }
            match result {
                Ok(text) => said = rules::usable_message(&text).map(str::to_owned),
                Err(EvalError::CostLimit) => {
                    let quoted = go::quote(text(&rule.message_expression));
                    self.unsaid(rule, &path, format!("{}{quoted}", rules::MESSAGE_OVER_LIMIT));
                    self.runs.walk.budget.end();
                    return;
                }
                Err(_) => {}
            }
        }
        let said = said.or_else(|| {
            let message = text(&rule.message).trim();
            (!message.is_empty()).then(|| message.to_owned())
        });
        let label = said.clone().unwrap_or_default();
        let detail = said.unwrap_or_else(|| format!("{}{}", rules::FAILED_RULE, text(&rule.rule).trim()));
        let value = match self.site.schema.type_name() {
            "object" | "array" => BadValue::Omitted,
            _ => bad_value(self.site.node),
        };
        let (kind, bad, detail) = match text(&rule.reason) {
            "FieldValueRequired" => (ErrorType::Required, "".into(), detail),
            "FieldValueForbidden" => (ErrorType::Forbidden, "".into(), detail),
            "FieldValueDuplicate" => (ErrorType::Duplicate, value, String::new()),
            _ => (ErrorType::Invalid, value, detail),
        };
        let (message, said) = ("a rule fails for the default", said_at(self.path, &path, kind, bad, &detail));
        self.add(rule, message, &label, said);
    }

    /// A rule cannot be evaluated.
    fn unevaluated(&mut self, rule: &Rule, error: &EvalError) {
        let (reason, over_limit) = (&error.to_string(), *error == EvalError::CostLimit);
        let start = if error.is_overload() {
            format!("'{reason}'{}", rules::NO_OVERLOAD)
        } else if over_limit {
            format!("'{reason}'{}", rules::OVER_LIMIT)
        } else {
            format!("{reason}{}", rules::EVALUATING)
        };
        let named = match text(&rule.message) {
            "" => text(&rule.rule),
            message => message,
        };
        let kind = self.site.schema.type_name();
        let said = self.path.invalid(kind, &format!("{start}{}", named.trim()));
        let help = match error {
            EvalError::NoSuchKey(key) if has_default(self.site.schema, key) => {
                format!("write `{key}` in the default, or change the rule: {NOT_APPLIED}")
            }
            _ => HELP.to_owned(),
        };
        self.report_rule(rule, "a rule cannot be evaluated on the default", (reason, &help), said);
        if over_limit {
            self.runs.walk.budget.end();
        }
    }

    /// A rule is false, and its message costs too much.
    fn unsaid(&mut self, rule: &Rule, path: &str, detail: String) {
        let kind = self.site.schema.type_name().into();
        let said = said_at(self.path, path, ErrorType::Invalid, kind, &detail);
        self.add(rule, "a rule fails for the default", "its message costs more than is allowed", said);
    }

    /// Reports that the rules exceed the budget. `rule` is the rule that exceeded it; none if no budget was
    /// left.
    fn out_of_budget(&mut self, rule: Option<&Rule>) {
        self.runs.walk.budget.end();
        let said = self.path.invalid(self.site.schema.type_name(), rules::OUT_OF_BUDGET);
        let place = rule.and_then(|rule| rule.rule.as_ref()).map_or(self.runs.default.key, |at| at.span);
        self.report
            .add(
                Code::DefaultRule,
                self.site.node.span,
                "the rules cost more on the defaults than is allowed",
            )
            .note(place, "no rule runs after this one")
            .help("make the default smaller, or the rules cheaper")
            .server(said);
    }

    fn add(&mut self, rule: &Rule, message: &str, label: &str, said: FieldError) {
        self.report_rule(rule, message, (label, HELP), said);
    }

    fn report_rule(&mut self, rule: &Rule, message: &str, (label, help): (&str, &str), said: FieldError) {
        let place = rule.rule.as_ref().map_or(rule.span, |at| at.span);
        self.report
            .add(Code::DefaultRule, self.site.node.span, message)
            .label(label)
            .note(place, "this rule")
            .help(help)
            .server(said);
    }

    fn does_not_compile(&mut self, rule: &Rule, error: &ExpressionError) {
        let span = rule.rule.as_ref().map_or(rule.span, |at| at.span);
        let detail = format!("rule compile error: {}", error.detail);
        self.report
            .add(Code::RuleCompile, span, "the rule does not compile")
            .label(error.summary())
            .help(error.first().map_or(help::UNKNOWN, |kind| help::help(kind, "")))
            .note(self.site.node.span, "the server runs it on this default")
            .server(self.path.error(ErrorType::Invalid, self.site.schema.type_name(), &detail));
    }
}

/// The help for a rule that fails.
const HELP: &str = "change the default, or the rule";

/// Whether a field of this name, in the schema or below it, has a default.
fn has_default(schema: &Schema, name: &str) -> bool {
    let mut found = false;
    schema.visit(&mut |schema| {
        found |= schema.property(name).is_some_and(|property| property.schema.default.is_some());
    });
    found
}
