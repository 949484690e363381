//! Compiles the CEL rules of an item.
//!
//! In: an item whose rules were read. Out: programs, or problems. A macro sees one type, so any other type is
//! `dyn` here: how a rule uses it is checked when the rule runs, and when the CRD is published. `declare`
//! declares the types.
//!
//! Easy to break: `self` of a field's rule is the value inside of an `Option`, as in the schema.

mod declare;

use crdc_cel::compile::program::Program;
use crdc_cel::compile::types::{Declarations, DeclaredId, Shape, Type};
use crdc_cel::compile::{Checked, Environment, IssueKind, Scope, Text, escape, unescape};
use crdc_cel::functions::functions;
use crdc_vocabulary::Minor;

use super::diag::{Diagnostics, Problem};
use super::model::{Body, CelRule, Compiled, Field, Form, Item, ListKind};
use crdc_cel::compile::help;
use crdc_cel::compile::program::program_of;
use crdc_schema::field_path::{Notation, Step, resolve};
use crdc_source::diag::Code;
use crdc_source::diag::nearest;
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
        if matches!(form.core(), Form::List { kind, .. } if !matches!(kind, ListKind::Map(_))) {
            compiler.uncorrelated(each);
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

    /// Reports rules that use `oldSelf` of items in a list whose items have no keys.
    // apiextensions-apiserver: pkg/apis/apiextensions/validation/validation.go
    fn uncorrelated(&mut self, rules: &[CelRule]) {
        for rule in
            rules.iter().filter(|rule| rule.compiled.as_ref().is_some_and(|compiled| compiled.transition))
        {
            let message =
                "the rule compares with the old item, but the items of this list have no keys to find it by";
            self.problem(
                rule,
                message,
                "add `+listType=map` and `+listMapKey=NAME`, or write the rule for the whole list",
            );
        }
    }

    fn rule(&mut self, rule: &mut CelRule, declare: Declare, of: DeclaredId) {
        let fields = declare.fields(of);
        let mut scope =
            Scope { declarations: declare.declarations, has_unknown_types: true, ..Scope::default() };
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
        let field_path = self.field_path(rule, &scope.declarations, of);
        rule.compiled = Some(Compiled { rule: program, message, transition, field_path });
    }

    /// The field path of a rule as the server prints it, as far as the types of the item are known to be maps
    /// or structs.
    fn field_path(&mut self, rule: &CelRule, known: &Declarations, of: DeclaredId) -> String {
        let path = rule.words.field_path.as_deref().unwrap_or_default().trim();
        let help = "write the path to a field below this value, such as `.name`";
        let resolved = resolve(path, Some(of), Notation::Brackets, |at, name| {
            Some(match at.map(|at| &known.get(at).shape) {
                Some(Shape::Map(each)) => Step::Entry(Some(Some(*each))),
                Some(Shape::Object(fields)) => {
                    Step::Field(escape(name).and_then(|name| fields.get(&name).copied()))
                }
                // Another type, which the macro does not see.
                Some(Shape::Dyn) | None => Step::Field(None),
                Some(_) => return None,
            })
        });
        let found = match resolved {
            Ok(found) => found,
            Err(error) => {
                let message = format!("the field path of the rule is not valid: {error}");
                self.problem(rule, &message, help);
                return String::new();
            }
        };
        if let (Shape::Object(fields), Some(name)) = (&known.get(of).shape, &found.first)
            && !fields.is_empty()
            && escape(name).is_some_and(|name| !fields.contains_key(&name))
        {
            let fields: Vec<String> = fields.keys().filter_map(|name| unescape(name)).collect();
            let meant = nearest(name, fields.iter().map(String::as_str));
            let help = meant.map_or_else(|| help.to_owned(), |meant| format!("did you mean `.{meant}`?"));
            self.problem(rule, &format!("the field path of the rule names no field: `{name}`"), &help);
        }
        found.canonical
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
                let syntax = issues.first().is_some_and(|issue| matches!(issue.kind, IssueKind::Syntax(_)));
                // Later errors usually follow from the first syntax error.
                for issue in issues.iter().take(if syntax { 1 } else { issues.len() }) {
                    let before: String = text.chars().take(issue.at.unwrap_or(0) as usize).collect();
                    let help = self::help(&issue.kind, &before, fields);
                    let message =
                        format!("the {what} does not compile: {}{}", issue.kind, excerpt(text, issue.at));
                    self.problem(rule, &message, &help);
                }
                return None;
            }
        };
        let (wanted, kind) = if what == "rule" { (Type::BOOL, "bool") } else { (Type::STRING, "string") };
        // Values of other items' types are `dyn`.
        if checked.result != wanted && checked.result != Type::DYN {
            let message = format!("the {what} is not a {kind}{}", excerpt(text, None));
            self.problem(rule, &message, &format!("compare or convert the value, so that it is a {kind}"));
            return None;
        }
        if let Err(message) = self.environment.program(&checked, scope) {
            self.problem(rule, &format!("the {what} always fails: {message}"), "correct the conversion");
            return None;
        }
        match program_of(&checked, scope) {
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

/// The help for an issue: what to write instead. `before` is the text of the rule before the issue.
fn help(kind: &IssueKind, before: &str, fields: &[String]) -> String {
    let meant = match kind {
        IssueKind::UndefinedField { name } if !fields.is_empty() => {
            let meant = nearest(name, fields.iter().map(String::as_str));
            if meant.is_none() {
                let known: Vec<String> = fields.iter().map(|name| format!("`{name}`")).collect();
                return format!("the fields are {}", known.join(", "));
            }
            meant
        }
        IssueKind::Undeclared { name } => {
            nearest(name, functions().map(|function| function.name).chain(["self", "oldSelf"]))
        }
        _ => None,
    };
    meant.map_or_else(|| help::help(kind, before).to_owned(), |meant| format!("did you mean `{meant}`?"))
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
