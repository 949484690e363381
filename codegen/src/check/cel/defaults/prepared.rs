//! Compiles each rule once, however many values of defaults have it.

use std::collections::HashMap;
use std::rc::Rc;

use crate::check::cel::compile::{ExpressionError, RuleCompiler};
use crate::schema::{Rule, Schema};
use crdc_cel::compile::program::Program;
use crdc_cel::compile::types::{Declarations, DeclaredId};

/// A rule that can be run.
pub(super) enum Compiled {
    /// There is no rule.
    Empty,
    /// It does not compile.
    Wrong(ExpressionError),
    /// It can be run.
    Rule {
        /// The rule; none if the interpreter cannot run it.
        rule: Option<Program>,
        /// Its message, if it makes one that compiles.
        message: Option<Program>,
        /// Whether it has `oldSelf`.
        uses_old_self: bool,
    },
}

/// The rules that were compiled, by their schemas.
pub(super) struct Prepared {
    pub(super) compiler: RuleCompiler,
    known: HashMap<(*const Schema, DeclaredId), Rc<[Compiled]>>,
}

impl Prepared {
    pub(super) fn new(declarations: Declarations) -> Prepared {
        Prepared { compiler: RuleCompiler::new(declarations), known: HashMap::new() }
    }

    /// The rules of a schema whose values have a type.
    pub(super) fn rules(&mut self, schema: &Schema, rules: &[Rule], of: DeclaredId) -> Rc<[Compiled]> {
        let place = (std::ptr::from_ref(schema), of);
        if let Some(known) = self.known.get(&place) {
            return known.clone();
        }
        let compiled: Rc<[Compiled]> = rules.iter().map(|rule| self.rule(rule, of)).collect();
        self.known.insert(place, compiled.clone());
        compiled
    }

    fn rule(&mut self, rule: &Rule, of: DeclaredId) -> Compiled {
        let Some(text) = rule.rule.as_ref().filter(|at| !at.value.trim().is_empty()) else {
            return Compiled::Empty;
        };
        let report = self.compiler.rule(rule, of);
        if let Some(error) = report.error {
            return Compiled::Wrong(error);
        }
        let optional = rule.optional_old_self.as_ref().is_some_and(|at| at.value);
        let message = rule.message_expression.as_ref().filter(|_| report.message_error.is_none());
        let message = message.filter(|at| !at.value.is_empty());
        Compiled::Rule {
            rule: self.compiler.program(&text.value, of, optional),
            message: message.and_then(|at| self.compiler.program(&at.value, of, optional)),
            uses_old_self: report.uses_old_self,
        }
    }
}
