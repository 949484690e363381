//! The CEL rules of an item are compiled: their types as far as the item tells them, and their programs.
//!
//! In: an item whose rules were read. Out: programs, or problems. A macro sees one type, so any other type is `dyn` here: what a rule
//! asks of it is decided when it runs, and checked when the CRD is published. `declare` has the types.
//!
//! Easy to break: `self` of a field's rule is the value inside of an `Option`, as in the schema.

mod declare;

use crdc_cel::compile::program::{Program, lower, without_code};
use crdc_cel::compile::types::{DeclaredId, Type};
use crdc_cel::compile::{Checked, Environment, Scope, Text};
use crdc_cel::functions::functions;
use crdc_vocabulary::Minor;

use super::diag::{Diagnostics, Problem};
use super::model::{Body, CelRule, Compiled, Field, Form, Item};
use crate::diag::Code;
use crate::rule_help;
use crate::schema::field_path::as_fields;
use crate::schema::suggest::nearest;
use declare::Declare;

/// Compiles the rules of an item and of its fields.
pub(super) fn compile(item: &mut Item, problems: &mut Diagnostics) {
    let fields: &mut [Field] = match &mut item.body {
        Body::Object(object) => &mut object.fields,
        Body::Transparent(field) => std::slice::from_mut(&mut **field),
        // Rules of their fields were refused.
        Body::Text(_) | Body::Choice(_) | Body::Leaf(_) => &mut [],
    };
    if item.rules.is_empty() && fields.iter().all(|field| field.rules.is_empty() && field.each.is_empty()) {
        return;
    }
    let mut compiler = Compiler { environment: Environment::new(Minor::NEWEST), problems };
    for field in fields {
        let Field { rules, each, form, .. } = field;
        compiler.rules(rules, &|declare| declare.form(form.core()));
        if let Form::List { items: inner, .. } | Form::Map { values: inner, .. } = form.core() {
            compiler.rules(each, &|declare| declare.form(inner.core()));
        }
    }
    let body = &item.body;
    compiler.rules(&mut item.rules, &|declare| declare.body(body));
}

struct Compiler<'p> {
    environment: Environment,
    problems: &'p mut Diagnostics,
}

