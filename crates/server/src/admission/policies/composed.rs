//! Evaluates the expressions of a policy with its variables. In: a policy. Out: the values of its expressions
//! for a request, and the rest of the cost budget.
//!
//! Easy to break: a variable is evaluated when the first expression names it, and its cost counts there. Each
//! kind of expressions (such as validations) evaluates it anew.
// apiserver: pkg/admission/plugin/cel/{composition,activation}.go

use std::collections::HashMap;

use crdc_cel::compile::program::Program;
use crdc_cel::compile::types::Type;
use crdc_cel::compile::{Evaluation, Scope, Session};
use crdc_cel::{EvalError, Value};

use super::policy::{Policy, Variable};
use crate::admission::expressions::conditions::OUT_OF_BUDGET;
use crate::admission::expressions::{Expressions, Values, scope};

/// The cost budget that all expressions of one kind share.
// apiserver: pkg/apis/cel/config.go RuntimeCELCostBudget
pub(crate) const BUDGET: u64 = 10_000_000;

/// The variables of a policy, which its expressions can name.
pub(crate) struct Composer<'p> {
    expressions: &'p Expressions,
    scope: Scope,
    variables: Vec<Compiled>,
    /// The index of each variable, by the name that expressions use.
    places: HashMap<String, usize>,
    names: Vec<&'p str>,
}

/// An expression with its program, or with the error of its compilation.
pub(crate) struct Compiled {
    program: Result<Program, String>,
    /// The indexes of the variables that the expression names.
    uses: Vec<usize>,
    /// The highest depth of the value of the expression. The depth of the request's objects does not count.
    depth: usize,
}

/// The largest depth of a variable's value. A comparison takes 6 kB of the stack for each level in builds
/// without optimization, and a thread has 2 MB.
const DEEPEST_VARIABLE: usize = 200;

impl<'p> Composer<'p> {
    pub(crate) fn new(policy: &'p Policy, expressions: &'p Expressions) -> Composer<'p> {
        let (variables, places, names) = Default::default();
        let scope = scope(policy.param_kind.is_some());
        let mut composer = Composer { expressions, scope, variables, places, names };
        composer.scope.variables.declare_group("variables");
        for Variable { name, expression } in &policy.variables {
            let (compiled, of) = composer.add(expression);
            let full = format!("variables.{name}");
            let of = composer.scope.types.of_variable(of);
            composer.scope.variables.declare(full.clone(), of);
            composer.places.insert(full, composer.variables.len());
            composer.variables.push(compiled);
            composer.names.push(name);
        }
        composer
    }

    /// Compiles an expression that can name all variables.
    pub(crate) fn compile(&mut self, expression: &str) -> Compiled {
        self.add(expression).0
    }

    fn add(&mut self, expression: &str) -> (Compiled, Type) {
        let (program, checked) = match self.expressions.program(&mut self.scope, expression) {
            Ok(found) => found,
            Err(why) => return (Compiled { program: Err(why), uses: Vec::new(), depth: 0 }, Type::DYN),
        };
        let mut uses: Vec<usize> = checked.used().filter_map(|name| self.places.get(name).copied()).collect();
        uses.sort_unstable();
        uses.dedup();
        let below = uses.iter().map(|index| self.variables[*index].depth).max().unwrap_or(0);
        let is_simple = [Type::BOOL, Type::INT, Type::STRING].contains(&checked.result);
        let depth = if is_simple { 0 } else { below + checked.depth() };
        if depth > DEEPEST_VARIABLE {
            let why = format!(
                "crdc evaluates no values of variables in each other that are deeper than {DEEPEST_VARIABLE}"
            );
            return (Compiled { program: Err(why), uses: Vec::new(), depth: 0 }, Type::DYN);
        }
        (Compiled { program: Ok(program), uses, depth }, checked.result)
    }

    /// Runs a function that evaluates the expressions of one kind.
    pub(crate) fn run<'r, 'a>(
        &'r self,
        session: &'r Session<'a>,
        values: &Values<'a>,
        budget: u64,
    ) -> Run<'r, 'a> {
        let mut values = values.clone();
        let first = values.len();
        values.resize(first + self.variables.len(), Err(EvalError::Static("not evaluated")));
        Run {
            composer: self,
            session,
            values,
            first,
            is_known: vec![false; self.variables.len()],
            left: budget,
        }
    }
}

/// An evaluation of the expressions of one kind, which share a budget.
pub(crate) struct Run<'r, 'a> {
    composer: &'r Composer<'r>,
    session: &'r Session<'a>,
    /// The values of the variables that all expressions have, followed by the values of the policy's
    /// variables.
    values: Values<'a>,
    first: usize,
    is_known: Vec<bool>,
    /// The rest of the budget.
    pub(crate) left: u64,
}

impl<'a> Run<'_, 'a> {
    /// The value of an expression, or the server's error message.
    ///
    /// # Errors
    ///
    /// The budget is used up, so no further expression is evaluated.
    pub(crate) fn value(
        &mut self,
        text: &str,
        compiled: &Compiled,
    ) -> Result<Result<Value<'a>, String>, String> {
        let program = match &compiled.program {
            Ok(program) => program,
            Err(why) => return Ok(Err(format!("compilation error: {why}"))),
        };
        let variables = self.define(&compiled.uses);
        let Evaluation { result, cost } = self.session.evaluate(program, &self.values);
        let left = self.left.checked_sub(variables).and_then(|left| left.checked_sub(cost));
        self.left = left.ok_or_else(|| OUT_OF_BUDGET.to_owned())?;
        Ok(result.map_err(|why| format!("expression '{text}' resulted in error: {why}")))
    }

    /// Evaluates variables, and the variables that these name, and returns their cost.
    fn define(&mut self, uses: &[usize]) -> u64 {
        let variables = &self.composer.variables;
        let mut is_wanted = vec![false; variables.len()];
        uses.iter().for_each(|index| is_wanted[*index] = true);
        // A variable can only name variables that are declared before it.
        for index in (0..variables.len()).rev().filter(|index| !self.is_known[*index]) {
            if is_wanted[index] {
                variables[index].uses.iter().for_each(|used| is_wanted[*used] = true);
            }
        }
        let mut spent: u64 = 0;
        for index in (0..variables.len()).filter(|index| is_wanted[*index]) {
            if std::mem::replace(&mut self.is_known[index], true) {
                continue;
            }
            let name = self.composer.names[index];
            let failed = |what: &str, why: String| {
                EvalError::text(format!("composited variable \"{name}\" fails to {what}: {why}"))
            };
            self.values[self.first + index] = match &variables[index].program {
                Err(why) => Err(failed("compile", why.clone())),
                Ok(program) => {
                    let found = self.session.evaluate(program, &self.values[..self.first + index]);
                    spent = spent.saturating_add(found.cost);
                    found.result.map_err(|why| failed("evaluate", why.to_string()))
                }
            };
        }
        spent
    }
}
