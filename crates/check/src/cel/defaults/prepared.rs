//! Compiles each rule once, however many values in defaults it applies to.

use std::collections::HashMap;
use std::rc::Rc;

use crate::rule_compiler::{ExpressionError, RuleCompiler, RuleReport};
use crdc_cel::compile::program::Program;
use crdc_cel::compile::types::DeclaredId;
use crdc_schema::{Rule, Schema};

/// The result of compiling a rule.
pub(super) enum Compiled {
    /// There is no rule.
    Empty,
    /// A rule that does not compile.
    Wrong(ExpressionError),
    /// A rule that can be run.
    Rule {
        /// The program of the rule; none if the interpreter cannot run it.
        rule: Option<Program>,
        /// The program of `messageExpression`; none if there is none, or it cannot be run.
        message: Option<Program>,
        /// Whether the rule uses `oldSelf`.
        uses_old_self: bool,
    },
}

/// Compiled rules by the schema that has them and the type of its values.
pub(super) struct Prepared {
    pub(super) compiler: RuleCompiler,
    known: HashMap<(*const Schema, DeclaredId), Rc<[Compiled]>>,
}

impl Prepared {
    pub(super) fn new(root: &Schema) -> Prepared {
        Prepared { compiler: RuleCompiler::of(root, true, None), known: HashMap::new() }
    }

    /// The compiled rules of a schema whose values have the type `of`.
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
        match self.compiler.rule(rule, of).0 {
            RuleReport { error: Some(error), .. } => Compiled::Wrong(error),
            RuleReport { program: None, .. } => Compiled::Empty,
            RuleReport { program: Some(rule), message, uses_old_self, .. } => {
                Compiled::Rule { rule: rule.ok(), message: message.and_then(Result::ok), uses_old_self }
            }
        }
    }
}