impl Compiler<'_> {
    fn rules(&mut self, rules: &mut [CelRule], of: &dyn Fn(&mut Declare) -> DeclaredId) {
        for rule in rules {
            let mut declare = Declare::default();
            let id = of(&mut declare);
            self.rule(rule, declare, id);
        }
    }

    fn rule(&mut self, rule: &mut CelRule, declare: Declare, of: DeclaredId) {
        let fields = declare.fields(of);
        let mut scope = Scope { declarations: declare.declarations, ..Scope::default() };
        scope.set_self(of, rule.words.optional_old_self);
        let Some((program, checked)) = self.expression(rule, &rule.words.rule, "rule", (&mut scope, &fields))
        else {
            return;
        };
        let transition = checked.names("oldSelf");
        if rule.words.optional_old_self && !transition {
            self.problem(rule, "the rule does not use `oldSelf`", "remove `optionalOldSelf`");
        }
        let message = match &rule.words.expression {
            Some(text) if !text.is_empty() => {
                let compiled = self.expression(rule, text, "messageExpression", (&mut scope, &fields));
                let Some((program, _)) = compiled else { return };
                Some(program)
            }
            _ => None,
        };
        if let Some(name) = rule.words.field_path.as_deref().and_then(|path| as_fields(path).first)
            && !fields.is_empty()
            && !fields.contains(&name)
        {
            let help = match nearest(&name, fields.iter().map(String::as_str)) {
                Some(meant) => format!("did you mean `.{meant}`?"),
                None => "write the path to a field below this value, such as `.name`".to_owned(),
            };
            self.problem(rule, &format!("the field path of the rule names no field: `{name}`"), &help);
        }
        rule.compiled = Some(Compiled { rule: program, message, transition });
    }

    /// Compiles the rule (`rule`) or its message (`messageExpression`).
    fn expression(
        &mut self,
        rule: &CelRule,
        text: &str,
        what: &str,
        (scope, fields): (&mut Scope, &[String]),
    ) -> Option<(Program, Checked)> {
        let found = Text::new(text);
        let checked = match self.environment.check(&found, scope) {
            Ok(checked) => checked,
            Err(issues) => {
                let issues = issues.sorted();
                let syntax = issues.first().is_some_and(|issue| issue.message.starts_with("Syntax error"));
                // What follows a syntax error is usually its consequence.
                for issue in issues.iter().take(if syntax { 1 } else { issues.len() }) {
                    let before: String = text.chars().take(issue.at.unwrap_or(0) as usize).collect();
                    let help = self::help(&issue.message, &before, fields);
                    let message =
                        format!("the {what} does not compile: {}{}", issue.message, excerpt(text, issue.at));
                    self.problem(rule, &message, &help);
                }
                return None;
            }
        };
        let (wanted, kind) = if what == "rule" { (Type::BOOL, "bool") } else { (Type::STRING, "string") };
        // What the type of another item decides is `dyn`.
        if checked.result != wanted && checked.result != Type::DYN {
            let message = format!("the {what} is not a {kind}{}", excerpt(text, None));
            self.problem(rule, &message, &format!("compare or convert the value, so that it is a {kind}"));
            return None;
        }
        if let Err(message) = self.environment.program(&checked, scope) {
            self.problem(rule, &format!("the {what} always fails: {message}"), "correct the conversion");
            return None;
        }
        let lowered = lower(&checked, scope).map_err(|part| part.what);
        let lowered = lowered.and_then(|program| match without_code(&program.root) {
            Some(function) => Err(format!("calls `{function}`, which only servers have")),
            None => Ok(program),
        });
        match lowered {
            Ok(program) => Some((program, checked)),
            Err(part) => {
                let message = format!("the {what} cannot be run: it {part}");
                let help = "check it in code, and write `#[crdc(unchecked_rules)]` on the field or the type";
                self.problems.add(Problem::new(Code::RuleUnchecked, rule.span, message, help));
                None
            }
        }
    }

    fn problem(&mut self, rule: &CelRule, message: &str, help: &str) {
        self.problems.add(Problem::new(Code::RuleInvalid, rule.span, message, help));
    }
}

/// What to write instead of what an issue is about. `before` is the text of the rule before it.
fn help(message: &str, before: &str, fields: &[String]) -> String {
    let name = |start: &str| message.strip_prefix(start)?.split('\'').next();
    if let Some(name) = name("undefined field '").filter(|_| !fields.is_empty()) {
        return match nearest(name, fields.iter().map(String::as_str)) {
            Some(meant) => format!("did you mean `{meant}`?"),
            None => {
                let known: Vec<String> = fields.iter().map(|name| format!("`{name}`")).collect();
                format!("the fields are {}", known.join(", "))
            }
        };
    }
    let known = functions().map(|function| function.name).chain(["self", "oldSelf"]);
    let meant = name("undeclared reference to '").and_then(|name| nearest(name, known));
    meant.map_or_else(
        || rule_help::help(message, before).to_owned(),
        |meant| format!("did you mean `{meant}`?"),
    )
}

/// The line of a text, and a caret below the character at an offset in code points.
fn excerpt(text: &str, at: Option<u32>) -> String {
    let Some(at) = at else { return format!("\n    {}", text.trim().lines().next().unwrap_or_default()) };
    let before: String = text.chars().take(at as usize).collect();
    let start = before.rfind('\n').map_or(0, |line| line + 1);
    let line = text.get(start..).unwrap_or_default().lines().next().unwrap_or_default();
    let caret = before.get(start..).unwrap_or_default().chars().count();
    format!("\n    {line}\n    {}^", " ".repeat(caret))
}
